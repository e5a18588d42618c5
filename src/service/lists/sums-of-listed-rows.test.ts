import * as fc from 'fast-check';
import type { Transaction } from 'kysely';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { textOf } from '#contract/asked-query.ts';
import {
  sumExchangeTransactions,
  sumTransactions,
  sumWithdrawalRequests,
} from '#contract/gateway/list-sums.ts';
import type { Operation } from '#contract/operation.ts';
import { permissions } from '#contract/permissions.ts';
import type { ReadList } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import type { WithdrawalRequestsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { decimal } from '#domain/decimal.ts';
import { makeSums, type SumLine, sumRules, type SumRules } from '#domain/list-sums.ts';
import { sumExchangesOf } from '../exchanges/exchange-sums.store.ts';
import { insertExchanges } from '../exchanges/exchanges.store.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { base, setUpService } from '../testing.ts';
import { sumTransactionsOf } from '../transactions/transaction-sums.store.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { sumRequestsOf } from '../withdrawals/withdrawal-sums.store.ts';
import { changeRequest, countRequest, insertRequest, lockRequest } from '../withdrawals/withdrawals.store.ts';
import { exchangeRow, moment, transactionRow, withdrawalRow } from './testing-lists.ts';

const service = setUpService();
const day = 86_400_000;
const rows = 40;

const createdAt = fc
  .tuple(
    fc.constantFrom(0, 1, 30, 31, 58, 365),
    fc.constantFrom(0, 1, day / 2, day - 1),
    fc.constantFrom(0, 1, 999),
  )
  .map(([days, ms, micros]) => moment(days * day + ms, micros));
const amount = fc.constantFrom(
  ...['0.000000000000000001', '12345678901234567890.5', '3', '0.7'].map(decimal),
);
const fee = fc.constantFrom(...['0', '0', '0.000000000000000001', '1.5'].map(decimal));
const network = fc.constantFrom('trx', 'trx', 'eth');
const currency = fc.constantFrom('USDT', 'USDT', 'ETH');
const status = fc.constantFrom('completed', 'completed', 'in_progress', 'error');
const address = fc.constantFrom('TQabcdef123456789', 'TQabcdef123456000', '0xabcdef123456');

/** So that most questions match some rows. */
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const maybe = (...values: string[]) => seldom(fc.constantFrom(...values));
const edge = fc.option(
  fc.tuple(createdAt, fc.boolean()).map(([at, isDay]) => (isDay ? at.slice(0, 10) : at)),
  { nil: undefined, freq: 2 },
);
const oneRow = seldom(fc.nat({ max: rows - 1 }));
const range = { created_from: edge, created_to: edge };

/** A value of some row, or a part of it. */
type Part = { row: number; column: string; isWhole: boolean; from: number; length: number };

const partOf = (...columns: string[]): fc.Arbitrary<Part | undefined> =>
  seldom(
    fc.record({
      row: fc.nat({ max: rows - 1 }),
      column: fc.constantFrom(...columns),
      isWhole: fc.boolean(),
      from: fc.constantFrom(0, 0, 1, 4),
      length: fc.constantFrom(3, 5, 12, 16),
    }),
  );

type Values = readonly Readonly<Record<string, unknown>>[];

function textAt(values: Values, part: Part | undefined): string | undefined {
  const text = part && textOf(values[part.row]?.[part.column]);
  if (text === undefined || part === undefined || part.isWhole) return text;
  const cut = text.slice(part.from, part.from + part.length);
  return cut.length < 3 ? text : cut;
}

/** Rows of an account, and what is asked about them. */
const tries = <R, Q>(row: fc.Arbitrary<R>, question: fc.Arbitrary<Q>) =>
  [
    fc.array(row, { minLength: rows, maxLength: rows }),
    fc.array(question, { minLength: 20, maxLength: 20 }),
  ] as const;
// The same each time, as what they have to meet is counted below.
const runs = { numRuns: 4, seed: 43, endOnFailure: true };

type Account = { accountId: string; token: string };

async function newAccount(): Promise<Account> {
  const accountId = await insertAccount(service.db, 'One of many');
  return { accountId, token: (await insertKey(service.db, { accountId, name: 'Key', permissions })).token };
}

type Listed = { operation: Operation; rules: SumRules; query: Readonly<Record<string, string | undefined>> };

/** The sums of the rows that the list itself gives for the query, and how many there are. */
async function addUpRows(
  { token }: Account,
  { operation, rules, query }: Listed,
  cellsOf: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (row) => row,
): Promise<{ lines: SumLine[]; count: number }> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const asked = { ...Object.fromEntries(given), limit: '300' };
  const search = new URLSearchParams(asked).toString();
  const path = `${operation.path.slice(base.length)}?${search}`;
  const { status: code, text } = await service.call('GET', path, { token });
  const answer = parseResponse(operation, code, text, { query: asked });
  if (!answer.ok) throw new Error(text);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the operation is that of a list.
  const list = answer.data as ReadList<Record<string, unknown>>;
  expect(list.rows).toHaveLength(list.count ?? -1);
  const sums = makeSums(rules);
  for (const { value } of list.rows) {
    const cells = cellsOf(value);
    sums.addRow((column) => textOf(cells[column]));
  }
  return { lines: sums.lines(), count: list.rows.length };
}

/** Of questions that no row matches, nothing would be proved. */
function expectVariety(counts: readonly number[]): void {
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(counts.length / 3);
  expect(new Set(counts).size).toBeGreaterThan(8);
}

