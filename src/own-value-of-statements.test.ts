import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { readStatement } from '#contract/gateway/statements.ts';
import type { DataOf } from '#contract/operation.ts';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { add } from '#domain/arithmetic.ts';
import { decimal, type Decimal, ZERO } from '#domain/decimal.ts';
import type { Currency, WalletNetwork } from '#domain/networks.ts';
import { roundValue, type RateStep, totalValue } from '#domain/value.ts';
import { dataOf, rateDesk } from './gateway/books/rates/testing-rates.ts';
import { cookieOf, fromOwnPage, send } from './gateway/testing/http-client.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { createWallet } from './service/wallets/create-wallet.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';

const database = useTestDatabase();
let running: TestingApp;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2025-01-01T00:00:00Z');
  running = await startTestingApp(database.database);
});

afterEach(async () => {
  vi.useRealTimers();
  await running.app.close();
});

/** What each month brings: on its tenth, so that one month’s closing is that many times this. */
const monthly = {
  BTC: { network: 'btc', amount: '0.1' },
  USDT: { network: 'trx', amount: '100.000001' },
  BNB: { network: 'bnb', amount: '1' },
} as const satisfies Partial<Record<Currency, { network: WalletNetwork; amount: string }>>;

const monthOf = (month: number) => `2025-${String(month).padStart(2, '0')}`;
const firstOf = (month: number) => (month === 13 ? '2026-01-01' : `${monthOf(month)}-01`);
const lastOf = (month: number) => new Date(Date.UTC(2025, month, 0)).toISOString().slice(0, 10);

/** Worked out with fractions, apart from the code: what each month closes with in EUR, of the currencies that have a rate. */
const closings = [
  '6092.6',
  '12185.4',
  '18278.4',
  '370',
  '30465.01',
  '36558.61',
  '42652.41',
  '48746.41',
  '54008.11',
  '60935.02',
  '67029.62',
  '79124.42',
];

async function bookAYear(accountId: string): Promise<void> {
  const wallets = new Map<string, string | undefined>();
  for (const { network } of Object.values(monthly)) {
    wallets.set(
      network,
      await createWallet(database.db, accountId, { name: network, network, type: 'user' }),
    );
  }
  for (let month = 1; month <= 12; month += 1) {
    vi.setSystemTime(`${monthOf(month)}-10T12:00:00Z`);
    for (const [currency, { network, amount }] of Object.entries(monthly)) {
      const wallet = { network, address: wallets.get(network) ?? '' };
      const deposit = { currency: currency as Currency, amount: decimal(amount) };
      await receiveDeposit(database.db, accountId, wallet, deposit);
    }
  }
  vi.setSystemTime('2026-01-05T12:00:00Z');
}

/** Month ends, with gaps: BTC in April, EUR/USD in September, BNB in every month but December. */
function ratesWithGaps(): string {
  const lines = Array.from({ length: 12 }, (_, index) => {
    const month = index + 1;
    const day = lastOf(month);
    return [
      ...(month === 4 ? [] : [`${day},BTC,EUR,${60_000 + month}.015`]),
      `${day},USDT,USD,0.999`,
      ...(month === 9 ? [] : [`${day},EUR,USD,1.08`]),
      ...(month === 12 ? [`${day},BNB,EUR,500`] : []),
    ];
  });
  return ['date,currency,quote,rate', ...lines.flat()].join('\n');
}

it('values a year of statements in EUR: each gap is named, and each total says what it leaves out', async () => {
  await insertAccountKeys(database.db, sandboxAccountKeys);
  const accountId = await insertAccount(database.db, 'Account');
  await bookAYear(accountId);
  const { token } = await insertKey(database.db, {
    accountId,
    name: 'Finance',
    permissions: [...permissions],
  });
  const { address } = running;
  const signedIn = await send(address, '/session', { method: 'POST', headers: fromOwnPage, body: { token } });
  const cookie = cookieOf(signedIn);
  const get = async (path: string) => send(address, path, { headers: { cookie } });
  const desk = rateDesk({ cookie, get, send: async (path, sent) => send(address, path, sent) });
  expect(dataOf(await desk.upload(ratesWithGaps()))).toEqual({ added: 35, replaced: 0, unchanged: 0 });

  const valueAt = async (amounts: ReadonlyMap<string, Decimal>, at: string) => {
    const { rates } = await desk.ratesAt({ at, currencies: [...amounts.keys()].join() });
    const ways = new Map(
      rates.flatMap(({ currency, steps }): [string, RateStep[]][] =>
        steps === null ? [] : [[currency, steps]],
      ),
    );
    const items = [...amounts].map(([currency, amount]) => ({ currency, amount }));
    return totalValue(items, ways);
  };
  const months = [];
  for (let month = 1; month <= 12; month += 1) {
    const [from, to] = [firstOf(month), firstOf(month + 1)];
    const { statement } = dataOf(await get(`/console/statement?from=${from}&to=${to}`)) as DataOf<
      typeof readStatement
    >;
    const [opening, closing] = [new Map<string, Decimal>(), new Map<string, Decimal>()];
    for (const row of statement?.rows ?? []) {
      opening.set(row.currency, add(opening.get(row.currency) ?? ZERO, row.opening.total));
      closing.set(row.currency, add(closing.get(row.currency) ?? ZERO, row.closing.total));
    }
    // At 00:00 of the next month, where the rates of its own days don't count yet.
    const [opened, closed] = [
      await valueAt(opening, `${from}T00:00:00Z`),
      await valueAt(closing, `${to}T00:00:00Z`),
    ];
    months.push({
      month,
      opened: roundValue(opened.total),
      closed: roundValue(closed.total),
      without: closed.without,
    });
  }

  expect(months.map(({ closed }) => closed)).toEqual(closings);
  // A month opens with the value that the one before it closed with.
  expect(months.slice(1).map(({ opened }) => opened)).toEqual(closings.slice(0, -1));
  expect(months.map(({ without }) => without.toSorted().join())).toEqual([
    'BNB',
    'BNB',
    'BNB',
    'BNB,BTC',
    'BNB',
    'BNB',
    'BNB',
    'BNB',
    'BNB,USDT',
    'BNB',
    'BNB',
    '',
  ]);

  const gaps = await desk.gaps({ from: '2025-01-31', to: '2026-01-01' });
  const missingAtMonthEnd = gaps.map(({ currency, ranges }) => [
    currency,
    Array.from({ length: 12 }, (_, index) => lastOf(index + 1)).filter((day) =>
      ranges.some(({ from, to }) => from <= day && day <= to),
    ).length,
  ]);
  expect(missingAtMonthEnd).toEqual([
    ['BNB', 11],
    ['BTC', 1],
    ['USDT', 1],
  ]);
});
