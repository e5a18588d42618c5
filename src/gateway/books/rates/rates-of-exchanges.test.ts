import { expect, it } from 'vitest';
import type { ExchangeTransaction } from '#contract/wallet-service/exchanges.ts';
import { useTestDatabase } from '#database/testing.ts';
import { decimal } from '#domain/decimal.ts';
import { setUpRemoteGateways } from '../../testing/remote-harness.ts';
import { asDocumented, envelope, failure, type Respond, sendJson } from '../../testing/stand-in-provider.ts';
import { rateOfExchange } from './rates-of-exchanges.ts';
import { dataOf, rateDesk } from './testing-rates.ts';

const remote = setUpRemoteGateways(useTestDatabase());

const exchange = (id: number, changes: object = {}) => ({
  transaction_id: `exchange ${id}`,
  network_from: 'btc',
  network_to: 'trx',
  currency_from: 'BTC',
  currency_to: 'USDT',
  status: 'completed',
  amount_from: 0.5,
  amount_to: 30000,
  fee: 30,
  rate: 60060,
  created_at: `2026-01-01 00:00:${String(id % 60).padStart(2, '0')}.${String(id).padStart(6, '0')}`,
  ...changes,
});

/** A provider that ignores every filter and gives at most 300 rows at a time. */
const listing =
  (all: readonly object[]): Respond =>
  (request, response) => {
    if (!request.url.includes('/exchange-transactions')) return asDocumented(request, response);
    const offset = Number(new URL(request.url, remote.provider.url).searchParams.get('offset'));
    sendJson(response, 200, envelope({ count: all.length, transactions: all.slice(offset, offset + 300) }));
  };

async function open() {
  const { gateway, cookie, get } = await remote.startSignedIn();
  return rateDesk({ cookie, get, send: gateway.send });
}

it('records what completed exchanges with a stablecoin brought, in front of a remote provider, each once', async () => {
  const all = [
    exchange(1),
    exchange(2, { currency_from: 'USDC', currency_to: 'ETH', amount_from: 100, amount_to: 0.3 }),
    exchange(3, { status: 'in_progress' }),
    exchange(4, { currency_from: 'USDC' }),
    exchange(5, { currency_to: 'ETH' }),
  ];
  remote.provider.respond = listing(all);
  const desk = await open();
  expect(dataOf(await desk.collect())).toEqual({ added: 2, read: 5, is_complete: true });
  expect((await desk.list()).rates).toMatchObject([
    {
      currency: 'ETH',
      quote: 'USDC',
      rate: '333.333333333333333333',
      source: 'exchange',
      origin: 'exchange 2',
    },
    { currency: 'BTC', quote: 'USDT', rate: '60000', at: '2026-01-01T00:00:01.000Z' },
  ]);
  expect(dataOf(await desk.collect())).toMatchObject({ added: 0 });
  all.push(exchange(6));
  expect(dataOf(await desk.collect())).toMatchObject({ added: 1 });
  // One that was taken out of use stays so.
  const [latest] = (await desk.list()).rates;
  await desk.supersede(latest?.id ?? '');
  expect(dataOf(await desk.collect())).toMatchObject({ added: 0 });
});

it('reads page by page, up to the exchanges that are recorded', async () => {
  const all = Array.from({ length: 650 }, (_, index) => exchange(index));
  remote.provider.respond = listing(all);
  const desk = await open();
  expect(dataOf(await desk.collect())).toEqual({ added: 650, read: 650, is_complete: true });
  remote.provider.received.length = 0;
  expect(dataOf(await desk.collect())).toEqual({ added: 0, read: 300, is_complete: true });
  expect(remote.provider.received).toHaveLength(1);
});

it('says so where the wallet service does not list its exchanges', async () => {
  remote.provider.respond = (request, response) =>
    request.url.includes('/exchange-transactions')
      ? sendJson(response, 400, failure(400, 'system', 'No permission'))
      : asDocumented(request, response);
  const answer = await (await open()).collect();
  expect([answer.status, answer.body]).toEqual([502, expect.stringContaining('No permission')]);
});

const made = (changes: Partial<ExchangeTransaction>) =>
  rateOfExchange({
    ...exchange(1),
    amount_from: decimal('1'),
    amount_to: decimal('2'),
    fee: decimal('0'),
    rate: decimal('2'),
    ...changes,
  });

it('makes no rate of an exchange of nothing or of an unreadable time', () => {
  expect(made({})?.rate).toBe('2');
  expect(made({ amount_from: decimal('0') })).toBeUndefined();
  expect(made({ amount_to: decimal('-1') })).toBeUndefined();
  expect(made({ created_at: 'yesterday' })).toBeUndefined();
});
