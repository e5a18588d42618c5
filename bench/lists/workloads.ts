import { randomUUID } from 'node:crypto';
import type { Request } from 'autocannon';
import { type Kysely, sql } from 'kysely';
import type { transactionList } from '../../src/service/transactions/transaction-list.ts';
import { makeRandom } from '../../src/service/sandbox/random.ts';
import type { Tables } from '../../src/database/tables.ts';
import type { Loaded } from './load-rows.ts';

export type Workload = {
  name: string;
  requests: Request[];
  /** What plain SQL would do for one request, if there is such a thing. */
  plain?: ((db: Kysely<Tables>) => Promise<unknown>) | undefined;
};

type Filters = Partial<Record<(typeof transactionList.dimensions)[number], string>>;

const path = '/api/prod/v1/transactions';
const pageSize = 100;
const filtersUsed: readonly Filters[] = [
  { network: 'eth' },
  { network: 'btc' },
  { status: 'error' },
  { network: 'trx', currency: 'USDT', direction: 'out' },
];
/** How many different requests a workload repeats. */
const variety = 40;

/** The workloads for the rows at hand: every request of them finds something. */
export async function makeWorkloads(db: Kysely<Tables>, loaded: Loaded): Promise<Workload[]> {
  const { accountId } = loaded;
  const random = makeRandom(20_260_701);
  const count = await countOf(db, accountId, {});
  const counts = await Promise.all(filtersUsed.map(async (filters) => await countOf(db, accountId, filters)));
  const pages = (filters: Filters, of: number, more = {}) =>
    get({ limit: pageSize, offset: random.integer(Math.max(1, of - pageSize)), ...filters, ...more });
  const filtered = (n: number) =>
    pages(filtersUsed[n % filtersUsed.length] ?? {}, counts[n % counts.length] ?? 0);

  const list = times((n) => get({ limit: pageSize, offset: (n % 10) * pageSize }));
  const deep = times(() => pages({}, count));
  const write = times((n) => withdrawal(loaded.walletAddresses[n % loaded.walletAddresses.length] ?? ''));
  const sample = await sampleOf(db, accountId, count);
  const search = times((n) => {
    const row = sample[n % sample.length];
    return get({ limit: pageSize, search: (n % 2 === 0 ? row?.hash : row?.transaction_id) ?? '' });
  });
  const prefix = times((n) => {
    const row = sample[n % sample.length];
    return get({
      limit: pageSize,
      search: ((n % 2 === 0 ? row?.hash : row?.transaction_id) ?? '').slice(0, 20),
    });
  });
  const { network = '' } = filtersUsed[0] ?? {};

  return [
    { name: 'list', requests: list, plain: plainPage(accountId, {}, 0) },
    {
      name: 'count',
      requests: times((n) => get({ limit: 1, ...filtersUsed[n % filtersUsed.length] })),
      plain: plainCount(accountId, { network }),
    },
    { name: 'deep', requests: deep, plain: plainPage(accountId, {}, Math.floor(count / 2)) },
    {
      name: 'last',
      requests: [get({ limit: pageSize, offset: Math.max(0, count - pageSize) })],
      plain: plainPage(accountId, {}, Math.max(0, count - pageSize)),
    },
    {
      name: 'filtered',
      requests: times(filtered),
      plain: plainPage(accountId, { network }, Math.floor((counts[0] ?? 0) / 2)),
    },
    { name: 'sorted', requests: times(() => pages({}, count, { sort_by: 'status' })) },
    { name: 'search', requests: search },
    { name: 'prefix', requests: prefix },
    { name: 'write', requests: write },
    { name: 'mixed', requests: times((n) => (n % 10 === 9 ? write : n % 2 === 0 ? list : deep)[n] ?? {}) },
  ];
}

function get(query: Record<string, string | number>): Request {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return { path: `${path}?${parameters.toString()}` };
}

function times(make: (n: number) => Request): Request[] {
  return Array.from({ length: variety }, (_, n) => make(n));
}

function plainPage(accountId: string, filters: Filters, offset: number) {
  return async (db: Kysely<Tables>): Promise<void> => {
    await sql`select * from transactions where ${conditions(accountId, filters)}
      order by transaction_id desc limit ${pageSize} offset ${offset}`.execute(db);
    await plainCount(accountId, filters)(db);
  };
}

function plainCount(accountId: string, filters: Filters) {
  return async (db: Kysely<Tables>): Promise<void> => {
    await sql`select count(*) from transactions where ${conditions(accountId, filters)}`.execute(db);
  };
}

function conditions(accountId: string, filters: Filters) {
  return sql.join(
    Object.entries({ account_id: accountId, ...filters }).map(
      ([column, value]) => sql`${sql.ref(column)} = ${value}`,
    ),
    sql` and `,
  );
}

async function countOf(db: Kysely<Tables>, accountId: string, filters: Filters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(rows), 0)::bigint as count from transaction_counts
    where grain = 'month' and ${conditions(accountId, filters)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A few rows from all over the list. */
async function sampleOf(db: Kysely<Tables>, accountId: string, count: number) {
  return await db
    .selectFrom('transactions')
    .select(['transaction_id', 'hash'])
    .where('account_id', '=', accountId)
    .orderBy('transaction_id')
    .limit(variety)
    .offset(Math.floor(count / 3))
    .execute();
}

/** A withdrawal that no other request repeats. */
function withdrawal(sender: string): Request {
  const order = {
    amount: '10',
    fee_included: false,
    currency: 'USDT',
    network: 'trx',
    sender: 'user',
    sender_wallet: sender,
    recipient_wallet: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  };
  return {
    method: 'POST',
    path: '/api/prod/v1/withdrawal-request',
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ ...order, external_id: `bench-${randomUUID()}` }),
    }),
  };
}
