import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromDate, writeExchangeTime, writeIsoTime, writeTransactionTime } from '#domain/time.ts';
import { canJudge, contradictedBy, ignoredParameters } from './check-answer.ts';
import { type AskedQuery, withoutDefaults } from './asked-query.ts';
import type { Operation } from './operation.ts';
import { parseResponse } from './parse-response.ts';
import { listExchangeTransactions } from './wallet-service/exchanges.ts';
import { walletServiceOperations } from './wallet-service/operations.ts';
import { listTransactions } from './wallet-service/transactions.ts';
import { listWallets } from './wallet-service/wallets.ts';
import { listWithdrawalRequests } from './wallet-service/withdrawals.ts';

const row = (value: Record<string, unknown>) => ({ value });
const paging = { count: 1_000, offset: null };

const transaction = (changes: Record<string, unknown> = {}) =>
  row({
    transaction_id: 'tx_1',
    network: 'trx',
    direction: 'in',
    status: 'completed',
    currency: 'USDT',
    sender_wallet: 'TSender',
    recipient_wallet: 'TRecipient',
    hash: 'abcdef',
    created_at: '2026-07-01 10:00:00.123456+00',
    ...changes,
  });

const ignored = (query: AskedQuery, ...rows: ReturnType<typeof row>[]) =>
  ignoredParameters(listTransactions, query, rows, paging);

const amounts = (...texts: string[]) =>
  ignoredParameters(
    listExchangeTransactions,
    { sort_by: 'amount_from' },
    texts.map((amount_from) => row({ amount_from })),
    paging,
  );

const named = (...names: string[]) =>
  ignoredParameters(
    listWallets,
    { sort_by: 'name', sort_direction: 'asc' },
    names.map((name) => row({ name })),
    paging,
  );

const statuses = (...texts: string[]) =>
  ignored({ sort_by: 'status' }, ...texts.map((status) => transaction({ status })));

const sentAt = (minute: number) => transaction({ created_at: `2026-07-01 10:0${minute}:00.000000+00` });

describe('rows that contradict a query', () => {
  it.each([
    ['network', 'eth'],
    ['currency', 'BTC'],
    ['direction', 'out'],
    ['status', 'error'],
    ['transaction_id', 'tx_2'],
    ['search', 'nowhere'],
    ['created_from', '2026-07-01T10:00:00.123457Z'],
    ['created_to', '2026-07-01T10:00:00.123455Z'],
  ])('prove that %s was ignored', (name, value) => {
    expect(ignored({ [name]: value }, transaction())).toEqual([name]);
  });

  it.each([
    ['network', 'TRX'],
    ['currency', 'usdt'],
    ['search', 'RECIP'],
    ['created_from', '2026-07-01T10:00:00.123456Z'],
    ['created_to', '2026-07-01T10:00:00.123456Z'],
    ['created_to', '2026-07-01'],
    ['created_from', '2026-07-01T12:00:00+02:00'],
  ])('are none where they match %s in another writing', (name, value) => {
    expect(ignored({ [name]: value }, transaction())).toEqual([]);
  });

  it('are none where what they say cannot be read, or was shortened', () => {
    const query = { network: 'eth', search: 'TRec', created_from: '2027-01-01' };
    expect(ignored(query, row({ created_at: 'yesterday', network: 7 }))).toEqual([]);
    expect(ignored({ search: 'missing' }, transaction({ recipient_wallet: 'TRe…ent' }))).toEqual([]);
    const wallets = [row({ address: 'TAb...xyz' })];
    expect(ignoredParameters(listWallets, { address: 'TAbcdefxyz' }, wallets, paging)).toEqual([]);
  });

  it('are none of names whose order depends on the alphabet', () => {
    expect(named('Zebra', 'apple', 'Ärger', '漢', 'beta')).toEqual([]);
    expect(named('beta', 'apple', 'gamma')).toEqual(['sort_by']);
  });

  it('are wallets without the currency, or in another order of its balances', () => {
    const holding = (...held: string[]) =>
      held.map((available) => row({ balances: { ETH: { available }, USDT: { available: '1' } } }));
    const asked = (query: AskedQuery, ...held: string[]) =>
      ignoredParameters(listWallets, query, holding(...held), paging);
    expect(asked({ currency: 'eth' }, '2', '0')).toEqual(['currency']);
    expect(asked({ currency: 'eth', sort_by: 'balance' }, '10', '9')).toEqual([]);
    expect(asked({ currency: 'eth', sort_by: 'balance' }, '9', '10', '8')).toEqual(['sort_by']);
    expect(asked({ sort_by: 'balance' }, '9', '10', '8')).toEqual([]);
    expect(ignoredParameters(listWallets, { currency: 'eth' }, [row({})], paging)).toEqual([]);
  });

  it('are none of a time that is written to the millisecond', () => {
    const at = '2026-07-01T10:00:00.123456Z';
    const rows = [row({ created_at: '2026-07-01T10:00:00.123Z' })];
    for (const query of [{ created_from: at }, { created_to: at }]) {
      expect(ignoredParameters(listWithdrawalRequests, query, rows, paging)).toEqual([]);
    }
    const later = { created_from: '2026-07-01T10:00:00.125000Z' };
    expect(ignoredParameters(listWithdrawalRequests, later, rows, paging)).toEqual(['created_from']);
  });

  it('prove that the order was ignored, even if it is the default order', () => {
    expect(ignored({}, sentAt(3), sentAt(2), sentAt(2), sentAt(1))).toEqual([]);
    expect(ignored({}, sentAt(2), sentAt(3), sentAt(1))).toEqual(['sort_by']);
    expect(ignored({ sort_direction: 'asc' }, sentAt(3), sentAt(2), sentAt(1))).toEqual(['sort_direction']);
    expect(ignored({ sort_direction: 'asc' }, sentAt(1), sentAt(1), sentAt(2))).toEqual([]);
  });

  it('compare amounts as numbers, and require of statuses only that equal ones are adjacent', () => {
    expect(amounts('10', '9.5', '9.5', '0.000000000000000001')).toEqual([]);
    expect(amounts('9', '10', '1')).toEqual(['sort_by']);
    expect(statuses('error', 'error', 'completed', 'in_progress')).toEqual([]);
    expect(statuses('error', 'completed', 'error')).toEqual(['sort_by']);
  });

  it('prove that the page was ignored', () => {
    const one = [transaction()];
    const offsetOf = (count: number | null, offset: number | null) =>
      ignoredParameters(listTransactions, { offset: 300 }, one, { count, offset });
    expect(offsetOf(1_000, null)).toEqual([]);
    expect(offsetOf(1_000, 0)).toEqual(['offset']);
    expect(offsetOf(300, null)).toEqual(['offset']);
    const three = [transaction(), transaction(), transaction()];
    expect(ignoredParameters(listTransactions, { limit: 2 }, three, paging)).toEqual(['limit']);
  });
});

