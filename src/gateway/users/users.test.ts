import { describe, expect, it } from 'vitest';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, secret, setUpGateways } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage } from '../testing/http-client.ts';
import { addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const startGateway = async () => start({ provider: makeTinyService('good', 'other') });
const ana = { name: 'Ana Ruiz', email: 'ana@example.com' };

type Data = { data: Record<string, unknown> | null; error_message: string };

async function usersOf(user: TestUser, address: string): Promise<Record<string, unknown>[]> {
  const answer = (await user.ask(address, '/console/users')).json() as Data;
  return (answer.data?.['users'] ?? []) as Record<string, unknown>[];
}

const createFirst = async (
  gateway: Awaited<ReturnType<typeof startGateway>>,
  key: string,
  body: object = ana,
) => {
  const cookie = cookieOf(await gateway.signIn(key));
  return await gateway.send('/console/users/first-administrator', {
    method: 'POST',
    headers: { ...fromOwnPage, cookie },
    body,
  });
};

describe('the first administrator of an account', () => {
  it('is created with an API key that has all permissions, until someone has joined', async () => {
    const gateway = await startGateway();
    const answer = await createFirst(gateway, 'good');
    expect(answer.json()).toMatchObject({ data: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    // The link was lost: another one takes its place.
    expect(await createFirst(gateway, 'good')).toMatchObject({ status: 200 });
    await addUser(database, { hasJoined: true });
    const again = await createFirst(gateway, 'good', { name: 'Bo', email: 'bo@example.com' });
    expect(again).toMatchObject({ status: 409 });
    expect(again.body).toContain('The account has an administrator already');
    expect(await createFirst(gateway, 'other', { name: 'Bo', email: 'bo@example.com' })).toMatchObject({
      status: 200,
    });
  });

  it('is one, however many are created at the same time', async () => {
    const gateway = await startGateway();
    const emails = ['a', 'b', 'c', 'd'].map((name) => ({ name, email: `${name}@example.com` }));
    await Promise.all(emails.map(async (body) => createFirst(gateway, 'good', body)));
    expect(await database.db.selectFrom('memberships').select('roles').execute()).toEqual([
      { roles: ['administrator'] },
    ]);
    expect(await database.db.selectFrom('invitations').select('user_id').execute()).toHaveLength(1);
  });

  it('is not created with a key that lacks a permission', async () => {
    const provider = makeTinyService('good');
    const { describeKey } = provider;
    const gateway = await start({
      provider: {
        ...provider,
        describeKey: async (key) => {
          const known = await describeKey(key);
          return known && { ...known, permissions: ['wallets:read'] };
        },
      },
    });
    const answer = await createFirst(gateway, 'good');
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body).toContain('it needs wallets:write');
  });
});

describe('API keys', () => {
  it('sign in to an account until its first administrator has joined, if that is turned off', async () => {
    const gateway = await start({
      provider: makeTinyService('good', 'other'),
      settings: { sessionSecret: secret, keySignIn: false },
    });
    const expectOffered = async (accepts_keys: boolean) =>
      expect((await gateway.send('/session/options')).json()).toMatchObject({ data: { accepts_keys } });
    await addUser(database);
    expect(await gateway.signIn('good')).toMatchObject({ status: 200 });
    await addUser(database, { hasJoined: true });
    const refused = await gateway.signIn('good');
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body).toContain('Sign-in with API keys is turned off. Sign in as a user');
    expect(await gateway.signIn('other')).toMatchObject({ status: 200 });
    await expectOffered(true);
    await addUser(database, { apiKey: 'other', hasJoined: true });
    await expectOffered(false);
    // Programs go on.
    expect(await gateway.send('/api/prod/v1/test', { headers: { token: 'good' } })).toMatchObject({
      status: 200,
    });
  });

  it('sign in beside users otherwise, and in the sandbox always', async () => {
    await addUser(database, { hasJoined: true });
    const provider = makeTinyService('good');
    expect(await (await start({ provider })).signIn('good')).toMatchObject({ status: 200 });
    const settings = { sessionSecret: secret, keySignIn: false };
    const sandbox = await start({ provider, mode: 'sandbox', settings });
    expect(await sandbox.signIn('good')).toMatchObject({ status: 200 });
  });
});

describe('users', () => {
  it('are invited with roles, and listed with what they can sign in with', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const answer = await admin.ask(address, '/console/users', {
      method: 'POST',
      body: { name: 'Bo Lee', email: ' Bo@Example.com ', roles: ['operator', 'finance'] },
    });
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers['content-encoding']).toBeUndefined();
    const [first, second] = await usersOf(admin, address);
    expect(first).toMatchObject({ name: 'Ana Ruiz', roles: ['administrator'] });
    expect(second).toMatchObject({
      name: 'Bo Lee',
      email: 'Bo@Example.com',
      roles: ['operator', 'finance'],
      has_joined: false,
      created_by: 'Ana Ruiz',
      invited_until: expect.any(String),
    });
  });

  it('have an email address of their own, whatever its case', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const invite = async (email: string) =>
      admin.ask(address, '/console/users', {
        method: 'POST',
        body: { name: 'Bo', email, roles: ['viewer'] },
      });
    expect(await invite('bo@example.com')).toMatchObject({ status: 200 });
    const again = await invite('BO@example.com');
    expect(again).toMatchObject({ status: 400 });
    expect(again.json()).toMatchObject({ data: { email: 'A user of this account has this email address.' } });
  });

  it('manage users only if a role allows it, and the refusal names the permission', async () => {
    const { address } = await startGateway();
    const operator = await addUser(database, { roles: ['operator'] });
    const answer = await operator.ask(address, '/console/users');
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.json()).toMatchObject({
      error_message: 'Your role lacks users:write. An administrator of the account can grant it',
    });
  });

  it('are not managed with an API key, whatever it may do', async () => {
    const gateway = await startGateway();
    const admin = await addUser(database);
    const cookie = cookieOf(await gateway.signIn('good'));
    const headers = { ...fromOwnPage, cookie };
    for (const [method, path, body] of [
      ['POST', '/console/users', { ...ana, roles: ['viewer'] }],
      ['PUT', '/console/users/roles', { id: admin.userId, version: 1, roles: ['viewer'] }],
      ['POST', '/console/users/reset', { id: admin.userId }],
      ['DELETE', '/console/users', { id: admin.userId }],
    ] as const) {
      expect(await gateway.send(path, { method, headers, body })).toMatchObject({ status: 403 });
    }
    expect(await usersOf(admin, gateway.address)).toMatchObject([{ roles: ['administrator'] }]);
  });

  it('of another account are neither seen nor changed', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const stranger = await addUser(database, { apiKey: 'other', name: 'Eve' });
    expect(await usersOf(admin, address)).toHaveLength(1);
    for (const [method, path, body] of [
      ['PUT', '/console/users/roles', { id: stranger.userId, version: 1, roles: ['viewer'] }],
      ['POST', '/console/users/reset', { id: stranger.userId }],
      ['DELETE', '/console/users', { id: stranger.userId }],
    ] as const) {
      expect(await admin.ask(address, path, { method, body })).toMatchObject({ status: 404 });
    }
    expect(await stranger.ask(address, '/session')).toMatchObject({ status: 200 });
  });
});

