import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { currenciesOf, type Network, walletNetworks, withdrawalNetworks } from '#domain/networks.ts';
import { failure, setUpService } from '../testing.ts';
import { collect, hold, settle } from '../ledger/movements.ts';

const service = setUpService();

const balances = async () => await service.call('GET', '/user-balances');
const movement = (currency: 'USDT' | 'ETH' | 'TRX', amount: string) => ({
  accountId: service.accountId,
  currency,
  amount: decimal(amount),
});

const shared = async () => /"trx_eth":\{"USDT":(\{[^}]*\})/.exec((await balances()).text)?.[1];

const nothing = (network: Network, currencies: readonly string[]) =>
  `"${network}":{${currencies.map((currency) => `"${currency}":{"available":0}`).join(',')}}`;
/** USDT on Tron and Ethereum is in the pool that they share. */
const inPool = (network: Network) =>
  currenciesOf(network).filter((currency) => currency !== 'USDT' || (network !== 'trx' && network !== 'eth'));

it('shows every wallet type, network and currency of an account without funds', async () => {
  expect((await balances()).text).toBe(
    `{"code":"200","error_code":null,"error_message":null,"data":{"user_id":"${service.accountId}",` +
      `"result":"success","balances":{"accounting":{` +
      `${withdrawalNetworks.map((network) => nothing(network, inPool(network))).join(',')},` +
      `"trx_eth":{"USDT":{"available":0,"transit":0,"blockchain":0}}},` +
      `"user":{${walletNetworks.map((network) => nothing(network, currenciesOf(network))).join(',')}}}}}`,
  );
});

it('adds up the wallets of a type exactly, beyond what a float can hold', async () => {
  const [first, second] = [await service.wallet('eth'), await service.wallet('eth')];
  await service.fund(first, 'ETH', '100000000.000000000000000001');
  await service.fund(second, 'ETH', '0.000000000000000002');
  await service.post(hold(second, movement('ETH', '0.000000000000000001')));
  expect((await balances()).text).toContain('"ETH":{"available":100000000.000000000000000002}');
});

it('follows USDT of accounting wallets on Tron and Ethereum into the shared pool', async () => {
  const [tron, ethereum] = [
    await service.wallet('trx', 'accounting'),
    await service.wallet('eth', 'accounting'),
  ];
  await service.fund(tron, 'USDT', '100');
  await service.fund(ethereum, 'USDT', '50.5');
  expect(await shared()).toBe('{"available":0,"transit":0,"blockchain":150.5}');

  await service.post(collect(tron, movement('USDT', '70')));
  expect(await shared()).toBe('{"available":0,"transit":70,"blockchain":80.5}');
  await service.post(settle('trx', movement('USDT', '60.25')));
  expect(await shared()).toBe('{"available":60.25,"transit":9.75,"blockchain":80.5}');
});

it('adds pool and wallets for every other currency of accounting wallets', async () => {
  const tron = await service.wallet('trx', 'accounting');
  await service.fund(tron, 'TRX', '10');
  await service.post(collect(tron, movement('TRX', '4')));
  expect((await balances()).text).toContain(
    '"accounting":{"trx":{"USDC":{"available":0},"TRX":{"available":10}}',
  );
});

it('refuses a parameter, which it has none of', async () => {
  const answer = await service.call('GET', '/user-balances?currency=USDT');
  expect(answer.body).toEqual(
    failure(400, 'request', 'Validation failed: currency: unknown parameter', {
      currency: 'unknown parameter',
    }),
  );
});

it('answers 500 system without naming the cause when the database fails', async () => {
  await sql`alter table ledger_accounts rename to away`.execute(service.db);
  try {
    const answer = await balances();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual(failure(500, 'system', expect.not.stringContaining('ledger_accounts')));
  } finally {
    await sql`alter table away rename to ledger_accounts`.execute(service.db);
  }
});
