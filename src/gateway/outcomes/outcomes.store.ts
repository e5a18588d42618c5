import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { QueryOf } from '#contract/operation.ts';
import { type listWithdrawalOutcomes, openOutcomeStates } from '#contract/gateway/withdrawal-outcomes.ts';
import type { WithdrawalOutcomesTable } from '#database/outcome-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { claimDue } from '#jobs/claim-due.ts';
import type { SentPayment } from './read-payment.ts';

export type OutcomeRow = WithdrawalOutcomesTable;

/** Identifies a claim of a row, so that a process that took too long and was replaced can't write any more. */
export type Lease = Pick<OutcomeRow, 'outcome_id' | 'lease_version'>;

/** The account and the key. Either identifies the owner: a provider may stop or begin to name a key's account. */
export type Owner = { accountId: string; fingerprint: string };

/** The row of an external ID, whatever its state. */
export async function findOutcome(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  externalId: string,
): Promise<OutcomeRow | undefined> {
  return await db
    .selectFrom('withdrawal_outcomes')
    .selectAll()
    .where('external_id', '=', externalId)
    .where((eb) => isOwn(eb, accountId, fingerprint))
    // Of two, returns the one that blocks more.
    .orderBy(sql`state in ('refused', 'not_created')`)
    .orderBy('outcome_id')
    .executeTakeFirst();
}

/** A payment of the same amount to the same recipient whose outcome is unknown, under another external ID. */
export async function findUnknownTwin(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  payment: SentPayment,
  at: Instant,
): Promise<OutcomeRow | undefined> {
  return await db
    .selectFrom('withdrawal_outcomes')
    .selectAll()
    .where((eb) => isOwn(eb, accountId, fingerprint))
    .where('external_id', '<>', payment.externalId)
    .where('amount', '=', payment.amount)
    .where((eb) => eb(eb.fn('upper', ['currency']), '=', payment.currency.toUpperCase()))
    .where('recipient_key', '=', payment.recipientKey)
    .where((eb) => isUnknown(eb, at))
    .orderBy('outcome_id')
    .executeTakeFirst();
}

