import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { listExchangeRates } from '#contract/gateway/exchange-rates.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { ExchangeRatesTable } from '#database/rate-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { type KnownRate, oldestUsable, type RateRules } from '#domain/exchange-rates.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { type NewRate, rateKey } from './new-rate.ts';

export type ExchangeRateRow = ExchangeRatesTable;

type Source = Pick<ExchangeRateRow, 'source' | 'origin'>;

/** What recording rates would do. `replaced`: values that differ from those of the same moments. */
export type RateChanges = {
  added: NewRate[];
  replaced: { current: ExchangeRateRow; rate: NewRate }[];
  unchanged: number;
};

const ROWS_PER_STATEMENT = 2_000;

/** Compares new rates with the current ones of the same source. */
export async function compareRates(
  db: Kysely<Tables>,
  accountId: string,
  source: Source['source'],
  rates: readonly NewRate[],
): Promise<RateChanges> {
  const current = new Map<string, ExchangeRateRow>();
  for (const some of chunksOf(rates)) {
    const { rows } = await sql<ExchangeRateRow>`
      select known.* from exchange_rates as known
      join unnest(
        ${some.map(({ currency }) => currency)}::text[],
        ${some.map(({ quote }) => quote)}::text[],
        ${some.map(({ at }) => at)}::timestamptz[]
      ) as wanted (currency, quote, at)
        on known.currency = wanted.currency and known.quote = wanted.quote and known.at = wanted.at
      where known.account_id = ${accountId} and known.source = ${source} and known.superseded_at is null`.execute(
      db,
    );
    for (const row of rows) current.set(rateKey(row), row);
  }
  const changes: RateChanges = { added: [], replaced: [], unchanged: 0 };
  for (const rate of rates) {
    const known = current.get(rateKey(rate));
    if (known === undefined) changes.added.push(rate);
    else if (known.rate === rate.rate) changes.unchanged += 1;
    else changes.replaced.push({ current: known, rate });
  }
  return changes;
}

type Recording = Source & { accountId: string; by: string | null; at: Instant };

/**
 * Records rates: values that are replaced are kept as superseded. All or nothing. With `mayReplace` false, nothing is
 * recorded if any would be replaced. Throws a unique violation if another request records one of the same moment.
 */
export async function recordRates(
  db: Kysely<Tables>,
  { accountId, source, origin, by, at }: Recording,
  { rates, mayReplace }: { rates: readonly NewRate[]; mayReplace: boolean },
): Promise<RateChanges> {
  return await inTransaction(db, async (trx) => {
    const changes = await compareRates(trx, accountId, source, rates);
    const { added, replaced } = changes;
    if (replaced.length > 0 && !mayReplace) return changes;
    for (const some of chunksOf(replaced)) {
      await trx
        .updateTable('exchange_rates')
        .set({ superseded_at: at, superseded_by: by })
        .where(
          'rate_id',
          'in',
          some.map(({ current }) => current.rate_id),
        )
        .where('superseded_at', 'is', null)
        .execute();
    }
    for (const some of chunksOf([...added, ...replaced.map(({ rate }) => rate)])) {
      await trx
        .insertInto('exchange_rates')
        .values(some.map((rate) => rowOf(rate, { accountId, source, origin, by, at })))
        .execute();
    }
    return changes;
  });
}

function rowOf(rate: NewRate, { accountId, source, origin, by, at }: Recording): ExchangeRateRow {
  return {
    rate_id: `rate_${randomBytes(12).toString('hex')}`,
    account_id: accountId,
    ...rate,
    source,
    origin,
    recorded_at: at,
    recorded_by: by,
    superseded_at: null,
    superseded_by: null,
  };
}

function chunksOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_PER_STATEMENT) }, (_, index) =>
    all.slice(index * ROWS_PER_STATEMENT, (index + 1) * ROWS_PER_STATEMENT),
  );
}

