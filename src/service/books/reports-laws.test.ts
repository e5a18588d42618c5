import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mostCounterparties } from '#contract/gateway/reports.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { negate, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { type Decimal, decimal, ZERO } from '#domain/decimal.ts';
import { addMs, previousMicrosecond } from '#domain/time.ts';
import type { EntryFilters } from './entry-conditions.ts';
import { anyMove, fillEverything, startMoves } from '../balances/testing-moves.ts';
import { inTransaction } from '#database/transaction.ts';
import { postEntries } from '../ledger/ledger.ts';
import { withdraw } from '../ledger/movements.ts';
import { transactionRow } from '../lists/testing-lists.ts';
import { setUpService } from '../testing.ts';
import { insertTransactions } from '../transactions/transactions.store.ts';
import { receiveDeposit } from '../testing-deposits.ts';
import { sumEntriesByCurrency } from './entries.store.ts';
import { sumCounterparties, sumExchanges, sumFees, sumFlows } from './reports.store.ts';
import { statements } from './testing-statements.ts';

const service = setUpService({ aml: { asyncDelayMs: 0 } });

const totalOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => Decimal) => sum(rows.map(amountOf));

it(
  'adds up to the statement, each fee once, and every figure is the sum of the entries that it links to',
  { timeout: 180_000 },
  async () => {
    const { play, seen } = await startMoves(service);
    const { db, accountId } = service;
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { minLength: 40, maxLength: 60 }), async (moves) => {
        const first = now();
        const half = Math.floor(moves.length / 2);
        for (const move of [...fillEverything, ...moves.slice(0, half)]) await play(move);
        const second = now();
        for (const move of moves.slice(half)) await play(move);
        const until = addMs(now(), 1);
        const spans = { starts: [first, second], until };
        const { rows } = await statements(service).statementOf(first, until);
        const stated = (currency: string, of: (row: StatementRow['movements']) => Decimal) =>
          sum(rows.filter((row) => row.currency === currency).map((row) => of(row.movements)));
        const currencies = [...new Set(rows.map(({ currency }) => currency))];

        const fees = await sumFees(db, accountId, spans);
        const flows = await sumFlows(db, accountId, spans);
        const exchanges = await sumExchanges(db, accountId, spans);
        const { rows: named, others } = await sumCounterparties(db, accountId, spans);
        expect(others).toEqual([]);
        for (const currency of currencies) {
          const of = <Row extends { currency: string }>(some: readonly Row[]) =>
            some.filter((row) => row.currency === currency);
          const ofKind = (kind: string) => of(fees).filter((row) => row.kind === kind);
          expect(negate(totalOf(ofKind('withdrawal'), ({ amount }) => amount))).toBe(
            stated(currency, ({ withdrawal_fees: fee }) => fee),
          );
          expect(negate(totalOf(ofKind('aml_fee'), ({ amount }) => amount))).toBe(
            stated(currency, ({ aml_check_fees: fee }) => fee),
          );
          expect(totalOf(ofKind('exchange'), ({ amount }) => amount)).toBe(
            totalOf(
              exchanges.filter(({ currency_to: to }) => to === currency),
              ({ fee }) => fee,
            ),
          );
          const inflow = stated(currency, (moved) => moved.inflow);
          const outflow = negate(stated(currency, (moved) => moved.outflow));
          expect(totalOf(of(flows), (row) => row.inflow)).toBe(inflow);
          expect(totalOf(of(flows), (row) => row.outflow)).toBe(outflow);
          expect(totalOf(of(named), ({ received }) => received)).toBe(inflow);
          expect(totalOf(of(named), ({ sent }) => sent)).toBe(outflow);
          expect(of(named).map(({ counterparty }) => counterparty)).not.toContain('');
          expect(
            totalOf(
              exchanges.filter(({ currency_to: to }) => to === currency),
              ({ received }) => received,
            ),
          ).toBe(stated(currency, ({ exchanged_in: brought }) => brought));
          expect(
            totalOf(
              exchanges.filter(({ currency_from: from }) => from === currency),
              ({ given }) => given,
            ),
          ).toBe(negate(stated(currency, ({ exchanged_out: given }) => given)));
        }

        const linked = async (span: number, filters: EntryFilters): Promise<Decimal> => {
          const [from, to] = span === 0 ? [first, second] : [second, until];
          const booked = { booked_from: from, booked_to: previousMicrosecond(to) };
          const [line] = await sumEntriesByCurrency(db, accountId, { ...booked, ...filters });
          return line?.sums['amount'] ?? ZERO;
        };
        for (const { span, kind, network, currency, amount } of fees) {
          const filters = { place: 'fees', kind, network, currency } as EntryFilters;
          expect(await linked(span, filters)).toBe(amount);
        }
        for (const { span, network, currency, inflow, outflow } of flows) {
          const filters = { place: 'outside', network, currency } as EntryFilters;
          expect(negate(await linked(span, { ...filters, kind: 'deposit' }))).toBe(inflow);
          expect(await linked(span, { ...filters, kind: 'withdrawal' })).toBe(outflow);
        }
      }),
      { numRuns: 4, seed: 5 },
    );
    for (const done of ['exchange', 'report', 'trx paid by exchange']) expect([...seen]).toContain(done);
  },
);

it('names the counterparties of the largest volume, and adds up the others', async () => {
  const { db, accountId } = service;
  const wallet = await service.wallet('trx', 'user');
  const from = now();
  for (let serial = 1; serial <= mostCounterparties + 2; serial += 1) {
    const amount = decimal(`${serial}.000001`);
    await receiveDeposit(db, accountId, wallet, { currency: 'USDT', amount, sender: `sender ${serial}` });
  }
  const spans = { starts: [from], until: addMs(now(), 1) };
  const { rows, others } = await sumCounterparties(db, accountId, spans);
  expect(rows).toHaveLength(mostCounterparties);
  expect(rows[0]).toEqual({
    counterparty: 'sender 52',
    network: 'trx',
    currency: 'USDT',
    received: '52.000001',
    sent: '0',
    count: 1,
    is_own: false,
  });
  expect(others).toEqual([
    { currency: 'USDT', counterparties: 2, received: '3.000002', sent: '0', count: 2 },
  ]);
});

it('names the recipient of a withdrawal that was paid without a request', async () => {
  const { db, accountId } = service;
  const wallet = await service.wallet('trx', 'user');
  await receiveDeposit(db, accountId, wallet, { currency: 'USDT', amount: decimal('9') });
  const from = now();
  const paid = transactionRow(accountId, 1, { direction: 'out', amount: decimal('4'), created_at: from });
  await inTransaction(db, async (tx) => {
    const { transaction_id: reference, amount } = paid;
    await postEntries(tx, withdraw(wallet, { accountId, currency: 'USDT', amount, reference }));
    await insertTransactions(tx, [paid]);
  });
  const { rows } = await sumCounterparties(db, accountId, { starts: [from], until: addMs(now(), 1) });
  expect(rows.map(({ counterparty, sent }) => [counterparty, sent])).toEqual([[paid.recipient_wallet, '4']]);
});
