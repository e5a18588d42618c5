import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { addMs, type Instant } from '#domain/time.ts';
import type { BalancesNoted } from '#contract/gateway/ledger-balances.ts';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways } from '../testing/gateway-harness.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';
import { insertSnapshot } from './snapshots.store.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is written as one.
const midnight = '2026-01-02T00:00:00.000000Z' as Instant;
const hour = (number: number) => addMs(midnight, number * 3_600_000);
const takenAt = (number: number) => addMs(hour(number), 187_000);

/** A console in front of a provider, with snapshots of these hours. Each says which hour it is of. `u-1` is the account of the provider’s key. */
async function open(hours: readonly number[], account = 'u-1') {
  const provider = await startStandInProvider();
  const gateway = await start({ provider: { kind: 'remote', url: provider.url } });
  const { get } = await gateway.open('good');
  for (const number of hours) {
    await insertSnapshot(database.db, account, hour(number), {
      takenAt: takenAt(number),
      balances: {
        user: { eth: { ETH: { available: decimal(`${number}.000000000000000001`) } } },
        accounting: {
          trx_eth: { USDT: { available: decimal(10), transit: decimal(2), blockchain: decimal('0') } },
        },
      },
    });
  }
  return async (at: string) => {
    const answer = await get(`/console/balances-at?at=${at}`);
    const { data } = answer.json() as { data: { balances_at: null; balances_noted: BalancesNoted } };
    return { status: answer.status, ...data };
  };
}

it('gives what the provider stated on an hour, to the last digit, and when it did', async () => {
  const read = await open([3, 5]);
  expect(await read(hour(3))).toEqual({
    status: 200,
    balances_at: null,
    balances_noted: {
      noted_at: takenAt(3),
      rows: [
        { type: 'user', network: 'eth', currency: 'ETH', available: '3.000000000000000001' },
        {
          type: 'accounting',
          network: 'trx_eth',
          currency: 'USDT',
          available: '10',
          transit: '2',
          blockchain: '0',
        },
      ],
      before: null,
      after: hour(5),
    },
  });
});

it('gives nothing for a moment without a snapshot, and names the nearest ones with one', async () => {
  const hours = [2, 3, 7, 12];
  const read = await open(hours);
  const moments = fc.record({
    number: fc.integer({ min: 0, max: 14 }),
    offsetMs: fc.constantFrom(0, 1, 187_000, 3_599_999),
  });
  await fc.assert(
    fc.asyncProperty(moments, async ({ number, offsetMs }) => {
      const at = addMs(hour(number), offsetMs);
      const { balances_noted: noted } = await read(at);
      const isNoted = offsetMs === 0 && hours.includes(number);
      expect(noted.noted_at).toBe(isNoted ? takenAt(number) : null);
      expect(noted.rows).toHaveLength(isNoted ? 2 : 0);
      const known = hours.map(hour);
      expect(noted.before).toBe(known.findLast((each) => each < at) ?? null);
      expect(noted.after).toBe(known.find((each) => each > at) ?? null);
    }),
    { numRuns: 40, seed: 11 },
  );
});

it('keeps the snapshots of another account to it, and refuses a moment to come', async () => {
  const read = await open([3], 'other');
  expect((await read(hour(3))).balances_noted).toEqual({
    noted_at: null,
    rows: [],
    before: null,
    after: null,
  });
  expect((await read('2999-01-01')).status).toBe(400);
});