/** Takes rates out of use. Gives how many were in use. */
export async function supersedeRates(
  db: Kysely<Tables>,
  { accountId, ids, by, at }: { accountId: string; ids: readonly string[]; by: string | null; at: Instant },
): Promise<number> {
  const rows = await db
    .updateTable('exchange_rates')
    .set({ superseded_at: at, superseded_by: by })
    .where('account_id', '=', accountId)
    .where('rate_id', 'in', ids)
    .where('superseded_at', 'is', null)
    .returning('rate_id')
    .execute();
  return rows.length;
}

/** A page of the account's rates, the latest moment first. */
export async function listRates(
  db: Kysely<Tables>,
  accountId: string,
  { currency, source, state, limit, offset }: QueryOf<typeof listExchangeRates>,
): Promise<{ count: number; rows: ExchangeRateRow[] }> {
  let matching = db.selectFrom('exchange_rates').where('account_id', '=', accountId);
  if (currency !== undefined) matching = matching.where('currency', '=', currency.toUpperCase());
  if (source !== undefined) matching = matching.where('source', '=', source);
  if (state === 'current') matching = matching.where('superseded_at', 'is', null);
  const { count } = await matching
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('rate_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, rows };
}

export async function hasRates(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const any = await db
    .selectFrom('exchange_rates')
    .select('rate_id')
    .where('account_id', '=', accountId)
    .where('superseded_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return any !== undefined;
}

/** Exchanges whose rates are recorded already. */
export async function findRecordedExchanges(
  db: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('exchange_rates')
    .select('origin')
    .where('account_id', '=', accountId)
    .where('source', '=', 'exchange')
    .where('origin', 'in', ids)
    .execute();
  return new Set(rows.map(({ origin }) => origin));
}

/** Records rates of exchanges. One that was recorded, and one of another at the same moment, is left out. Gives how many are new. */
export async function recordExchanges(
  db: Kysely<Tables>,
  recording: Omit<Recording, keyof Source>,
  rates: readonly (NewRate & { origin: string })[],
): Promise<number> {
  if (rates.length === 0) return 0;
  const added = await db
    .insertInto('exchange_rates')
    .values(rates.map(({ origin, ...rate }) => rowOf(rate, { ...recording, source: 'exchange', origin })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('rate_id')
    .execute();
  return added.length;
}

type Known = { accountId: string; knownAt: Instant | undefined };

/** What counts now or, with `knownAt`, what counted then. */
function counted({ accountId, knownAt }: Known) {
  return knownAt === undefined
    ? sql`account_id = ${accountId} and superseded_at is null`
    : sql`account_id = ${accountId} and recorded_at <= ${knownAt}::timestamptz
        and (superseded_at is null or superseded_at > ${knownAt}::timestamptz)`;
}

/** The rates that may be used at the moment: the newest of each pair and source. */
export async function findRatesAt(
  db: Kysely<Tables>,
  known: Known,
  { moment, rules }: { moment: Instant; rules: RateRules },
): Promise<KnownRate[]> {
  const { rows } = await sql<KnownRate>`
    select distinct on (currency, quote, source) currency, quote, rate, at, source, origin
    from exchange_rates
    where ${counted(known)} and at <= ${moment}::timestamptz
      and at >= ${oldestUsable(moment, rules)}::timestamptz
    order by currency, quote, source, at desc, recorded_at desc, rate_id`.execute(db);
  return rows;
}

/** Every rate that may be used at any moment of the period. */
export async function findRatesIn(
  db: Kysely<Tables>,
  accountId: string,
  { from, to, rules }: { from: Instant; to: Instant; rules: RateRules },
): Promise<KnownRate[]> {
  const { rows } = await sql<KnownRate>`
    select currency, quote, rate, at, source, origin
    from exchange_rates
    where ${counted({ accountId, knownAt: undefined })} and at >= ${oldestUsable(from, rules)}::timestamptz
      and at <= ${addMs(to, 86_400_000)}::timestamptz
    order by at, rate_id`.execute(db);
  return rows;
}
