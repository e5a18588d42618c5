import { afterEach, expect } from 'vitest';
import type { ProviderStatement } from '#contract/gateway/provider-statements.ts';
import type { TestDatabase } from '#database/testing.ts';
import { sealAccountKey } from '../users/account-keys.ts';
import { createKeyCipher, walletServiceName } from '../sessions/key-cipher.ts';
import { secret, setUpGateways, TestClock } from './gateway-harness.ts';
import {
  envelope,
  failure,
  type Respond,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from './stand-in-provider.ts';

type Row = Record<string, string | number>;

/** What the provider says, which tests change on the way. */
export type Books = {
  balances: object;
  transactions: Row[];
  exchanges: Row[];
  isDown?: boolean;
  hasLists?: boolean;
};

export const balancesOf = (usdt: string, ethereum: string) => ({
  user: { trx: { USDT: { available: usdt } }, eth: { ETH: { available: ethereum } } },
  accounting: { trx_eth: { USDT: { available: '10', transit: '2', blockchain: '3' } } },
});

export const transaction = (changes: Row): Row => ({
  transaction_id: `tx_${JSON.stringify(changes).length}_${changes['created_at']}`,
  network: 'trx',
  direction: 'in',
  status: 'completed',
  amount: '1',
  currency: 'USDT',
  sender_wallet: 'TSender',
  recipient_wallet: 'TRecipient',
  hash: 'ab',
  fee: '0',
  created_at: '2026-01-02 03:30:00.000000+00',
  ...changes,
});

export const exchange: Row = {
  transaction_id: 'ex_1',
  network_from: 'trx',
  network_to: 'eth',
  currency_from: 'USDT',
  currency_to: 'ETH',
  status: 'completed',
  amount_from: 5,
  amount_to: 0.002,
  fee: 0.0001,
  rate: 0.0004,
  created_at: '2026-01-02 03:40:00.000000',
};

const respondWith =
  (books: Books): Respond =>
  ({ url, method }, response) => {
    const { pathname } = new URL(url, 'http://provider');
    const list = (name: string, rows: Row[]) =>
      sendJson(response, 200, envelope({ count: rows.length, [name]: rows, result: 'success' }));
    const isRefused = books.hasLists === false && pathname.endsWith('transactions');
    if (books.isDown || isRefused) sendJson(response, 503, failure(503, 'system', 'Down for maintenance'));
    else if (method !== 'GET' || pathname.endsWith('/test'))
      sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/user-balances'))
      sendJson(response, 200, envelope({ user_id: 'account', balances: books.balances }));
    else if (pathname.endsWith('/exchange-transactions')) list('transactions', books.exchanges);
    else if (pathname.endsWith('/transactions')) list('transactions', books.transactions);
    else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };

/** Starts consoles in front of a provider whose balances they note every hour, from 03:03 on January 2, 2026. */
export function setUpProviderBooks(database: TestDatabase) {
  const startGateway = setUpGateways(database);
  const running: StandInProvider[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map(async (provider) => provider.close()));
  });

  return async (books: Books) => {
    const provider = await startStandInProvider();
    running.push(provider);
    provider.respond = respondWith(books);
    const clock = new TestClock();
    const gateway = await startGateway({
      mode: 'remote',
      deposits: 'provider',
      provider: { kind: 'remote', url: provider.url },
      now: clock.now,
      settings: { sessionSecret: secret, providerLookDelayMs: Number.POSITIVE_INFINITY, snapshotMs: 100 },
    });
    // A session ends with half an hour of the clock.
    const get = async (path: string) => (await gateway.open('good')).get(path);
    const cipher = createKeyCipher(secret, walletServiceName(provider.url), undefined);
    const key = { accountId: 'account', name: null, apiKey: 'good', addedBy: null, at: clock.now() };
    await sealAccountKey(database.db, cipher, key);
    const read = async (from: string, to: string) => {
      const answer = await get(`/console/provider-statement?from=${from}&to=${to}`);
      expect(answer.status).toBe(200);
      return (answer.json() as { data: { statement: ProviderStatement } }).data.statement;
    };
    /** The hours with a snapshot. The job looks ten times a second, and only where the console's clock moves on. */
    const hours = async () => {
      clock.advance({ seconds: 1 });
      return (await database.db.selectFrom('balance_snapshots').select('hour').orderBy('hour').execute()).map(
        ({ hour }) => hour.slice(11, 16),
      );
    };
    return {
      provider,
      gateway,
      clock,
      get,
      read,
      hours,
      refused: async (path: string) => (await get(path)).status,
    };
  };
}

/** An hour of January 2, 2026. */
export const hour = (number: number) => `2026-01-02T0${number}:00:00Z`;
