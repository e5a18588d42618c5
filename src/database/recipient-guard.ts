import { createHash } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { isAmlNetwork, type Network } from '#domain/networks.ts';
import type { Rejection } from '#domain/aml/rejection.ts';
import type { Tables } from './tables.ts';

// Orders decisions on an address and payments to it. Both lock the row of the address: payments share it, decisions
// have it alone. A payment is handed over outside of any transaction, so it is announced in one (`announceSend`), and
// a rejection waits until nothing that was announced is under way. After the commit of a rejection nothing is sent.

/** The address in canonical spelling. */
export type Recipient = { accountId: string; network: Network; address: string };

export type StandingRejection = Rejection & { decisionId: string; accountId: string };

/** Every statement must see what was committed before it, whatever the server's own isolation. */
export const guardIsolation = { isolationLevel: 'read committed' } as const;

/**
 * The rejection that holds for the address: the latest decision that accepts or rejects it, whichever of its checks it
 * was made on, if that is a rejection. An escalation asks another user to decide, and lifts nothing.
 */
export async function findStandingRejection(
  db: Kysely<Tables>,
  { accountId, network, address }: Recipient,
): Promise<StandingRejection | undefined> {
  const [latest] = await listLatestDecisions(db, network, address, accountId);
  return latest?.decision === 'rejected' ? latest : undefined;
}

/** The rejections that hold for the address, of whichever account. */
export async function listStandingRejections(
  db: Kysely<Tables>,
  { network, address }: Omit<Recipient, 'accountId'>,
): Promise<StandingRejection[]> {
  const latest = await listLatestDecisions(db, network, address);
  return latest.filter(({ decision }) => decision === 'rejected');
}

async function listLatestDecisions(
  db: Kysely<Tables>,
  network: Network,
  address: string,
  accountId?: string,
): Promise<(StandingRejection & { decision: string })[]> {
  // No report is made of addresses on other networks.
  if (!isAmlNetwork(network)) return [];
  let decided = db
    .selectFrom('screening_checks as c')
    .innerJoin('check_decisions as d', 'd.check_id', 'c.check_id')
    .distinctOn('c.account_id')
    .select([
      'c.account_id as accountId',
      'd.decision_id as decisionId',
      'd.decision',
      'd.decided_by as decidedBy',
      'd.decided_at as decidedAt',
      'd.note',
    ])
    .where('c.network', '=', network)
    .where('c.value', '=', address)
    .where('c.kind', '=', 'address')
    .where('c.decision_id', 'is not', null)
    .where('d.decision', 'in', ['accepted', 'rejected']);
  if (accountId !== undefined) decided = decided.where('c.account_id', '=', accountId);
  return await decided
    .orderBy('c.account_id')
    .orderBy('d.decided_at', 'desc')
    .orderBy('d.decision_id', 'desc')
    .execute();
}

const SLOTS = 256;

/** Addresses share slots: then unrelated ones wait for each other for a moment, and nothing else. */
function slotOf({ accountId, network, address }: Recipient): number {
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, network, address]))
    .digest();
  return hash.readUInt32BE() % SLOTS;
}

/** Locks the address until the transaction ends: `share` to pay it, `update` to decide on it. */
export async function lockRecipient(
  tx: Transaction<Tables>,
  recipient: Recipient,
  mode: 'share' | 'update',
): Promise<void> {
  const slot = slotOf(recipient);
  const find = tx.selectFrom('recipient_locks').select('slot').where('slot', '=', slot);
  const lock = mode === 'share' ? find.forShare() : find.forUpdate();
  if ((await lock.executeTakeFirst()) !== undefined) return;
  await tx
    .insertInto('recipient_locks')
    .values({ slot, closed_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await lock.executeTakeFirstOrThrow();
}

/**
 * Announces, in a transaction that has locked the recipient, that a payment is handed over from its commit on, for at
 * most `lastsMs`. False if another payment is announced already, or a rejection of the recipient waits for its lease.
 */
export async function announceSend(
  tx: Transaction<Tables>,
  recipient: Recipient,
  { sendId, lastsMs }: { sendId: string; lastsMs: number },
): Promise<boolean> {
  const { accountId, network, address } = recipient;
  const { rows } = await sql`
    insert into sends_in_flight (send_id, account_id, network, address, ends_at)
    select ${sendId}, ${accountId}, ${network}, ${address}, ${afterMs(lastsMs)}
    where not exists (
      select from recipient_locks where slot = ${slotOf(recipient)} and closed_until > clock_timestamp()
    )
    on conflict (send_id) do update set ends_at = excluded.ends_at
    where sends_in_flight.ends_at < clock_timestamp()
    returning send_id`.execute(tx);
  return rows.length > 0;
}

/** Ends the announcement: nothing of it is sent any more. Announcements of a process that ended expire. */
export async function endSend(db: Kysely<Tables>, sendId: string): Promise<void> {
  await db.deleteFrom('sends_in_flight').where('send_id', '=', sendId).execute();
}

/** A moment of the database's own clock, so that the clocks of processes may differ. */
export function afterMs(ms: number) {
  return sql`clock_timestamp() + make_interval(secs => ${ms / 1000}::double precision)`;
}

const CLOSED_MS = 2_000;

/**
 * Whether something is being sent to the recipient, which the transaction has locked exclusively. If so, nothing new is
 * announced to it for two seconds: the caller retries before that, so that a rejection doesn't wait forever.
 */
export async function isBeingPaid(tx: Transaction<Tables>, recipient: Recipient): Promise<boolean> {
  const { accountId, network, address } = recipient;
  const sending = await tx
    .selectFrom('sends_in_flight')
    .select('send_id')
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('ends_at', '>', sql<never>`clock_timestamp()`)
    .limit(1)
    .executeTakeFirst();
  if (sending === undefined) return false;
  await sql`
    update recipient_locks set closed_until = ${afterMs(CLOSED_MS)} where slot = ${slotOf(recipient)}`.execute(
    tx,
  );
  return true;
}
