import { expect, it } from 'vitest';
import { add, compare } from '#domain/arithmetic.ts';
import { ZERO, type Decimal } from '#domain/decimal.ts';
import { deriveAddress } from '#domain/hd.ts';
import { walletNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Instant } from '#domain/time.ts';
import { sandboxAccountKeys } from '../addresses/sandbox-phrase.ts';
import { isKept } from '../ledger/ledger-accounts.ts';
import { makeSandboxData } from './sandbox-data.ts';
import type { SandboxSize } from './sandbox-size.ts';

const addresses = recordOf(walletNetworks, (network) => {
  // Networks that share a key share their indexes.
  const first = 60 * walletNetworks.indexOf(network);
  return Array.from({ length: 60 }, (_, i) => ({
    address: deriveAddress(network, sandboxAccountKeys[network], first + i),
    chainIndex: first + i,
  }));
});
const years = new Map<string, ReturnType<typeof makeSandboxData>>();

/** Made once for all tests: a whole one takes seconds. */
function yearUntil(now: Instant, size: SandboxSize = 'year'): ReturnType<typeof makeSandboxData> {
  const year = years.get(`${now} ${size}`) ?? makeSandboxData({ addresses, now, size });
  years.set(`${now} ${size}`, year);
  return year;
}

/** Moments that are spread differently over the week, the day and a leap year. */
const ends = [
  '2026-06-30T18:00:00.000000Z',
  '2026-11-22T00:00:00.000000Z',
  '2027-01-01T03:30:00.000000Z',
  '2028-02-29T12:00:00.000000Z',
] as Instant[];
/** Only moments depend on when a year ends: in a short run one is whole. */
const wholeYears = process.env['LONG_TESTS'] === '1' ? ends : ends.slice(0, 1);

it.each([
  ...wholeYears.map((now) => ({ size: 'year' as const, now })),
  ...ends.map((now) => ({ size: 'sketch' as const, now })),
])(
  'never spends what is not there yet, and nothing happens after the $size that ends at $now',
  ({ size, now }) => {
    const { postings, transactions, requests, exchanges } = yearUntil(now, size);
    const balances = new Map<string, Decimal>();
    const overdrawn: string[] = [];
    const inTime = postings.toSorted((a, b) => {
      const [first = '', second = ''] = [a.createdAt, b.createdAt];
      return first < second ? -1 : Number(first > second);
    });
    for (const { entries, postingId } of inTime) {
      for (const { account, amount } of entries) {
        const after = add(balances.get(account.id) ?? ZERO, amount);
        balances.set(account.id, after);
        if (isKept(account.kind) && compare(after, ZERO) < 0) overdrawn.push(`${postingId} ${account.id}`);
      }
    }
    expect(overdrawn).toEqual([]);
    const moments = [...transactions, ...requests, ...exchanges].map(({ created_at }) => created_at);
    expect(moments.filter((moment) => moment >= now)).toEqual([]);
  },
);

it('has a rhythm: more at its end than at its start, less at weekends, and some moments shared', () => {
  const { transactions } = yearUntil('2026-06-30T18:00:00.000000Z' as Instant);
  const moments = transactions.map(({ created_at }) => created_at);
  const during = (from: string, to: string) =>
    moments.filter((moment) => moment >= from && moment < to).length;
  expect(during('2026-05', '2026-06')).toBeGreaterThan(2 * during('2025-08', '2025-09'));
  const onDay = (day: number) => moments.filter((moment) => new Date(moment).getUTCDay() === day).length;
  expect(onDay(0)).toBeLessThan(0.7 * onDay(3));
  expect(moments.length - new Set(moments).size).toBeGreaterThan(100);
  for (const days of [1, 7, 30]) {
    const since = new Date(Date.UTC(2026, 5, 30, 18) - days * 86_400_000).toISOString();
    expect(moments.filter((moment) => moment >= since).length).toBeGreaterThan(30);
  }
});

it('has a few whales among many small amounts', () => {
  const { transactions } = yearUntil('2026-06-30T18:00:00.000000Z' as Instant);
  const dollars = transactions.flatMap(({ currency, amount }) =>
    currency === 'USDT' ? [Number(amount)] : [],
  );
  expect(dollars.filter((amount) => amount < 1_000).length).toBeGreaterThan(dollars.length / 2);
  const whales = dollars.filter((amount) => amount > 500_000).length;
  expect(whales).toBeGreaterThan(5);
  expect(whales).toBeLessThan(dollars.length / 20);
});
