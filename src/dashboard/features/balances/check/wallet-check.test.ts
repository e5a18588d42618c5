import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WalletSums } from '#contract/gateway/wallet-sums.ts';
import type { LedgerCheckRow } from '#contract/gateway/ledger-balances.ts';
import type { UserBalances } from '#contract/wallet-service/balances.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { type Decimal, decimal } from '#domain/decimal.ts';
import { balanceLines } from '#dashboard/entities/balances/balance-lines.ts';
import { anyAmount } from '#dashboard/entities/balances/balances.arbitrary.ts';
import { checkWallets } from './wallet-check.ts';

type Holding = { type: string; network: string; currency: string; amount: Decimal };

/** The sums of wallets that hold one currency each. */
function sumsOf(holdings: readonly Holding[]): Omit<WalletSums, 'wallets'> {
  const groups = Map.groupBy(holdings, ({ type, network, currency }) =>
    JSON.stringify([type, network, currency]),
  );
  const lines = [...groups.values()].flatMap((some) =>
    some.slice(0, 1).map(({ type, network, currency }) => {
      const available = sum(some.map(({ amount }) => amount));
      return { type, network, currency, wallets: some.length, available };
    }),
  );
  return { lines, unreadable: [] };
}

const user = (network: string, currency: string, amount: string): Holding => ({
  type: 'user',
  network,
  currency,
  amount: decimal(amount),
});
const accounting = (...[network, currency, amount]: Parameters<typeof user>): Holding => ({
  ...user(network, currency, amount),
  type: 'accounting',
});

function check(
  balances: UserBalances,
  holdings: Holding[],
  before = balances,
  ledger: LedgerCheckRow[] = [],
) {
  return checkWallets(balanceLines(before), balanceLines(balances), sumsOf(holdings), ledger);
}

function balancesOf(holdings: Holding[]): UserBalances {
  const byNetwork = Map.groupBy(holdings, ({ network }) => network);
  const ofNetwork = (own: Holding[]) =>
    Object.fromEntries(
      [...Map.groupBy(own, ({ currency }) => currency)].map(([currency, some]) => [
        currency,
        { available: sum(some.map(({ amount }) => amount)) },
      ]),
    );
  return {
    user: Object.fromEntries([...byNetwork].map(([network, own]) => [network, ofNetwork(own)])),
  };
}

const verdicts = (rows: ReturnType<typeof check>) =>
  rows.map(({ type, network, currency, verdict }) => [type, network, currency, verdict].join(' '));

describe('checking the balances against the wallets', () => {
  const anyHoldings = fc.array(
    fc.record({
      type: fc.constant('user'),
      network: fc.constantFrom('trx', 'eth', 'ton'),
      currency: fc.constantFrom('USDT', 'ETH'),
      amount: anyAmount,
    }),
    { minLength: 1, maxLength: 30 },
  );

  it('matches every balance that is the sum of its wallets', () => {
    fc.assert(
      fc.property(anyHoldings, (holdings) => {
        for (const row of check(balancesOf(holdings), holdings)) {
          expect(row).toMatchObject({ verdict: 'proved', difference: '0' });
        }
      }),
    );
  });

  it('finds the smallest difference in any one wallet, and no other', () => {
    fc.assert(
      fc.property(anyHoldings, fc.nat(), (holdings, pick) => {
        const smallest = decimal('0.000000000000000001');
        const index = pick % holdings.length;
        const altered = holdings.map((holding, at) =>
          at === index ? { ...holding, amount: add(holding.amount, smallest) } : holding,
        );
        const different = check(balancesOf(holdings), altered).filter(({ verdict }) => verdict !== 'proved');
        expect(different).toMatchObject([
          {
            network: holdings[index]?.network,
            currency: holdings[index]?.currency,
            verdict: 'difference',
            difference: '-0.000000000000000001',
          },
        ]);
      }),
    );
  });

  it('compares the shared pool with what the accounting wallets of both networks hold', () => {
    const pool = { available: decimal(100), transit: decimal(3), blockchain: decimal('7.5') };
    const balances = { accounting: { trx_eth: { USDT: pool }, trx: { TRX: { available: decimal(9) } } } };
    const holdings = [
      accounting('trx', 'USDT', '5'),
      accounting('eth', 'USDT', '2.5'),
      user('eth', 'X', '0'),
    ];
    const rows = check(balances, holdings);
    expect(rows.find(({ field }) => field === 'blockchain')).toMatchObject({
      network: 'trx_eth',
      stated: '7.5',
      walletsTotal: '7.5',
      wallets: 2,
      verdict: 'proved',
    });
    expect(verdicts(rows)).toContain('accounting trx_eth USDT unchecked');
  });

  it("does not treat the pool as checked if the service does not publish the wallets' balances", () => {
    const balances = { accounting: { trx_eth: { USDT: { available: decimal(5) } } } };
    expect(verdicts(check(balances, [accounting('trx', 'USDT', '5')]))).toEqual([
      'accounting trx_eth USDT unchecked',
    ]);
  });

  it('asks of the other exchange balances only that the wallets hold no more', () => {
    const balances = { accounting: { bnb: { BNB: { available: decimal(5) } } } };
    expect(verdicts(check(balances, [accounting('bnb', 'BNB', '4.9')]))).toEqual([
      'accounting bnb BNB bounded',
    ]);
    expect(verdicts(check(balances, [accounting('bnb', 'BNB', '5.000000000000000001')]))).toEqual([
      'accounting bnb BNB difference',
    ]);
  });

  it('finds funds on wallets that no balance mentions', () => {
    expect(check({ user: {} }, [user('btc', 'BTC', '0.1')])).toMatchObject([
      { network: 'btc', stated: undefined, difference: '-0.1', verdict: 'difference' },
    ]);
  });

  it('finds a balance that no wallet holds', () => {
    const balances = { user: { btc: { BTC: { available: decimal('0.1') } } } };
    expect(check(balances, [])).toMatchObject([{ wallets: 0, difference: '0.1', verdict: 'difference' }]);
  });

  it('does not check a balance that changed while the wallets were read', () => {
    const after = { user: { eth: { ETH: { available: decimal(2) } } } };
    const before = { user: { eth: { ETH: { available: decimal(1) } } } };
    expect(verdicts(check(after, [user('eth', 'ETH', '2')], before))).toEqual(['user eth ETH changed']);
    expect(verdicts(check({ user: {} }, [user('eth', 'ETH', '1')], before))).toEqual([
      'user eth ETH changed',
    ]);
  });

  it('does not check what a wallet that could not be read belongs to', () => {
    const one = { available: decimal(1) };
    const balances = balanceLines({ user: { eth: { ETH: one }, btc: { BTC: one } } });
    const { lines } = sumsOf([user('eth', 'ETH', '1'), user('btc', 'BTC', '1')]);
    const unreadable = [{ type: 'user', network: 'eth' }];
    expect(verdicts(checkWallets(balances, balances, { lines, unreadable }))).toEqual([
      'user eth ETH incomplete',
      'user btc BTC proved',
    ]);
  });

  it('promises nothing about wallet types that it does not know', () => {
    const balances = { escrow: { eth: { ETH: { available: decimal(1) } } } };
    expect(verdicts(check(balances, [{ ...user('eth', 'ETH', '3'), type: 'escrow' }]))).toEqual([
      'escrow eth ETH unchecked',
    ]);
  });
});

