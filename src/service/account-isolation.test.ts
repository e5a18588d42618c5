import { beforeEach, describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { insertAccount } from './keys/accounts.store.ts';
import { insertKey, revokeKey } from './keys/keys.store.ts';
import { failure, setUpService, success } from './testing.ts';

const service = setUpService();

let stranger: { keyId: string; token: string };

beforeEach(async () => {
  const accountId = await insertAccount(service.db, 'Another account');
  stranger = await insertKey(service.db, { accountId, name: 'Key', permissions });
});

const changes = [
  ['PUT', '/wallets', { name: 'mine now' }],
  ['PATCH', '/wallets-status', { status: 'blocked' }],
  ['DELETE', '/wallets', {}],
] as const;

describe("a key of another account, against a wallet that is not its account's", () => {
  it.each(changes)(
    'gets from %s %s the same answer as for one that does not exist',
    async (method, path, change) => {
      const { address } = await service.wallet('eth');
      const before = await service.call('GET', '/wallets');
      const ask = async (asked: string) =>
        await service.call(method, path, { token: stranger.token, body: { address: asked, ...change } });

      const theirs = await ask(address);
      const unknown = await ask('0x52908400098527886E0F7030069857D2E4169EE7');

      expect(theirs.status).toBe(404);
      expect(theirs.text).toBe(unknown.text);
      expect((await service.call('GET', '/wallets')).text).toBe(before.text);
    },
  );

  it('finds neither the wallet nor its funds', async () => {
    const wallet = await service.wallet('trx');
    await service.fund(wallet, 'USDT', '12.5');
    const { token } = stranger;
    const found = await service.call('GET', `/wallets?address=${wallet.address}`, { token });
    expect(found.body).toMatchObject({ data: { count: 0, wallets: [] } });
    const { text } = await service.call('GET', '/user-balances', { token });
    expect(text).not.toContain('12.5');
    expect((await service.call('GET', '/user-balances')).text).toContain('12.5');
  });
});

it('refuses a key from the request on that comes after its revocation', async () => {
  const { keyId, token } = stranger;
  expect((await service.call('GET', '/test', { token })).body).toEqual(success({ result: 'success' }));
  expect(await revokeKey(service.db, keyId)).toBe(true);
  expect((await service.call('GET', '/test', { token })).body).toEqual(
    failure(401, 'system', expect.any(String)),
  );
});
