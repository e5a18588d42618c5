import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import { negate, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { noMovement } from '#domain/movements.ts';
import { currencies, type Currency } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { anyMove, fillEverything, startMoves } from '../balances/testing-moves.ts';
import { postEntries } from '../ledger/ledger.ts';
import { deposit } from '../ledger/movements.ts';
import { setUpService } from '../testing.ts';
import { sumMovementsOf } from './movement-sums.store.ts';
import { statements } from './testing-statements.ts';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });
const { statementOf } = statements(service);

/** How many completed transactions of a currency there are. */
async function countCompleted(currency: Currency): Promise<number> {
  const rows = await service.db
    .selectFrom('transactions')
    .select('transaction_id')
    .where('account_id', '=', service.accountId)
    .where('currency', '=', currency)
    .where('status', '=', 'completed')
    .execute();
  return rows.length;
}

it('are the inflow and outflow of the statement of each span', { timeout: 180_000 }, async () => {
  const { play } = await startMoves(service);
  const moves = fc.array(anyMove, { minLength: 6, maxLength: 14 });
  const starts: Instant[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 3 }), async (periods) => {
      for (const ofPeriod of [fillEverything, ...periods]) {
        starts.push(now());
        for (const move of ofPeriod) await play(move);
      }
      const until = now();
      const read = await Promise.all(
        starts.map(async (from, index) => await statementOf(from, starts[index + 1] ?? until)),
      );
      for (const currency of currencies) {
        const rows = read.map((statement) => statement.rows.filter((row) => row.currency === currency));
        const found = await sumMovementsOf(service.db, service.accountId, { currency, starts, until });
        expect(found.map(({ in: inflow, out }) => [inflow, out])).toEqual(
          rows.map((each) => [
            sum(each.map(({ movements }) => movements.inflow)),
            negate(sum(each.map(({ movements }) => movements.outflow))),
          ]),
        );
        const count = found.reduce((total, { transactions }) => total + transactions, 0);
        expect([currency, count]).toEqual([currency, await countCompleted(currency)]);
      }
    }),
    { numRuns: triesHere(4), seed: 31 },
  );
});

it('count a deposit when it was booked, up to and including the last moment', async () => {
  const { accountId, db } = service;
  const wallet = await service.wallet('eth');
  const start = now();
  const [second, booked] = [addMs(start, 1_000), addMs(start, 1_500)];
  const amount = decimal('0.000000000000000001');
  await inTransaction(db, async (tx) => {
    await postEntries(tx, {
      ...deposit(wallet, { accountId, currency: 'ETH', amount }),
      createdAt: booked,
    });
  });
  const sumsUntil = async (until: Instant, currency = 'ETH') =>
    await sumMovementsOf(db, accountId, { currency, starts: [start, second], until });
  const one = { in: amount, out: ZERO, transactions: 1 };
  expect(await sumsUntil(booked)).toEqual([noMovement, one]);
  expect(await sumsUntil(addMs(booked, -1))).toEqual([noMovement, noMovement]);
  expect(await sumsUntil(booked, 'USDT')).toEqual([noMovement, noMovement]);
});