describe('a row on its own', () => {
  it('says which parameters it contradicts, and which it proves nothing about', () => {
    const query = { network: 'eth', currency: 'USDT', created_to: '2026-01-01', sort_by: 'status' };
    expect(contradictedBy(listTransactions, query, transaction())).toEqual(['created_to', 'network']);
    expect(canJudge(listTransactions, 'network', transaction())).toBe(true);
    expect(canJudge(listTransactions, 'search', transaction({ hash: undefined }))).toBe(false);
    expect(canJudge(listTransactions, 'created_to', transaction({ created_at: 'soon' }))).toBe(false);
  });
});

const moment = fc
  .tuple(fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }))
  .map(([date]) => instantFromDate(date));

it('never doubts a provider that does as it is asked, however it writes its times', () => {
  const writers = [writeTransactionTime, writeExchangeTime, writeIsoTime];
  fc.assert(
    fc.property(fc.array(moment), moment, moment, fc.boolean(), fc.nat(2), (all, a, b, isAscending, at) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const write = writers[at] ?? writeIsoTime;
      const sorted = all.filter((one) => one >= from && one <= to).toSorted();
      const rows = (isAscending ? sorted : sorted.toReversed()).map((one) => row({ created_at: write(one) }));
      const query = { created_from: from, created_to: to, sort_direction: isAscending ? 'asc' : 'desc' };
      expect(ignoredParameters(listTransactions, query, rows, paging)).toEqual([]);
    }),
  );
});

it('knows the meaning of every parameter of every list of the interface', () => {
  const all: readonly Operation[] = walletServiceOperations;
  const lists = all.flatMap(({ query, rows }) => (query && rows ? [{ query, rows }] : []));
  expect(lists).toHaveLength(4);
  for (const { query, rows } of lists) {
    expect(Object.keys(rows.parameters ?? {}).sort()).toEqual(Object.keys(query.shape).sort());
  }
});

it('sends nothing that the contract fills in anyway', () => {
  const query = {
    sort_by: 'created_at',
    sort_direction: 'desc',
    offset: 0,
    limit: 100,
    network: '',
    status: undefined,
  };
  expect(withoutDefaults(listTransactions, query)).toEqual({});
  expect(withoutDefaults(listWithdrawalRequests, query)).toEqual({ limit: '100' });
  expect(withoutDefaults(listTransactions, { ...query, offset: 100, sort_by: 'status' })).toEqual({
    offset: '100',
    sort_by: 'status',
  });
});

const read = (data: object, query: AskedQuery = {}, known: readonly string[] = []) => {
  const answer = parseResponse(listTransactions, 200, JSON.stringify({ code: '200', data }), {
    query,
    ignored: known,
  });
  if (!answer.ok) throw new Error(answer.message);
  const { count, stated, ignored: names, pageSize } = answer.data;
  return { count, stated, ignored: names, pageSize };
};

describe('the count of a list', () => {
  const transactions = [transaction().value];

  it('is unknown where a filter was ignored, or is known to be', () => {
    expect(read({ count: 7, transactions }, { network: 'eth' })).toMatchObject({
      count: null,
      stated: 7,
      ignored: ['network'],
    });
    expect(read({ count: 7, transactions }, { network: 'trx' }, ['network', 'status'])).toMatchObject({
      count: null,
      ignored: ['network'],
    });
    expect(read({ count: 7, transactions }, { network: 'trx' })).toMatchObject({ count: 7, ignored: [] });
  });

  it('is unknown if it is missing, not a number, or smaller than the number of rows', () => {
    for (const count of [undefined, null, 'many', -1, 1.5, 0]) {
      expect(read({ count, transactions })).toMatchObject({ count: null });
    }
    expect(read({ count: '12', transactions })).toMatchObject({ count: 12, stated: 12 });
    expect(read({ count: 5, transactions }, { offset: 5 })).toMatchObject({ ignored: ['offset'] });
  });

  it('says how many rows a page really has', () => {
    expect(read({ count: 7, transactions }, { limit: 300 })).toMatchObject({ pageSize: 1 });
    expect(read({ count: 1, transactions }, { limit: 300 })).toMatchObject({ pageSize: 300 });
    expect(read({ count: 7, transactions }, { limit: 300, offset: 6 })).toMatchObject({ pageSize: 300 });
  });
});
