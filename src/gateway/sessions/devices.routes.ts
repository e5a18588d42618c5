import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import {
  dismissNewDevice,
  listNewDevices,
  MOST_NEW_DEVICES,
  type NewDevice,
} from '#contract/gateway/devices.ts';
import type { Tables } from '#database/tables.ts';
import type { UserDevicesTable } from '#database/user-tables.ts';
import { writeIsoTime } from '#domain/time.ts';
import { parseUserAgent } from '#domain/user-agent.ts';
import { type Host, serve } from '#http/serve.ts';
import { requireSession, type SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import { shortIdOf } from '../tokens.ts';
import * as store from './devices.store.ts';

type Deps = { db: Kysely<Tables>; sessionOf: SessionOf };

/** Tells a user of sign-ins on devices that the console hasn't seen before. */
export function registerDeviceRoutes(host: Host<SignedIn>, { db, sessionOf }: Deps): void {
  const seenBy = (request: FastifyRequest): store.DevicesSeen | undefined => {
    const { user, hash } = requireSession(request, { sessionOf });
    return user && { userId: user.id, sessionHash: hash };
  };

  serve(host, listNewDevices, async ({ request }) => {
    const seen = seenBy(request);
    const devices = seen === undefined ? [] : await store.listNewDevices(db, seen, MOST_NEW_DEVICES);
    return { devices: devices.map(toResponse) };
  });

  serve(host, dismissNewDevice, async ({ body: { id }, request }) => {
    const seen = seenBy(request);
    if (seen !== undefined) await store.dismissDevice(db, seen, id);
    return { result: 'success' as const };
  });
}

function toResponse(device: UserDevicesTable): NewDevice {
  return {
    id: shortIdOf(device.device_hash),
    ...parseUserAgent(device.user_agent),
    ip_address: device.ip_address,
    signed_in_at: writeIsoTime(device.first_used_at),
  };
}