describe('roles', () => {
  it('that change apply to open sessions at the next request', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const operator = await addUser(database, { roles: ['operator'] });
    const create = async () =>
      operator.ask(address, createWallet.path, {
        method: 'POST',
        body: { name: 'Treasury', network: 'trx', type: 'user' },
      });
    expect((await create()).status).not.toBe(403);
    const change = { id: operator.userId, version: 1, roles: ['viewer'] };
    const changed = await admin.ask(address, '/console/users/roles', { method: 'PUT', body: change });
    expect(changed.json()).toMatchObject({ data: { roles: ['viewer'], version: 2 } });
    const refused = await create();
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.body).toContain('Your role lacks wallets:write');
    expect(await admin.ask(address, '/console/users/roles', { method: 'PUT', body: change })).toMatchObject({
      status: 409,
    });
  });

  it('are granted only by those who may do all that they allow', async () => {
    const { address } = await startGateway();
    const at = '2026-01-02T03:04:05.000000Z';
    await database.db
      .insertInto('custom_roles')
      .values({
        role_id: 'role_people',
        account_id: 'account of good',
        name: 'People',
        name_key: 'people',
        permissions: JSON.stringify(['users:write', 'wallets:read']),
        version: 1,
        updated_at: at as never,
        updated_by: null,
      })
      .execute();
    const admin = await addUser(database);
    const people = await addUser(database, { roles: ['role_people'], name: 'Pat' });
    const promote = { id: people.userId, version: 1, roles: ['administrator'] };
    const answer = await people.ask(address, '/console/users/roles', { method: 'PUT', body: promote });
    expect(answer).toMatchObject({ status: 403 });
    expect(answer.body).toContain('You can’t grant what your own role lacks: wallets:write');
    for (const [method, path] of [
      ['POST', '/console/users/reset'],
      ['DELETE', '/console/users'],
    ] as const) {
      const taken = await people.ask(address, path, { method, body: { id: admin.userId } });
      expect(taken).toMatchObject({ status: 403 });
    }
    const unknown = { id: people.userId, version: 1, roles: ['role_gone'] };
    expect(
      (await admin.ask(address, '/console/users/roles', { method: 'PUT', body: unknown })).json(),
    ).toMatchObject({ data: { roles: expect.stringContaining('no longer exists') } });
  });

  it('leave the account at least one administrator, even if two are removed at the same time', async () => {
    const { address } = await startGateway();
    const [one, other] = [await addUser(database), await addUser(database, { name: 'Bo' })];
    const remove = async (user: TestUser, id: string) =>
      user.ask(address, '/console/users', { method: 'DELETE', body: { id } });
    const answers = await Promise.all([remove(one, other.userId), remove(other, one.userId)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { admins } = await database.db
      .selectFrom('memberships')
      .select((eb) => eb.fn.countAll<number>().as('admins'))
      .executeTakeFirstOrThrow();
    expect(admins).toBe(1);
  });
});