/** Stores a payment that was never sent under its external ID. Undefined if another process just did. */
export async function insertOutcome(db: Kysely<Tables>, row: OutcomeRow): Promise<OutcomeRow | undefined> {
  return await db
    .insertInto('withdrawal_outcomes')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'external_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Claims a row that may be sent again. Undefined if another process just did. */
export async function claimAgain(
  db: Kysely<Tables>,
  { outcome_id: id, lease_version: version }: Lease,
  next: Partial<OutcomeRow>,
): Promise<OutcomeRow | undefined> {
  return await db
    .updateTable('withdrawal_outcomes')
    .set({ ...next, lease_version: version + 1, attempts: sql<number>`attempts + 1` })
    .where('outcome_id', '=', id)
    .where('lease_version', '=', version)
    .where('state', 'in', ['refused', 'not_created'])
    .returningAll()
    .executeTakeFirst();
}

/** Stores the outcome, unless another process claimed the row since. Undefined then. */
export async function endOutcome(
  db: Kysely<Tables>,
  { outcome_id: id, lease_version: version }: Lease,
  next: Partial<OutcomeRow>,
): Promise<OutcomeRow | undefined> {
  return await db
    .updateTable('withdrawal_outcomes')
    .set(next)
    .where('outcome_id', '=', id)
    .where('lease_version', '=', version)
    .where('state', 'in', ['in_flight', 'outcome_unknown'])
    .returningAll()
    .executeTakeFirst();
}

/** Extends the claim of rows until then. */
export async function extendLeases(
  db: Kysely<Tables>,
  leases: readonly Lease[],
  until: Instant,
): Promise<void> {
  for (const { outcome_id: id, lease_version: version } of leases) {
    await db
      .updateTable('withdrawal_outcomes')
      .set({ next_at: until })
      .where('outcome_id', '=', id)
      .where('lease_version', '=', version)
      .where('state', '=', 'outcome_unknown')
      .where('next_at', '<', until)
      .execute();
  }
}

/**
 * Stores a confirmation, even if another process has claimed the row in the meantime: a provider's confirmation holds.
 * Returns the ID of another request that had confirmed the row before, which then stays: the withdrawal was made twice.
 */
export async function confirmOutcome(
  db: Kysely<Tables>,
  { outcome_id: id }: Lease,
  next: Partial<OutcomeRow> & { request_id: string },
): Promise<string | undefined> {
  const { numUpdatedRows: updated } = await db
    .updateTable('withdrawal_outcomes')
    .set({
      ...next,
      ...closed,
      lease_version: sql<number>`lease_version + 1`,
      note: null,
      handled_by: null,
      handled_at: null,
    })
    .where('outcome_id', '=', id)
    .where('state', 'in', ['in_flight', 'outcome_unknown', 'not_created', 'handled'])
    .executeTakeFirst();
  if (updated > 0n) return undefined;
  const other = await db
    .updateTable('withdrawal_outcomes')
    .set({ finding: `The wallet service also created the request ${next.request_id}.` })
    .where('outcome_id', '=', id)
    .where('state', '=', 'confirmed')
    .where('request_id', '<>', next.request_id)
    .returning('request_id')
    .executeTakeFirst();
  return other?.request_id ?? undefined;
}

/** What a row has no more once nothing is to be asked. */
export const closed = { sealed_key: null, next_at: null } as const;

/**
 * Claims rows that are due of accounts that aren't `accountsAtHand`. One that was in flight has lost its sender: its
 * outcome is unknown from now on.
 */
export async function claimDueOutcomes(
  db: Kysely<Tables>,
  {
    accountsAtHand,
    now,
    ...claim
  }: { most: number; accountsAtHand: readonly string[]; now: Instant; leaseMs: number },
): Promise<OutcomeRow[]> {
  const { unknown_since: since, unknown_because: because } = claimedAt(now, 'claimed');
  return await claimDue(
    db,
    {
      table: 'withdrawal_outcomes',
      id: 'outcome_id',
      due: 'next_at',
      version: 'lease_version',
      where: sql`account_id <> all(${[...accountsAtHand]}::text[])`,
      set: sql`state = 'outcome_unknown', unknown_since = ${since}, unknown_because = ${because}`,
    },
    { ...claim, now, atHand: [] },
  );
}

/** Claims one of the account's rows whose outcome is unknown, for a check now, with another key where one is given. */
export async function claimOutcome(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  id: string,
  { at, ...next }: { at: Instant; next_at: Instant; sealed_key: Buffer },
): Promise<OutcomeRow | undefined> {
  return await db
    .updateTable('withdrawal_outcomes')
    .set({ ...next, ...claimedAt(at) })
    .where('outcome_id', '=', id)
    .where((eb) => isOwn(eb, accountId, fingerprint))
    .where((eb) => isUnknown(eb, at))
    .returningAll()
    .executeTakeFirst();
}

/** Closes a row whose outcome is unknown. Undefined where it isn't. */
export async function closeAsHandled(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  id: string,
  { note, by, at }: { note: string; by: string | null; at: Instant },
): Promise<OutcomeRow | undefined> {
  return await db
    .updateTable('withdrawal_outcomes')
    .set({
      ...claimedAt(at),
      ...closed,
      state: 'handled',
      note,
      handled_by: by,
      handled_at: at,
    })
    .where('outcome_id', '=', id)
    .where((eb) => isOwn(eb, accountId, fingerprint))
    .where((eb) => isUnknown(eb, at))
    .returningAll()
    .executeTakeFirst();
}

export async function findOutcomeById(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  id: string,
): Promise<OutcomeRow | undefined> {
  return await db
    .selectFrom('withdrawal_outcomes')
    .selectAll()
    .where('outcome_id', '=', id)
    .where((eb) => isOwn(eb, accountId, fingerprint))
    .executeTakeFirst();
}

/** A page of the account's rows, the latest attempt first, and how many there are. */
export async function listOutcomes(
  db: Kysely<Tables>,
  { accountId, fingerprint }: Owner,
  { external_id: externalId, state, was, limit, offset }: QueryOf<typeof listWithdrawalOutcomes>,
): Promise<{ count: number; rows: OutcomeRow[] }> {
  let matching = db.selectFrom('withdrawal_outcomes').where((eb) => isOwn(eb, accountId, fingerprint));
  if (externalId !== undefined) matching = matching.where('external_id', '=', externalId);
  if (state !== undefined) matching = matching.where('state', '=', state);
  if (was !== undefined) matching = matching.where('unknown_since', 'is not', null);
  const [{ count }, rows] = await Promise.all([
    matching.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    matching
      .selectAll()
      .orderBy('last_attempt_at', 'desc')
      .orderBy('outcome_id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { count, rows };
}

/** How many of the account's withdrawals that were first sent before the moment have no known outcome. */
export async function countOpenOutcomes(
  db: Kysely<Tables>,
  accountId: string,
  before: Instant,
): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawal_outcomes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('state', 'in', openOutcomeStates)
    .where('first_attempt_at', '<', before)
    .executeTakeFirstOrThrow();
  return count;
}

type Rows = ExpressionBuilder<Tables, 'withdrawal_outcomes'>;

function isOwn(eb: Rows, accountId: string, fingerprint: string) {
  return eb.or([eb('account_id', '=', accountId), eb('key_fingerprint', '=', fingerprint)]);
}

/** This includes one in flight whose sender must have ended by now. */
function isUnknown(eb: Rows, at: Instant) {
  return eb.or([
    eb('state', '=', 'outcome_unknown'),
    eb.and([eb('state', '=', 'in_flight'), eb('next_at', '<=', at)]),
  ]);
}

/** Sets what a claim changes; a row in flight becomes one whose outcome is unknown. */
function claimedAt(at: Instant, row = 'withdrawal_outcomes') {
  const [state, since, because] = ['state', 'unknown_since', 'unknown_because'].map((column) =>
    sql.ref(`${row}.${column}`),
  );
  return {
    lease_version: sql<number>`${sql.ref(`${row}.lease_version`)} + 1`,
    state: sql<OutcomeRow['state']>`'outcome_unknown'`,
    unknown_since: sql<Instant>`case when ${state} = 'in_flight' then ${at}::timestamptz else ${since} end`,
    unknown_because: sql<string>`case when ${state} = 'in_flight' then ${senderEnded} else ${because} end`,
  };
}

const senderEnded = 'The console stopped before the wallet service responded.';
