import * as fc from 'fast-check';
import type { Transaction } from 'kysely';
import { describe, expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import { permissions } from '#contract/permissions.ts';
import { decimal } from '#domain/decimal.ts';
import { type Instant, lastMomentOfDay } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { countRequest, insertRequest } from '../withdrawals/withdrawals.store.ts';
import type { ListedRow } from './list.ts';
import { exchangeRow, modelOf, moment, transactionRow, withdrawalRow } from './testing-lists.ts';

const service = setUpService();

const day = 86_400_000;

/** Few moments, so that most rows share theirs with others, at the edges of days, months and years. */
const createdAt = fc
  .tuple(fc.constantFrom(0, 1, 30, 31, 365), fc.constantFrom(0, 0, 1, day - 1), fc.constantFrom(0, 0, 999))
  .map(([days, ms, micros]) => moment(days * day + ms, micros));

/** Mostly no filter, so that several together still find something. */
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const maybe = (...values: string[]) => optional(fc.constantFrom(...values));
const edge = optional(fc.tuple(createdAt, fc.boolean()));

const amount = fc.constantFrom(...['9', '10', '10.5', '0.1', '12345678901234567890.5'].map(decimal));

type Listed<Row extends ListedRow, Field extends string, Made> = {
  path: string;
  id: Field;
  sorts: readonly Field[];
  /** The filters of the interface except for the time; those that name a column are exact. */
  filters: fc.Arbitrary<{ readonly [name: string]: string | undefined }>;
  made: fc.Arbitrary<Made>;
  row: (accountId: string, serial: number, made: Made) => Row;
  insert: (tx: Transaction<Tables>, rows: Row[]) => Promise<void>;
  isFoundBy?: (row: Row, search: string) => boolean;
  /** The last moment that belongs to the end of a range; else the end itself. */
  lastMoment?: (to: Instant) => Instant;
};

/** What is shown of each kind of answer: how many rows there are, and the ids of those on the page. */
function shown(body: unknown, id: string): { count: unknown; ids: unknown[] } {
  const { data } = body as { data: Record<string, unknown> };
  const rows = (data['transactions'] ?? data['data']) as Record<string, unknown>[];
  const meta = data['meta'] as { total: number } | undefined;
  return { count: data['count'] ?? meta?.total, ids: rows.map((row) => row[id]) };
}

function parameterOf([at, isWholeDay]: [Instant, boolean]): string {
  return isWholeDay ? at.slice(0, 10) : at;
}

function momentOf(chosen: [Instant, boolean] | undefined, name: 'from' | 'to'): Instant | undefined {
  if (chosen === undefined || !chosen[1]) return chosen?.[0];
  return name === 'to'
    ? lastMomentOfDay(chosen[0])
    : (`${chosen[0].slice(0, 10)}T00:00:00.000000Z` as Instant);
}

/** Resolves with how often more than one page was put together: of empty lists nothing would be proved. */
async function checkPages<Row extends ListedRow & Record<string, unknown>, Made>(
  listed: Listed<Row, keyof Row & string, Made>,
): Promise<number> {
  const question = fc.record({
    filters: listed.filters,
    from: edge,
    to: edge,
    sort_by: fc.constantFrom(...listed.sorts),
    sort_direction: fc.constantFrom<'asc' | 'desc'>('asc', 'desc'),
    limit: fc.constantFrom(3, 5, 13),
    only: optional(fc.nat({ max: 30 })),
  });
  let pagesPutTogether = 0;
  const law = fc.asyncProperty(
    fc.array(fc.tuple(createdAt, listed.made), { minLength: 8, maxLength: 30, size: 'max' }),
    fc.array(question, { minLength: 6, maxLength: 9 }),
    async (made, questions) => {
      const accountId = await insertAccount(service.db, 'One of many');
      const { token } = await insertKey(service.db, { accountId, name: 'Key', permissions });
      const rows = made.map(([at, of], serial) => listed.row(accountId, serial, { ...of, created_at: at }));
      await inTransaction(service.db, async (tx) => await listed.insert(tx, rows));
      for (const {
        filters,
        from,
        to,
        only,
        limit,
        sort_by: sortBy,
        sort_direction: sortDirection,
      } of questions) {
        const { search, ...exact } = filters;
        const target = only === undefined ? undefined : rows[only];
        const wanted = { ...exact, ...(target && { [listed.id]: String(target[listed.id]) }) };
        const found = rows.filter((row) => search === undefined || listed.isFoundBy?.(row, search));
        const end = momentOf(to, 'to');
        const expected = modelOf(
          found,
          listed.id,
        )({
          filters: wanted as { readonly [name in keyof Row]?: string | undefined },
          from: momentOf(from, 'from'),
          to: end && (listed.lastMoment?.(end) ?? end),
          sortBy,
          sortDirection,
        });
        const query = new URLSearchParams({
          sort_by: sortBy,
          sort_direction: sortDirection,
          limit: `${limit}`,
        });
        for (const [name, value] of Object.entries({ ...wanted, search })) {
          if (value !== undefined) query.set(name, value);
        }
        if (from) query.set('created_from', parameterOf(from));
        if (to) query.set('created_to', parameterOf(to));
        const ids: unknown[] = [];
        for (let offset = 0; offset <= expected.length; offset += limit) {
          query.set('offset', String(offset));
          const { body } = await service.call('GET', `${listed.path}?${String(query)}`, { token });
          const { count, ids: onPage } = shown(body, listed.id);
          expect({ query: String(query), count, rows: onPage.length }).toEqual({
            query: String(query),
            count: expected.length,
            rows: Math.min(limit, expected.length - offset),
          });
          ids.push(...onPage);
        }
        expect({ query: String(query), ids }).toEqual({ query: String(query), ids: expected });
        pagesPutTogether += Number(ids.length > limit);
      }
    },
  );
  await fc.assert(law, { numRuns: triesHere(12) });
  return pagesPutTogether;
}

const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

describe('pages put together are the whole list, without repetition or loss, for every sort and filter:', () => {
  it('transactions', async () => {
    const wallets = [
      'TWalletOfAlice',
      'twalletOFbob',
      'Exchange 100% (cold_1)',
      String.raw`C:\Ärger`,
    ] as const;
    const checked = await checkPages({
      path: '/transactions',
      id: 'transaction_id',
      sorts: ['created_at', 'status'],
      filters: fc.record({
        network: maybe('trx', 'eth', 'sol'),
        currency: maybe('USDT', 'ETH', 'usdt'),
        direction: maybe('in', 'out'),
        status: maybe('completed', 'in_progress', 'error'),
        search: maybe(
          'walletof',
          'WALLETOF',
          'Exchange',
          '100%',
          '%%%',
          'd_1)',
          String.raw`:\Ä`,
          'TX_',
          '00000',
        ),
      }),
      made: fc.record({
        network: fc.constantFrom('trx', 'trx', 'eth'),
        currency: fc.constantFrom('USDT', 'USDT', 'ETH'),
        direction: fc.constantFrom('in', 'out'),
        status: fc.constantFrom('completed', 'completed', 'in_progress', 'error'),
        sender_wallet: fc.constantFrom(...wallets),
        recipient_wallet: fc.constantFrom(...wallets),
      }),
      row: transactionRow,
      insert: insertTransactions,
      isFoundBy: (row, search) =>
        [row.transaction_id, row.sender_wallet, row.recipient_wallet, row.hash].some((text) =>
          lower(text).includes(lower(search)),
        ),
    });
    expect(checked).toBeGreaterThan(0);
  });

  it('exchange transactions', async () => {
    const checked = await checkPages({
      path: '/exchange-transactions',
      id: 'transaction_id',
      sorts: ['created_at', 'status', 'amount_from', 'amount_to', 'rate'],
      filters: fc.record({
        network_from: maybe('eth', 'btc'),
        network_to: maybe('trx', 'eth'),
        currency_from: maybe('ETH', 'BTC'),
        currency_to: maybe('USDT', 'ETH'),
        status: maybe('completed', 'in_progress', 'error'),
      }),
      made: fc.record({
        network_from: fc.constantFrom('eth', 'eth', 'btc'),
        network_to: fc.constantFrom('trx', 'trx', 'eth'),
        currency_from: fc.constantFrom('ETH', 'ETH', 'BTC'),
        currency_to: fc.constantFrom('USDT', 'USDT', 'ETH'),
        status: fc.constantFrom('completed', 'completed', 'in_progress', 'error'),
        amount_from: amount,
        amount_to: amount,
        rate: amount,
      }),
      row: exchangeRow,
      insert: insertExchanges,
    });
    expect(checked).toBeGreaterThan(0);
  });

  it('withdrawal requests, without those that were deleted', async () => {
    const checked = await checkPages({
      path: '/withdrawal-requests',
      id: 'request_id',
      sorts: ['created_at', 'updated_at', 'amount', 'status'],
      filters: fc.record({
        network: maybe('trx', 'eth'),
        currency: maybe('USDT', 'ETH'),
        status: maybe('new', 'processing', 'completed', 'rejected', 'error'),
        external_id: maybe('order-0', 'order-3', 'order-999'),
      }),
      made: fc.record({
        network: fc.constantFrom('trx', 'trx', 'eth'),
        currency: fc.constantFrom('USDT', 'USDT', 'ETH'),
        status: fc.constantFrom('new', 'processing', 'completed', 'rejected', 'error'),
        amount,
        updated_at: createdAt,
      }),
      row: withdrawalRow,
      lastMoment: (to) => `${to.slice(0, 23)}999Z` as Instant,
      insert: async (tx, rows) => {
        for (const row of rows) {
          await insertRequest(tx, row);
          await countRequest(tx, row);
        }
        const deleted = { ...withdrawalRow(rows[0]?.account_id ?? '', 99), deleted_at: moment(day) };
        if (rows.length > 0) await insertRequest(tx, deleted);
      },
    });
    expect(checked).toBeGreaterThan(0);
  });
});