describe('a user who leaves', () => {
  it('is signed out everywhere at the next request, and the email address is free again', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const leaver = await addUser(database, { roles: ['operator'], name: 'Bo' });
    expect(await leaver.ask(address, '/session')).toMatchObject({ status: 200 });
    const removed = await admin.ask(address, '/console/users', {
      method: 'DELETE',
      body: { id: leaver.userId },
    });
    expect(removed).toMatchObject({ status: 200 });
    expect(await leaver.ask(address, '/session')).toMatchObject({ status: 401 });
    expect(await leaver.ask(address, '/api/prod/v1/test')).toMatchObject({ status: 401 });
    const email = `${leaver.userId}@example.com`;
    const back = { name: 'Bo', email, roles: ['viewer'] };
    expect(await admin.ask(address, '/console/users', { method: 'POST', body: back })).toMatchObject({
      status: 200,
    });
  });

  it('whose sign-in is reset is signed out everywhere, and gets a new link', async () => {
    const { address } = await startGateway();
    const admin = await addUser(database);
    const user = await addUser(database, { roles: ['operator'], name: 'Bo' });
    const reset = { method: 'POST', body: { id: user.userId } };
    const answer = await admin.ask(address, '/console/users/reset', reset);
    expect(answer.json()).toMatchObject({ data: { user_id: user.userId, token: expect.any(String) } });
    expect(await user.ask(address, '/session')).toMatchObject({ status: 401 });
    await admin.ask(address, '/console/users/reset', reset);
    // Earlier links end.
    expect(await database.db.selectFrom('invitations').select('user_id').execute()).toHaveLength(1);
  });
});