it('sums of transactions are those of the rows that the list gives for the same query', async () => {
  const row = fc.record({
    created_at: createdAt,
    network,
    currency,
    direction: fc.constantFrom('in', 'out'),
    status,
    amount,
    fee,
    sender_wallet: address,
    recipient_wallet: address,
  });
  const question = fc.record({
    ...range,
    network: maybe('trx', 'eth'),
    currency: maybe('USDT', 'ETH'),
    direction: maybe('in', 'out'),
    status: maybe('completed', 'error'),
    id: oneRow,
    search: partOf('transaction_id', 'sender_wallet', 'recipient_wallet', 'hash'),
  });
  const counts: number[] = [];
  const law = fc.asyncProperty(...tries(row, question), async (made, questions) => {
    const account = await newAccount();
    const all = made.map((changes, serial) => transactionRow(account.accountId, serial, changes));
    await inTransaction(service.db, async (tx) => await insertTransactions(tx, all));
    for (const { id, search, ...filters } of questions) {
      const transaction_id = id === undefined ? undefined : all[id]?.transaction_id;
      const query = { ...filters, transaction_id, search: textAt(all, search) };
      const listed = { operation: listTransactions, rules: sumRules.transactions, query };
      const parsed = z.parse(sumTransactions.query, query);
      const sums = await sumTransactionsOf(service.db, account.accountId, parsed);
      const { lines, count } = await addUpRows(account, listed);
      expect(sums).toEqual(lines);
      counts.push(count);
    }
  });
  await fc.assert(law, runs);
  expectVariety(counts);
});

it('sums of exchanges are those of the rows that the list gives for the same query', async () => {
  const row = fc.record({
    created_at: createdAt,
    network_from: network,
    network_to: network,
    currency_from: currency,
    currency_to: currency,
    status,
    amount_from: amount,
    amount_to: amount,
    fee,
  });
  const question = fc.record({
    ...range,
    network_from: maybe('trx', 'eth'),
    network_to: maybe('trx', 'eth'),
    currency_from: maybe('USDT', 'ETH'),
    currency_to: maybe('USDT', 'ETH'),
    status: maybe('completed', 'error'),
    id: oneRow,
  });
  const counts: number[] = [];
  const law = fc.asyncProperty(...tries(row, question), async (made, questions) => {
    const account = await newAccount();
    const all = made.map((changes, serial) => exchangeRow(account.accountId, serial, changes));
    await inTransaction(service.db, async (tx) => await insertExchanges(tx, all));
    for (const { id, ...filters } of questions) {
      const transaction_id = id === undefined ? undefined : all[id]?.transaction_id;
      const query = { ...filters, transaction_id };
      const listed = { operation: listExchangeTransactions, rules: sumRules.exchanges, query };
      const parsed = z.parse(sumExchangeTransactions.query, query);
      const sums = await sumExchangesOf(service.db, account.accountId, parsed);
      const { lines, count } = await addUpRows(account, listed);
      expect(sums).toEqual(lines);
      counts.push(count);
    }
  });
  await fc.assert(law, runs);
  expectVariety(counts);
});

it('sums of withdrawals are those of the rows that the list gives, without deleted ones', async () => {
  const row = fc.record({
    created_at: createdAt,
    network,
    currency,
    status: fc.constantFrom('new', 'processing', 'completed'),
    amount,
    fee,
    fee_included: fc.boolean(),
    recipient_wallet: address,
    reference: fc.constantFrom('order-', 'invoice2026', 'acme-invoice2026', 'TQabcdef123456789-'),
    isDeleted: fc.constantFrom(false, false, false, true),
  });
  const question = fc.record({
    ...range,
    network: maybe('trx', 'eth'),
    currency: maybe('USDT', 'ETH'),
    status: maybe('new', 'completed'),
    id: oneRow,
    reference: oneRow,
    search: partOf('request_id', 'external_id', 'recipient_wallet'),
  });
  const counts: number[] = [];
  const law = fc.asyncProperty(...tries(row, question), async (made, questions) => {
    const account = await newAccount();
    const all = made.map(({ reference, isDeleted, ...changes }, serial) => {
      const external_id = `${reference}${String(serial).padStart(4, '0')}`;
      const deleted_at = isDeleted ? moment(400 * day) : null;
      return withdrawalRow(account.accountId, serial, { ...changes, external_id, deleted_at });
    });
    await inTransaction(service.db, async (tx) => await insertRequests(tx, all));
    // The list doesn't say who pays the fee.
    const withFeeIncluded = (listed: Readonly<Record<string, unknown>>) => ({
      ...listed,
      fee_included: all.find((each) => each.request_id === listed['request_id'])?.fee_included,
    });
    for (const { id, reference, search, ...filters } of questions) {
      const request_id = id === undefined ? undefined : all[id]?.request_id;
      const external_id = reference === undefined ? undefined : all[reference]?.external_id;
      const query = { ...filters, request_id, external_id, search: textAt(all, search) };
      const listed = { operation: listWithdrawalRequests, rules: sumRules.withdrawals, query };
      const parsed = z.parse(sumWithdrawalRequests.query, query);
      const sums = await sumRequestsOf(service.db, account.accountId, parsed);
      const { lines, count } = await addUpRows(account, listed, withFeeIncluded);
      expect(sums).toEqual(lines);
      counts.push(count);
    }
  });
  await fc.assert(law, runs);
  expectVariety(counts);
});

/** Those that are to be deleted are inserted and deleted again. */
async function insertRequests(tx: Transaction<Tables>, requests: WithdrawalRequestsTable[]): Promise<void> {
  for (const request of requests) {
    const { deleted_at, request_id } = request;
    await insertRequest(tx, { ...request, deleted_at: null });
    await countRequest(tx, { ...request, deleted_at: null });
    const locked = deleted_at === null ? undefined : await lockRequest(tx, request_id);
    if (locked !== undefined) await changeRequest(tx, locked, { deleted_at });
  }
}
