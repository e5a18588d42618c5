import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, type TinyService } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';
import { addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const path = '/console/account-keys';
const testPath = '/api/prod/v1/test';

/** A service whose account of `good` has a second key, and a third that may do little. */
function makeService(): TinyService {
  const provider = makeTinyService('good', 'other');
  provider.accounts.set('newer', 'account of good');
  return provider;
}

type Key = { id: string; is_used: boolean; fingerprint: string };

async function keysOf(user: TestUser, address: string): Promise<Key[]> {
  const answer = await user.ask(address, path);
  return (answer.json() as { data: { keys: Key[] } }).data.keys;
}

const add = async (user: TestUser, address: string, token: string) =>
  user.ask(address, path, { method: 'POST', body: { token } });

it('are added for users, who never see them, and the newest is used', async () => {
  const { address } = await start({ provider: makeService() });
  const admin = await addUser(database);
  expect(await add(admin, address, 'newer')).toMatchObject({ status: 200 });
  const answer = await admin.ask(address, path);
  expect(answer.json()).toMatchObject({
    data: {
      keys: [
        { name: 'key newer', is_used: true, added_by: 'Ana Ruiz' },
        { name: 'key good', is_used: false },
      ],
    },
  });
  expect(answer.body).not.toContain('"newer"');
  expect((await admin.ask(address, '/session')).json()).toMatchObject({ data: { key_name: 'key newer' } });
});

it('belong to the account, and work', async () => {
  const { address } = await start({ provider: makeService() });
  const admin = await addUser(database);
  expect((await add(admin, address, 'other')).json()).toMatchObject({
    data: { token: 'This API key belongs to another account.' },
  });
  for (const token of ['unknown', 'kéy']) {
    expect((await add(admin, address, token)).json()).toMatchObject({
      data: { token: 'API key not recognized. Check that you copied the whole key.' },
    });
  }
  expect(await keysOf(admin, address)).toHaveLength(1);
});

it('are removed, but not the last one, and not one of another account', async () => {
  const { address } = await start({ provider: makeService() });
  const admin = await addUser(database);
  const stranger = await addUser(database, { apiKey: 'other' });
  await add(admin, address, 'newer');
  const remove = async (user: TestUser, id: string) =>
    user.ask(address, path, { method: 'DELETE', body: { id } });
  const [newer, older] = await keysOf(admin, address);
  expect(await remove(stranger, newer?.id ?? '')).toMatchObject({ status: 404 });
  expect(await remove(admin, newer?.id ?? '')).toMatchObject({ status: 200 });
  expect((await admin.ask(address, '/session')).json()).toMatchObject({ data: { key_name: 'key good' } });
  const last = await remove(admin, older?.id ?? '');
  expect(last).toMatchObject({ status: 409 });
  expect(last.body).toContain('This is the only API key');
});

it('that stop working sign no user out: what needs one says so, until an administrator adds another', async () => {
  const provider = makeService();
  const { address } = await start({ provider });
  const admin = await addUser(database);
  provider.accounts.delete('good');
  const refused = await admin.ask(address, testPath);
  expect(refused).toMatchObject({ status: 403 });
  expect(refused.json()).toMatchObject({
    code: '403',
    error_message: expect.stringContaining('no longer accepts the account’s API key'),
  });
  expect(await admin.ask(address, '/session')).toMatchObject({ status: 200 });
  expect(await add(admin, address, 'newer')).toMatchObject({ status: 200 });
  expect(await admin.ask(address, testPath)).toMatchObject({ status: 200 });
});

it('can be added with a key that has all permissions, and by no other', async () => {
  const provider = makeService();
  const { describeKey } = provider;
  provider.describeKey = async (key) => {
    const known = await describeKey(key);
    return known && key === 'good' ? { ...known, permissions: ['wallets:read'] } : known;
  };
  const gateway = await start({ provider });
  const admin = await addUser(database);
  const withKey = async (key: string) =>
    gateway.send(path, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie: cookieOf(await gateway.signIn(key)) },
      body: { token: key },
    });
  expect(await withKey('good')).toMatchObject({ status: 400 });
  expect(await withKey('newer')).toMatchObject({ status: 200 });
  expect(await keysOf(admin, gateway.address)).toHaveLength(2);
});

it('are not managed by users whose roles don’t include keys:write', async () => {
  const { address } = await start({ provider: makeService() });
  const operator = await addUser(database, { roles: ['operator'] });
  const answer = await operator.ask(address, path);
  expect(answer).toMatchObject({ status: 403 });
  expect(answer.body).toContain('Your role lacks keys:write');
});
