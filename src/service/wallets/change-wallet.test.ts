import { describe, expect, it } from 'vitest';
import { failure, setUpService, success } from '../testing.ts';

const service = setUpService();

const unknownWallet = failure(404, 'not_found', 'Wallet not found');
const worked = success({ result: 'success' });
const stored = async (address: string) =>
  await service.db
    .selectFrom('wallets')
    .select(['name', 'status'])
    .where('address', '=', address)
    .executeTakeFirst();

describe('PUT /wallets', () => {
  it('renames the wallet and nothing else', async () => {
    const { address } = await service.wallet('eth', 'user', 'Before');
    const other = await service.wallet('eth', 'user', 'Other');
    const answer = await service.call('PUT', '/wallets', { body: { address, name: ' After ' } });
    expect(answer).toMatchObject({ status: 200, body: worked });
    expect(await stored(address)).toEqual({ name: 'After', status: 'active' });
    expect(await stored(other.address)).toEqual({ name: 'Other', status: 'active' });
  });

  it('finds an Ethereum address in small letters', async () => {
    const { address } = await service.wallet('bnb');
    const body = { address: address.toLowerCase(), name: 'After' };
    expect(await service.call('PUT', '/wallets', { body })).toMatchObject({ status: 200 });
    expect(await stored(address)).toMatchObject({ name: 'After' });
  });

  it.each([
    ['address', { name: 'A' }, 'required field'],
    ['address', { address: 5, name: 'A' }, 'must be text'],
    ['name', { address: 'T' }, 'required field'],
    ['name', { address: 'T', name: '' }, 'Enter a name (up to 64 characters).'],
    ['name', { address: 'T', name: null }, 'must be text'],
    ['status', { address: 'T', name: 'A', status: 'active' }, 'unknown field'],
  ])('refuses a bad %s', async (field, body, rule) => {
    const answer = await service.call('PUT', '/wallets', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', `Validation failed: ${field}: ${rule}`, { [field]: rule }),
    );
  });
});

describe('PATCH /wallets-status', () => {
  it.each(['inactive', 'blocked', 'active'])('sets the status %s', async (status) => {
    const { address } = await service.wallet();
    const answer = await service.call('PATCH', '/wallets-status', { body: { address, status } });
    expect(answer).toMatchObject({ status: 200, body: worked });
    expect(await stored(address)).toEqual({ name: 'Test wallet', status });
  });

  it.each([
    ['address', { status: 'active' }, 'required field'],
    ['status', { address: 'T' }, 'required field'],
    ['status', { address: 'T', status: 'frozen' }, 'allowed: active, inactive, blocked'],
    ['status', { address: 'T', status: 'ACTIVE' }, 'allowed: active, inactive, blocked'],
    ['name', { address: 'T', status: 'active', name: 'A' }, 'unknown field'],
  ])('refuses a bad %s', async (field, body, rule) => {
    const answer = await service.call('PATCH', '/wallets-status', { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', `Validation failed: ${field}: ${rule}`, { [field]: rule }),
    );
  });
});

describe.each([
  ['PUT', '/wallets', { name: 'A' }],
  ['PATCH', '/wallets-status', { status: 'blocked' }],
] as const)('%s %s', (method, path, change) => {
  it('answers 404 for an address that isn’t a wallet', async () => {
    const body = { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ...change };
    expect(await service.call(method, path, { body })).toMatchObject({ status: 404, body: unknownWallet });
  });

  it("answers 404 for another account's wallet, and leaves it as it is", async () => {
    const { address } = await service.wallet();
    await service.db
      .insertInto('accounts')
      .columns(['account_id', 'name', 'created_at'])
      .expression((e) =>
        e
          .selectFrom('accounts')
          .select((s) => [s.val('acc_other').as('account_id'), 'name', 'created_at'])
          .limit(1),
      )
      .execute();
    await service.db.updateTable('wallets').set({ account_id: 'acc_other' }).execute();
    const answer = await service.call(method, path, { body: { address, ...change } });
    expect(answer).toMatchObject({ status: 404, body: unknownWallet });
    expect(await stored(address)).toEqual({ name: 'Test wallet', status: 'active' });
  });

  it('answers 404 for a deleted wallet', async () => {
    const { address } = await service.wallet();
    await service.call('DELETE', '/wallets', { body: { address } });
    const answer = await service.call(method, path, { body: { address, ...change } });
    expect(answer).toMatchObject({ status: 404, body: unknownWallet });
  });
});