const entry = (...[type, network, currency, field, entries, ofPool]: string[]): LedgerCheckRow => {
  const stated = decimal(entries ?? 0);
  const place = { type: type ?? '', network: network ?? '', currency: currency ?? '' };
  const part = decimal(ofPool ?? 0);
  return { ...place, field: field as LedgerCheckRow['field'], stated, entries: stated, pool: part };
};

describe('checking the balances against the ledger as well', () => {
  const pool = { available: decimal('100.5'), transit: decimal(3), blockchain: decimal(7) };
  const balances: UserBalances = {
    accounting: {
      bnb: { BNB: { available: decimal(5) } },
      sol: { SOL: { available: decimal('0.000000001') } },
      trx_eth: { USDT: pool },
    },
    user: { eth: { ETH: { available: decimal(2) } } },
  };
  const holdings = [accounting('bnb', 'BNB', '1.5'), accounting('trx', 'USDT', '7'), user('eth', 'ETH', '2')];
  const ledger = [
    entry('accounting', 'bnb', 'BNB', 'available', '5', '3.5'),
    entry('accounting', 'sol', 'SOL', 'available', '0.000000001', '0.000000001'),
    entry('accounting', 'trx_eth', 'USDT', 'available', '100.5', '100.5'),
    entry('accounting', 'trx_eth', 'USDT', 'transit', '3', '3'),
    entry('accounting', 'trx_eth', 'USDT', 'blockchain', '7', '0'),
    entry('user', 'eth', 'ETH', 'available', '2', '0'),
  ];
  /** The ledger with one row changed. */
  const altered = (network: string, field: string, change: Partial<LedgerCheckRow>) =>
    ledger.map((row) => (row.network === network && row.field === field ? { ...row, ...change } : row));

  it('proves every published amount, pools included, that equals its wallets and its pool', () => {
    const rows = check(balances, holdings, balances, ledger);
    expect(rows).toHaveLength(6);
    for (const row of rows) expect(row).toMatchObject({ verdict: 'proved', difference: '0' });
    expect(rows.find(({ network }) => network === 'bnb')).toMatchObject({
      stated: '5',
      walletsTotal: '1.5',
      pool: '3.5',
    });
  });

  it.each([
    ['bnb', 'available', { pool: decimal('3.499999999999999999') }, '0.000000000000000001'],
    ['sol', 'available', { pool: decimal(0) }, '0.000000001'],
    ['trx_eth', 'transit', { pool: decimal(4) }, '-1'],
    // The wallets agree with the balance, and the ledger with neither.
    ['eth', 'available', { entries: decimal('1.9') }, '0.1'],
  ])('finds that %s %s is not what the ledger says', (network, field, change, difference) => {
    const rows = check(balances, holdings, balances, altered(network, field, change));
    expect(rows.filter(({ verdict }) => verdict !== 'proved')).toMatchObject([
      { network, field, difference, verdict: 'difference' },
    ]);
  });

  it('finds a balance that says something else than at the moment of the ledger, unless it changed', () => {
    const other = altered('bnb', 'available', {
      stated: decimal(6),
      entries: decimal(6),
      pool: decimal('4.5'),
    });
    expect(verdicts(check(balances, holdings, balances, other))).toContain('accounting bnb BNB difference');
    const before = { ...balances, accounting: { bnb: { BNB: { available: decimal(6) } } } };
    expect(verdicts(check(balances, holdings, before, other))).toContain('accounting bnb BNB changed');
  });

  it('proves nothing of an amount that the ledger does not tell', () => {
    const less = ledger.filter(({ network }) => network !== 'bnb');
    expect(verdicts(check(balances, holdings, balances, less))).toContain('accounting bnb BNB bounded');
  });
});
