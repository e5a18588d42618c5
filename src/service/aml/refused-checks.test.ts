import { describe, expect, it } from 'vitest';
import { amlNetworks } from '#domain/networks.ts';
import { failure, setUpService } from '../testing.ts';
import { amlChecks, evmAddress } from './testing-aml.ts';

const service = setUpService();
const { check, allow, otherAccount } = amlChecks(service);
const address = evmAddress(7);

const supported = `supported: ${amlNetworks.join(', ')}`;
const refused = (message: unknown) => failure(400, 'request', message, null);

async function whyRefused(payer: string): Promise<string> {
  const answer = await check({ value: address, network: 'eth', address: payer });
  expect(answer).toMatchObject({ status: 400, body: { error_code: 'request', data: null } });
  return (answer.body as { error_message: string }).error_message;
}

describe('refuses', () => {
  it.each([
    ['sol', `The network "sol" is not supported; ${supported}`],
    ['ETH', `The network "ETH" is not supported; ${supported}`],
    ['', `The network "" is not supported; ${supported}`],
    ['a\u202e'.repeat(50), `The network "${'a?'.repeat(16)}..." is not supported; ${supported}`],
  ])('the network %j, naming it, before it looks at the value', async (network, message) => {
    const answer = await check({ value: 'nonsense', network });
    expect(answer).toMatchObject({ status: 400, body: refused(message) });
  });

  it.each([
    ['nonsense', 'eth', 'not a valid address or transaction ID'],
    ['TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi', 'eth', 'this is a Tron address'],
    [
      'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSj',
      'trx',
      'The value matches no known address or transaction-id pattern of Tron: the checksum doesn’t match; a character is wrong',
    ],
    ['a'.repeat(64), 'eth', 'this is a Tron or Bitcoin transaction id'],
  ])('the value %s on %s, saying what it is', async (value, network, why) => {
    await allow(0);
    const answer = await check({ value, network });
    expect(answer).toMatchObject({
      status: 400,
      body: refused(
        expect.stringMatching(/^The value matches no known address or transaction-id pattern of /),
      ),
    });
    expect(answer.body).toMatchObject({ error_message: expect.stringContaining(why) });
  });

  it('a check without an address when none is left', async () => {
    await allow(0);
    expect((await check({ value: address, network: 'eth' })).body).toEqual(
      refused('No AML checks are available and no address is provided'),
    );
    expect(await service.db.selectFrom('aml_checks').selectAll().execute()).toEqual([]);
  });

  it('a wallet without USDT, unknown, foreign, blocked or with too little, saying which', async () => {
    await allow(0);
    const prefix = 'The wallet does not support USDT payments for AML: ';
    const bitcoin = await service.wallet('btc');
    expect(await whyRefused(bitcoin.address)).toBe(`${prefix}there is no USDT on Bitcoin`);
    expect(await whyRefused(evmAddress(3))).toBe(`${prefix}the account has no wallet with this address`);
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '0.999999');
    expect(await whyRefused(wallet.address)).toBe(
      `${prefix}it holds 0.999999 USDT, and a check costs 1 USDT`,
    );
    await service.fund(wallet, 'USDT', '5');
    await service.db.updateTable('wallets').set({ status: 'blocked' }).execute();
    expect(await whyRefused(wallet.address)).toBe(`${prefix}it is blocked`);
    const account_id = await otherAccount();
    await service.db.updateTable('wallets').set({ status: 'active', account_id }).execute();
    expect(await whyRefused(wallet.address)).toBe(`${prefix}the account has no wallet with this address`);
    expect(await service.db.selectFrom('aml_checks').selectAll().execute()).toEqual([]);
  });

  it.each([
    [{ network: 'eth' }, 'value'],
    [{ value: '', network: 'eth' }, 'value'],
    [{ value: 'x'.repeat(129), network: 'eth' }, 'value'],
    [{ value: address }, 'network'],
    [{ value: address, network: 'eth', async: 'yes' }, 'async'],
    [{ value: address, network: 'eth', surprise: 1 }, 'surprise'],
  ])('the body %j, naming the field', async (body, field) => {
    const answer = await check(body);
    expect(answer).toMatchObject({ status: 400, body: { data: { [field]: expect.any(String) } } });
  });

  it('a key without the permission', async () => {
    const token = await service.keyWith('wallets:read');
    for (const path of ['/aml-report', '/aml-report-recheck']) {
      const answer = await service.call('POST', path, { token, body: {} });
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'system' } });
    }
  });
});
