import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { decimal } from '#domain/decimal.ts';
import { forgetProviderLimits } from '#dashboard/api/provider-limits.ts';
import { type FakeProvider, signInTo, stubProvider } from '#dashboard/testing-service.ts';
import { paidBefore } from './recipient.queries.ts';

const address = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
const other = 'TBHTJqAy4DhHhmT3dNceJYNRz4SdLofLre';

const payment = (id: string, changes: Partial<Transaction> = {}): Partial<Transaction> => ({
  transaction_id: id,
  network: 'trx',
  direction: 'out',
  status: 'completed',
  amount: decimal('5'),
  currency: 'USDT',
  sender_wallet: 'TSender',
  recipient_wallet: other,
  hash: `hash of ${id}`,
  fee: decimal('0'),
  created_at: '2026-01-01 00:00:00.000000+00',
  ...changes,
});

/** Payments to others, more than are read to prove anything. */
const manyOthers = Array.from({ length: 2000 }, (_, n) =>
  payment(`tx_${n}`, { recipient_wallet: `TOther${n}` }),
);

async function ask(mode: Session['mode'], provider: FakeProvider) {
  stubProvider(provider);
  const client = new QueryClient();
  signInTo(mode, client);
  const may = { mayReadTransactions: true, mayReadWithdrawals: true };
  const { times, missing, lastAt } = await client.fetchQuery(paidBefore(address, may));
  return { times, missing, lastAt };
}

beforeEach(forgetProviderLimits);
afterEach(() => vi.unstubAllGlobals());

const never = { times: 0, missing: null, lastAt: undefined };

describe('whether an address was paid before', () => {
  it('is proved by our own service, and by a provider that is seen to search', async () => {
    expect(await ask('embedded', { transactions: manyOthers })).toEqual(never);
    expect(await ask('remote', { transactions: manyOthers })).toEqual(never);
  });

  it('is unknown if a provider ignores or refuses the search and has too many transactions', async () => {
    const reason = 'its list is too long to read in full (2,000 rows).';
    for (const faults of [{ ignores: ['search'] }, { refuses: ['search'] }]) {
      forgetProviderLimits();
      const { times, missing } = await ask('remote', { transactions: manyOthers, ...faults });
      expect(times).toBe(0);
      expect(missing).toContain(reason);
    }
  });

  it('is read from the whole list where a provider ignores the search and has few transactions', async () => {
    const few = manyOthers.slice(0, 400);
    expect(await ask('remote', { transactions: few, ignores: ['search'] })).toEqual(never);
    forgetProviderLimits();
    const paid = [...few, payment('tx_paid', { recipient_wallet: address })];
    expect(await ask('remote', { transactions: paid, ignores: ['search'] })).toMatchObject({ times: 1 });
  });

  it('counts the latest payment as the last, and none that came in, failed or moved nothing', async () => {
    const to = { recipient_wallet: address };
    const transactions = [
      payment('a', { ...to, created_at: '2026-02-01 00:00:00.000000+00' }),
      payment('b', { ...to, created_at: '2026-03-01 00:00:00.000000+00' }),
      payment('c', { ...to, direction: 'in', created_at: '2026-04-01 00:00:00.000000+00' }),
      payment('d', { ...to, status: 'error', created_at: '2026-04-01 00:00:00.000000+00' }),
      payment('e', { ...to, amount: decimal('0'), created_at: '2026-04-01 00:00:00.000000+00' }),
      payment('f'),
    ];
    expect(await ask('embedded', { transactions })).toEqual({
      times: 2,
      missing: null,
      lastAt: '2026-03-01 00:00:00.000000+00',
    });
  });

  it('is unknown if a payment went to an address that the provider shortened', async () => {
    const transactions = [payment('a', { recipient_wallet: `${address.slice(0, 6)}…${address.slice(-4)}` })];
    const { times, missing } = await ask('remote', { transactions, ignores: ['search'] });
    expect(times).toBe(0);
    expect(missing).toContain('shortens addresses');
  });
});
