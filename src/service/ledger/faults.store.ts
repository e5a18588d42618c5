import { randomBytes } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Instant } from '#domain/time.ts';
import type { LedgerFaultsTable } from '#database/ledger-check-tables.ts';
import type { Tables } from '#database/tables.ts';
import { now } from '#domain/clock.ts';
import type { Finding, WalkName } from './rules/rule.ts';

type Fault = LedgerFaultsTable;

/** More faults of one rule in one account say nothing more. Those left out are found once these are resolved. */
const mostOfOneRule = 1_000;

export type NewFault = { rule: string; walk: WalkName; finding: Finding };

/** Writes down what a step has found. Gives the faults that were not known before. */
export async function recordFaults(
  tx: Transaction<Tables>,
  found: readonly NewFault[],
): Promise<readonly NewFault[]> {
  const fresh: NewFault[] = [];
  const moment = now();
  for (const fault of found) {
    const { rule, finding } = fault;
    const { accountId, subject, mark } = finding;
    const seen = await tx
      .updateTable('ledger_faults')
      .set({
        last_seen_at: moment,
        expected: finding.expected,
        found: finding.found,
        row_key: finding.rowKey,
        recheck: null,
      })
      .where('rule', '=', rule)
      .where('subject', '=', subject)
      .where('mark', '=', mark)
      .where('resolved_at', 'is', null)
      .executeTakeFirst();
    if (seen.numUpdatedRows > 0n || (await countFaults(tx, rule, accountId)) >= mostOfOneRule) continue;
    const inserted = await tx
      .insertInto('ledger_faults')
      .values({
        fault_id: `fault_${randomBytes(12).toString('hex')}`,
        rule,
        walk: fault.walk,
        row_key: finding.rowKey,
        account_id: accountId,
        subject,
        mark,
        expected: finding.expected,
        found: finding.found,
        first_seen_at: moment,
        last_seen_at: moment,
        resolved_at: null,
        recheck: null,
      })
      // Two rows of one step may have the same fault, as two postings of one reference have.
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) fresh.push(fault);
  }
  return fresh;
}

async function countFaults(tx: Transaction<Tables>, rule: string, accountId: string | null): Promise<number> {
  const { count } = await tx
    .selectFrom('ledger_faults')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .where('rule', '=', rule)
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The round that begins has to find every open fault again. */
export async function expectFaults(tx: Transaction<Tables>, round: string): Promise<void> {
  await tx.updateTable('ledger_faults').set({ recheck: round }).where('resolved_at', 'is', null).execute();
}

/** Resolves the faults that the round did not find again. Gives how many. */
export async function resolveFaults(tx: Transaction<Tables>, round: string): Promise<number> {
  const resolved = await tx
    .updateTable('ledger_faults')
    .set({ resolved_at: now(), recheck: null })
    .where('recheck', '=', round)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  return Number(resolved.numUpdatedRows);
}

export type AccountFault = Fault & {
  /** Null: payments are stopped because of it. */
  resumed_at: Instant | null;
  resumed_by: string | null;
  note: string | null;
};

/** The open faults that concern the account, its own and those of no account; the newest first. */
export async function listFaults(
  db: Kysely<Tables>,
  accountId: string,
  limit: number,
): Promise<AccountFault[]> {
  return await db
    .selectFrom('ledger_faults as f')
    .leftJoin('ledger_resumptions as r', (join) =>
      join.onRef('r.fault_id', '=', 'f.fault_id').on('r.account_id', '=', accountId),
    )
    .selectAll('f')
    .select(['r.resumed_at', 'r.resumed_by', 'r.note'])
    .where('f.resolved_at', 'is', null)
    .where((e) => e.or([e('f.account_id', '=', accountId), e('f.account_id', 'is', null)]))
    .orderBy('f.first_seen_at', 'desc')
    .orderBy('f.fault_id')
    .limit(limit)
    .execute();
}

/** How many open faults concern the account, and for how many of them its payments are stopped. */
export async function countOpenFaults(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ faults: number; stopping: number }> {
  const { rows } = await sql<{ faults: number; stopping: number }>`
    select count(*) as faults, count(*) filter (where r.fault_id is null) as stopping
    from ledger_faults f
    left join ledger_resumptions r on r.fault_id = f.fault_id and r.account_id = ${accountId}
    where f.resolved_at is null and (f.account_id = ${accountId} or f.account_id is null)`.execute(db);
  return rows[0] ?? { faults: 0, stopping: 0 };
}

/**
 * Whether payments of the account are stopped: a fault of it, or of no account, is open, and no user has resumed
 * payments in spite of it. Asked in the transaction that begins or signs a payment.
 */
export async function arePaymentsStopped(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select f.fault_id from ledger_faults f
    where f.resolved_at is null and (f.account_id = ${accountId} or f.account_id is null)
      and not exists (
        select from ledger_resumptions r where r.fault_id = f.fault_id and r.account_id = ${accountId}
      )
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Lets the account pay in spite of these faults. Faults that don't concern the account are left alone. */
export async function resumePayments(
  db: Kysely<Tables>,
  accountId: string,
  { faultIds, note, keyName }: { faultIds: readonly string[]; note: string; keyName: string | null },
): Promise<void> {
  await sql`
    insert into ledger_resumptions (fault_id, account_id, note, resumed_by, resumed_at)
    select f.fault_id, ${accountId}, ${note}, ${keyName}, ${now()}::timestamptz
    from ledger_faults f
    where f.fault_id = any(${[...faultIds]}::text[]) and f.resolved_at is null
      and (f.account_id = ${accountId} or f.account_id is null)
    on conflict (fault_id, account_id) do nothing`.execute(db);
}
