import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ZERO } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { emptyTables, useTestDatabase } from '#database/testing.ts';
import { parseReportDocument } from '../aml/report/report-document.ts';
import { categories, isCategory } from '../aml/screening/categories.ts';
import { insertAccountKeys } from '../addresses/address-chains.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { createFirstKey } from '../keys/first-key.ts';
import { listKeys } from '../keys/keys.store.ts';
import { verifyLedger } from '../ledger/ledger-verify.ts';
import { createWallet } from '../wallets/create-wallet.ts';
import { listWallets } from '../wallets/wallets.store.ts';
import { sandboxAccountId } from './sandbox-keys.ts';
import { seedSandbox } from './seed-sandbox.ts';

const database = useTestDatabase();
const now = '2026-06-30T18:00:00.000000Z' as Instant;

beforeEach(async () => {
  await insertAccountKeys(database.db, sandboxAccountKeys);
});

async function countBy(table: keyof Tables, column: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ value: string; rows: number }>`
    select ${sql.ref(column)} as value, count(*) as rows from ${sql.table(table)} group by 1`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ value, rows: count }) => [value, count]));
}

const total = (counts: Record<string, number>) => Object.values(counts).reduce((sum, next) => sum + next, 0);

// A sketch of a year, which takes a tenth of the time, has the same flows.
describe.runIf(process.env['LONG_TESTS'] === '1')('a whole year', () => {
  it('is there in the promised numbers, in every status, and its books are right', async () => {
    await seedSandbox(database.db, { now });
    const { differences } = await verifyLedger(database.db);
    expect(differences).toEqual([]);

    const transactions = await countBy('transactions', 'status');
    expect(total(transactions)).toBeGreaterThan(19_500);
    expect(total(transactions)).toBeLessThan(20_500);
    expect(Object.keys(transactions).toSorted()).toEqual(['completed', 'error', 'in_progress']);

    const exchanges = await countBy('exchange_transactions', 'status');
    expect(total(exchanges)).toBeGreaterThan(1_450);
    expect(total(exchanges)).toBeLessThan(1_550);
    expect(Object.keys(exchanges).toSorted()).toEqual(['completed', 'error', 'in_progress']);

    const requests = await countBy('withdrawal_requests', 'status');
    expect(total(requests)).toBeGreaterThan(780);
    expect(total(requests)).toBeLessThan(820);
    expect(requests).toMatchObject({ new: 14, processing: 16 });
    for (const status of ['completed', 'rejected', 'error']) expect(requests[status]).toBeGreaterThan(20);

    const checks = await countBy('aml_checks', 'status');
    expect(checks).toMatchObject({ completed: 71, pending: 2, failed: 1 });

    await expectWalletsToAddUp();
    await expectRequestsToHaveTheirTransactions();
    await expectThreeKindsOfHistory();
  });
});

/**
 * What a reviewer would do: completed `in` less `out` and fees, less what was swept to the pool, less AML fees and what
 * is held. Those last three are the movements that aren’t transactions (docs/sandbox.md).
 */
async function expectWalletsToAddUp(): Promise<void> {
  const { rows } = await sql<{ address: string }>`
    with flows as (
      select recipient_wallet as address, currency, amount from transactions
        where status = 'completed' and direction = 'in'
      union all
      select sender_wallet, currency, -amount - fee from transactions
        where status = 'completed' and direction = 'out'
      union all
      select a.wallet_address, a.currency, e.amount from ledger_entries e
        join ledger_postings p using (posting_id)
        join ledger_accounts a using (ledger_account_id)
        where p.kind in ('collection', 'aml_fee') and a.kind in ('wallet', 'hold')
          and a.wallet_address is not null
    ), sums as (select address, currency, sum(amount) as amount from flows group by 1, 2),
    books as (
      select wallet_address as address, currency, sum(balance) as balance from ledger_accounts
        where wallet_address is not null group by 1, 2
    )
    select b.address from books b left join sums s using (address, currency)
    where b.balance <> coalesce(s.amount, 0)`.execute(database.db);
  expect(rows).toEqual([]);
}

async function expectRequestsToHaveTheirTransactions(): Promise<void> {
  const { rows } = await sql<{ request_id: string }>`
    select r.request_id from withdrawal_requests r
    left join transactions t on t.transaction_id = r.transaction_id and t.hash = r.hash
    left join payments p on p.request_id = r.request_id and p.hash = r.hash
    where (r.status in ('processing', 'completed', 'error')) <> (t.transaction_id is not null)
      or (t.transaction_id is not null) <> (p.request_id is not null)
      or (r.status in ('new', 'processing')) <> (r.next_step_at is not null)
      or t.amount <> r.amount - case when r.fee_included then r.fee else 0 end`.execute(database.db);
  expect(rows).toEqual([]);
  const held = await sql<{ difference: string }>`
    select sum(amount + case when fee_included then 0 else fee end) - (
      select coalesce(sum(balance), 0) from ledger_accounts where kind = 'hold' and currency = 'USDT'
    ) as difference
    from withdrawal_requests where status in ('new', 'processing') and currency = 'USDT'`.execute(
    database.db,
  );
  expect(held.rows).toEqual([{ difference: ZERO }]);
}

