import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { UserDevicesTable } from '#database/user-tables.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import { DEVICE_DAYS } from './session-cookie.ts';

type SignIn = {
  userId: string;
  deviceHash: string;
  ipAddress: string;
  userAgent: string | null;
  at: Instant;
};

/** Notes with which device a user signs in. The user's sessions must be locked: of two devices at once, one is the first. */
export async function noteDevice(trx: Kysely<Tables>, signIn: SignIn): Promise<void> {
  const { userId, deviceHash, ipAddress, userAgent, at } = signIn;
  const known = await trx
    .selectFrom('user_devices')
    .select('device_hash')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  const device = {
    user_id: userId,
    device_hash: deviceHash,
    ip_address: ipAddress,
    user_agent: userAgent,
    first_used_at: at,
    last_used_at: at,
    is_new: known !== undefined,
  };
  await trx
    .insertInto('user_devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: at }))
    .execute();
}

/** Whose new devices: those of the session's user, without the one that the session was opened on. */
export type DevicesSeen = { userId: string; sessionHash: string };

/** The newest of the user's new devices. */
export async function listNewDevices(
  db: Kysely<Tables>,
  seen: DevicesSeen,
  most: number,
): Promise<UserDevicesTable[]> {
  return await newDevices(db, seen)
    .selectAll('user_devices')
    .orderBy('first_used_at', 'desc')
    .orderBy('device_hash')
    .limit(most)
    .execute();
}

/** The user knows the device whose hash starts so: it isn't new any more. */
export async function dismissDevice(db: Kysely<Tables>, seen: DevicesSeen, prefix: string): Promise<void> {
  await db
    .updateTable('user_devices')
    .set({ is_new: false })
    .where('user_id', '=', seen.userId)
    .where('device_hash', 'in', () =>
      newDevices(db, seen).select('device_hash').where('device_hash', 'like', `${prefix}%`),
    )
    .execute();
}

function newDevices(db: Kysely<Tables>, { userId, sessionHash }: DevicesSeen) {
  return (
    db
      .selectFrom('user_devices')
      .where('user_devices.user_id', '=', userId)
      .where('is_new', '=', true)
      // Nobody can hide a device on the device itself. Sessions from before devices were recorded have none.
      .where('user_devices.device_hash', 'is distinct from', (from) =>
        from.selectFrom('sessions').select('sessions.device_hash').where('session_hash', '=', sessionHash),
      )
  );
}

/** Deletes devices whose cookie has ended. */
export function createDeviceCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => {
    const since = addMs(now(), -DEVICE_DAYS * 86_400_000);
    await db.deleteFrom('user_devices').where('last_used_at', '<', since).execute();
  };
}
