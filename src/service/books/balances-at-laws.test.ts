import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { triesHere } from '#database/testing.ts';
import type { BalancesAt } from '#contract/gateway/ledger-balances.ts';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { decimal, isZero, ZERO } from '#domain/decimal.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { inTransaction } from '#database/transaction.ts';
import { postEntries } from '../ledger/ledger.ts';
import { deposit } from '../ledger/movements.ts';
import { poolNetwork } from '../ledger/ledger-accounts.ts';
import { setUpService } from '../testing.ts';
import { getUserBalances } from '../balances/balances.store.ts';
import { listLedgerBalances, readBalancesAt } from '../balances/ledger-balances.store.ts';
import { anyMove, fillEverything, startMoves } from '../balances/testing-moves.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { order, outsider, withdrawals, workThrough } from '../withdrawals/testing-withdrawals.ts';
import { withdrawalsJob } from '../withdrawals/withdrawals.job.ts';
import { beginning, placeOf, statements } from './testing-statements.ts';

const service = setUpService({ allowSandboxKeys: true, aml: { asyncDelayMs: 0 } });
const { statementOf } = statements(service);

async function balancesAt(at: Instant): Promise<BalancesAt> {
  const balances = await readBalancesAt(service.db, service.accountId, at);
  if (balances === undefined) throw new Error(`${at} is still to come.`);
  return balances;
}

/** What is published now, and what the ledger adds to it. */
async function currentRows(): Promise<BalancesAt['rows']> {
  const balances = await getUserBalances(service.db, service.accountId);
  const ledger = await listLedgerBalances(service.db, service.accountId);
  return ledger.map((row) => {
    const leaf = balances[row.type]?.[row.network]?.[row.currency];
    if (leaf === undefined) throw new Error(`No balance is published for ${placeOf(row)}.`);
    return Object.assign({}, row, leaf);
  });
}

function availableIn({ rows }: Pick<BalancesAt, 'rows'>, place: string) {
  return rows.find((row) => placeOf(row) === place)?.available;
}

/** Everything of each place, on hold included; places of zero are left out. */
function totalsOf({ rows }: BalancesAt): Record<string, string> {
  const totals = rows.map((row) => {
    const { available, transit = ZERO, blockchain = ZERO, on_hold: held } = row;
    return [placeOf(row), sum([available, transit, blockchain, held.withdrawals, held.aml_checks])] as const;
  });
  return Object.fromEntries(totals.filter(([, amount]) => !isZero(amount)));
}

/** The same from the closings of a statement. What wallets of the shared pool's networks have is published with it. */
async function closingsAt(at: Instant): Promise<Record<string, string>> {
  const { rows } = await statementOf(beginning, at);
  const totals = new Map<string, typeof ZERO>();
  for (const { type, network, currency, closing } of rows) {
    const isPool = type === 'accounting' && network !== sharedPoolKey;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a row's network and currency are the ledger's.
    const args = [network, currency] as Parameters<typeof poolNetwork>;
    const place = placeOf({ type, network: isPool ? poolNetwork(...args) : network, currency });
    totals.set(place, add(totals.get(place) ?? ZERO, closing.total));
  }
  return Object.fromEntries([...totals].filter(([, amount]) => !isZero(amount)));
}

it(
  'are what was published at that moment, whatever has been booked since, and what a statement closes with',
  { timeout: 180_000 },
  async () => {
    const { play, seen } = await startMoves(service);
    const moves = fc.array(anyMove, { minLength: 6, maxLength: 14 });
    await fc.assert(
      fc.asyncProperty(fc.array(moves, { minLength: 2, maxLength: 4 }), async (periods) => {
        const published = new Map([[now(), await currentRows()]]);
        for (const ofPeriod of [fillEverything, ...periods]) {
          for (const move of ofPeriod) await play(move);
          published.set(now(), await currentRows());
        }
        for (const [at, rows] of published) {
          const found = await balancesAt(at);
          expect(found).toEqual({ as_of: at, rows });
          expect(totalsOf(found)).toEqual(await closingsAt(at));
        }
        expect(await balancesAt(now())).toEqual({ as_of: expect.anything(), rows: await currentRows() });
      }),
      { numRuns: triesHere(6), seed: 29 },
    );
    // Without checks that are paid and funds that are moved on, little would be proved.
    expect([...seen]).toEqual(expect.arrayContaining(['report', 'settle', 'exchange', 'delete', 'work']));
  },
);

it('exclude what was booked at the moment itself', async () => {
  const booked = now();
  const { accountId, db } = service;
  const wallet = await service.wallet('eth', 'user');
  const amount = decimal('1.000000000000000001');
  await inTransaction(db, async (tx) => {
    await postEntries(tx, {
      ...deposit(wallet, { accountId, currency: 'ETH', amount }),
      createdAt: booked,
    });
  });
  expect(availableIn(await balancesAt(booked), 'user eth ETH')).toBe('0');
  expect(availableIn(await balancesAt(now()), 'user eth ETH')).toBe(amount);
});

it('include wallets that were deleted since', async () => {
  const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
  const wallet = await service.wallet('trx');
  await service.fund(wallet, 'USDT', '100');
  const before = { at: now(), rows: await currentRows() };
  const body = { amount: '100', sender: 'user', sender_wallet: wallet.address, fee_included: true };
  await withdrawals(service).create(order({ ...body, recipient_wallet: outsider('trx') }));
  await workThrough(service.db, withdrawalsJob({ db: service.db, chain }), 3);
  expect((await service.call('DELETE', '/wallets', { body: { address: wallet.address } })).status).toBe(200);
  expect((await balancesAt(before.at)).rows).toEqual(before.rows);
  expect(availableIn(before, 'user trx USDT')).toBe('100');
});

it('are unknown for a moment that is still to come', async () => {
  expect(await readBalancesAt(service.db, service.accountId, addMs(now(), 60_000))).toBeUndefined();
});