async function expectThreeKindsOfHistory(): Promise<void> {
  const checks = await database.db
    .selectFrom('aml_checks')
    .select('report')
    .where('status', '=', 'completed')
    .execute();
  const reports = checks.map(({ report }) => parseReportDocument(report));
  const screened = reports.filter(({ hops }) => hops > 1);
  const isClean = ({ types, score }: (typeof reports)[number]) =>
    Number(score) <= 10 &&
    types.every(({ type }) => !isCategory(type) || categories[type].severity === 'low');
  expect(screened.filter(isClean).length).toBeGreaterThan(3);
  const isMixed = ({ types }: (typeof reports)[number]) =>
    ['gambling', 'otc', 'p2p exchange'].some((wanted) => types.some(({ type }) => type === wanted));
  expect(screened.filter(isMixed).length).toBeGreaterThan(3);
  const isSanctioned = ({ types }: (typeof reports)[number]) =>
    types.some(({ type, share }) => type === 'sanctions' && share > 100);
  expect(screened.filter(isSanctioned).length).toBeGreaterThan(1);
  expect(reports.some(({ score }) => score === '100')).toBe(true);
}

/** Every index and rule of every table, as the database says it. */
async function schema(): Promise<unknown> {
  const { rows } = await sql`
    select indexdef as definition from pg_indexes where schemaname = current_schema()
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = current_schema()::regnamespace
    order by 1`.execute(database.db);
  return rows;
}

it('leaves every index and rule of the tables as it was', async () => {
  const before = await schema();
  await seedSandbox(database.db, { now, size: 'sketch' });
  expect(await schema()).toEqual(before);
});

/** All that there is, except for the moments and what is made of them. */
async function shape(): Promise<unknown> {
  const columns = {
    wallets: ['address', 'network', 'type', 'status', 'chain_index'],
    transactions: [
      'network',
      'direction',
      'status',
      'currency',
      'amount',
      'sender_wallet',
      'recipient_wallet',
    ],
    exchange_transactions: ['status', 'amount_from', 'amount_to', 'rate', 'network_to'],
    withdrawal_requests: ['status', 'amount', 'network', 'recipient_wallet', 'comment'],
    aml_checks: ['uid', 'status', 'network'],
    ledger_accounts: ['ledger_account_id', 'balance'],
  } satisfies Partial<Record<keyof Tables, string[]>>;
  const contents = [];
  for (const [table, names] of Object.entries(columns)) {
    const { rows } = await sql`
      select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}
      order by ${sql.join(names.map((name) => sql.ref(name)))}`.execute(database.db);
    contents.push({ table, rows });
  }
  return contents;
}

it('is the same in everything but its moments whenever it starts', { timeout: 120_000 }, async () => {
  await seedSandbox(database.db, { now, size: 'sketch' });
  const first = await shape();
  for (const other of ['2026-03-01T02:15:00.000000Z', '2027-12-25T23:59:59.999999Z'] as Instant[]) {
    await emptyTables(database.db);
    await insertAccountKeys(database.db, sandboxAccountKeys);
    await seedSandbox(database.db, { now: other, size: 'sketch' });
    expect(await shape()).toEqual(first);
    const { rows } = await sql<{ newest: Instant; oldest: Instant }>`
      select max(created_at) as newest, min(created_at) as oldest from transactions`.execute(database.db);
    expect((rows[0]?.newest ?? '') < other).toBe(true);
    const year = Date.parse(other) - 366 * 86_400_000;
    expect(Date.parse(rows[0]?.oldest ?? '')).toBeGreaterThan(year);
    expect((await verifyLedger(database.db)).differences).toEqual([]);
  }
});

it('keeps what was done since, and gives missing keys back', async () => {
  await seedSandbox(database.db, { now, size: 'sketch' });
  await createWallet(database.db, sandboxAccountId, { name: 'Mine', network: 'btc', type: 'user' });
  await database.db.deleteFrom('api_keys').where('name', '=', 'Finance').execute();
  await seedSandbox(database.db);
  expect((await listKeys(database.db)).map(({ name }) => name)).toContain('Finance');
  const { wallets } = await listWallets(database.db, sandboxAccountId, {
    limit: 300,
    offset: 0,
    sort_by: 'created_at',
    sort_direction: 'desc',
  });
  expect(wallets.map(({ name }) => name)).toContain('Mine');
});

it('leaves a database that has accounts as it is', async () => {
  await createFirstKey(database.db);
  await seedSandbox(database.db);
  expect(await listKeys(database.db)).toHaveLength(1);
  expect((await verifyLedger(database.db)).counts).toMatchObject({ accounts: 1, wallets: 0 });
});
