import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { add } from '#domain/arithmetic.ts';
import { type Decimal, decimal, ZERO } from '#domain/decimal.ts';
import { walletNetworks } from '#domain/networks.ts';
import { matcherOf, type WantedAddresses } from '#domain/wanted-addresses.ts';
import { setUpService } from '../testing.ts';
import { deleteWallet } from './delete-wallet.ts';
import { findWallets, listWallets, sumWallets } from './wallets.store.ts';

const service = setUpService();

const wantedOf = (some: Partial<WantedAddresses>): WantedAddresses => ({
  addresses: [],
  names: [],
  beginnings: [],
  ...some,
});

const byAddress = (a: { address: string }, b: { address: string }) => (a.address < b.address ? -1 : 1);

const listed = async () => {
  const query = { sort_by: 'created_at', sort_direction: 'asc', limit: 300, offset: 0 } as const;
  return (await listWallets(service.db, service.accountId, query)).wallets;
};

it('finds exactly the wallets of the list that match any of the values', async () => {
  const names = ['Cold storage', 'cold STORAGE', 'Ünit', 'ünit', 'Payouts'];
  for (const [at, network] of [...walletNetworks, ...walletNetworks].entries()) {
    await service.wallet(network, at % 2 === 0 ? 'user' : 'accounting', names[at % names.length]);
  }
  const other = await service.wallet('eth');
  await deleteWallet(service.db, service.accountId, other.address);
  const all = await listed();
  const texts = [...all.map(({ address }) => address), other.address, 'T', 'nothing'];
  const anyWanted = fc.record({
    addresses: fc.array(fc.constantFrom(...texts, ...texts.map((text) => text.toLowerCase())), {
      maxLength: 5,
    }),
    names: fc.array(fc.constantFrom(...names, 'PAYOUTS', 'pay', ''), { maxLength: 3 }),
    beginnings: fc.array(fc.tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 8 }), fc.boolean()), {
      maxLength: 3,
    }),
  });
  await fc.assert(
    fc.asyncProperty(anyWanted, async ({ beginnings, ...values }) => {
      const wanted = {
        ...values,
        beginnings: beginnings.map(([text, length, isUpper]) => {
          const beginning = text.slice(0, length);
          return isUpper ? beginning.toUpperCase() : beginning;
        }),
      };
      const found = await findWallets(service.db, service.accountId, wanted);
      expect(found.toSorted(byAddress)).toEqual(all.filter(matcherOf(wanted)).toSorted(byAddress));
    }),
    { numRuns: 60 },
  );
});

it('finds no wallet of another account', async () => {
  const { address } = await service.wallet('trx');
  const wanted = wantedOf({ addresses: [address], beginnings: [address.slice(0, 5)] });
  expect(await findWallets(service.db, service.accountId, wanted)).toHaveLength(1);
  expect(await findWallets(service.db, 'another account', wanted)).toEqual([]);
  expect((await sumWallets(service.db, 'another account')).wallets).toBe(0);
});

it('adds up what the wallets of the list have available, to the last digit', async () => {
  const amounts = ['0.000000000000000001', '1234567.000000000000000009', '0.5'];
  for (const [at, amount] of amounts.entries()) {
    const wallet = await service.wallet('eth', at === 1 ? 'accounting' : 'user');
    await service.fund(wallet, 'ETH', amount);
  }
  await service.wallet('trx');
  const expected = new Map<string, { wallets: number; available: Decimal }>();
  const all = await listed();
  for (const { type, network, balances } of all) {
    for (const [currency, { available }] of Object.entries(balances)) {
      const key = [type, network, currency].join(' ');
      const line = expected.get(key) ?? { wallets: 0, available: ZERO };
      expected.set(key, { wallets: line.wallets + 1, available: add(line.available, available) });
    }
  }
  const { wallets, lines, unreadable } = await sumWallets(service.db, service.accountId);
  expect([wallets, unreadable]).toEqual([all.length, []]);
  expect(
    new Map(lines.map(({ type, network, currency, ...line }) => [[type, network, currency].join(' '), line])),
  ).toEqual(expected);
  expect(expected.get('user eth ETH')?.available).toBe(decimal('0.500000000000000001'));
});
