import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import { MOST_SESSIONS } from '#contract/gateway/open-sessions.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import type { SignInOptions } from '#contract/gateway/sign-in.ts';
import type { User } from '#contract/gateway/users.ts';
import { builtInRoles } from '#contract/roles.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { browserOf } from '../sessions/testing-browsers.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../testing/gateway-harness.ts';
import { cookieOf, fromOwnPage, send } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { reauthenticationHeader } from '#contract/gateway/reauthentication-proof.ts';
import { addMs } from '#domain/time.ts';
import { hashOfToken } from '../tokens.ts';
import { insertCustomRole } from './roles.store.ts';
import { listSandboxUsers } from './sandbox-users.store.ts';
import { sandboxUsers } from './sandbox-users.ts';
import { seedTestSandboxUsers, signInAs } from './testing-sandbox-users.ts';
import { addUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const remote = setUpRemoteGateways(database);
const ids = Object.fromEntries(sandboxUsers.map(({ role, userId }) => [role, userId]));
const administrator = String(ids['administrator']);
const operator = String(ids['operator']);
const startSandbox = async () =>
  start({ mode: 'sandbox', sandboxKeys: ['good'], provider: makeTinyService('good', 'own') });

let gateway: RunningGateway;

beforeEach(async () => {
  await seedTestSandboxUsers(database.db);
  gateway = await startSandbox();
});

async function enter(id: string) {
  const answer = await signInAs(gateway, id);
  const cookie = cookieOf(answer);
  const ask = async (path: string, method = 'GET', body?: object) =>
    gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  const dataOf = async <D>(path: string) => ((await ask(path)).json() as { data: D }).data;
  return { answer, cookie, ask, dataOf };
}

const optionsOf = async () =>
  ((await gateway.send('/session/options')).json() as { data: SignInOptions }).data;
const change = { id: operator, version: 1, roles: ['operator', 'finance'] };
const setPassword = async (userId: string) =>
  database.db
    .insertInto('user_passwords')
    .values({ user_id: userId, hash: 'of no password', changed_at: now() })
    .execute();

describe('in the sandbox', () => {
  it('the sign-in page offers its users with their roles', async () => {
    expect(await optionsOf()).toMatchObject({
      has_users: false,
      sandbox_users: sandboxUsers.map(({ userId, name, role }) => ({
        id: userId,
        name,
        roles: [builtInRoles[role].label],
        description: builtInRoles[role].description,
      })),
    });
  });

  it('the sign-in page names a role of the account too, and reads all users with one query', async () => {
    const content = { name: 'Night shift', permissions: [], updated_at: now(), updated_by: null };
    await insertCustomRole(database.db, { accountId: 'account of good', roleId: 'role_night', content });
    await database.db
      .updateTable('memberships')
      .set({ roles: JSON.stringify(['role_night', 'operator']) })
      .where('user_id', '=', operator)
      .execute();
    expect((await optionsOf()).sandbox_users[1]).toMatchObject({
      name: 'Olivia Hart',
      roles: ['Night shift', 'Operator'],
      description: null,
    });

    let queries = 0;
    const counting = database.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    expect(await listSandboxUsers(counting)).toHaveLength(4);
    expect(queries).toBe(1);
  });

  it('one click signs in as the user, whom the activity log names', async () => {
    const olivia = await enter(operator);
    expect(olivia.answer.json()).toMatchObject({
      data: { user: { id: operator, name: 'Olivia Hart', email: 'olivia.hart@sandbox.example' } },
    });
    const view = { list: 'transactions', name: 'Mine', search: 'network=trx' };
    expect((await olivia.ask('/console/views', 'POST', view)).status).toBe(200);
    const priya = await enter(administrator);
    const { entries } = await priya.dataOf<{ entries: AuditLogEntry[] }>(
      '/console/audit-log?sort_direction=asc',
    );
    expect(entries).toMatchObject([
      { operation: 'signInAsSandboxUser', user_id: operator, user_name: 'Olivia Hart', status: 'completed' },
      { operation: 'createView', user_id: operator, user_name: 'Olivia Hart' },
      { operation: 'signInAsSandboxUser', user_id: administrator, user_name: 'Priya Nair' },
    ]);
  });

  it('two browsers are two people, and neither ends the other’s session', async () => {
    const [olivia, priya] = [await enter(operator), await enter(administrator)];
    const users = [await olivia.dataOf<Session>('/session'), await priya.dataOf<Session>('/session')];
    expect(users.map(({ user }) => user?.name)).toEqual(['Olivia Hart', 'Priya Nair']);
    expect((await olivia.ask('/console/users')).status).toBe(403);
    expect((await priya.ask('/console/users')).status).toBe(200);
  });

  it('everyone can sign in as the same user: none ends another’s session', async () => {
    const first = browserOf(gateway, (await enter(operator)).cookie);
    for (let count = 0; count < MOST_SESSIONS; count += 1) await enter(operator);
    expect(await first.status()).toBe(200);
    expect(await first.list()).toHaveLength(MOST_SESSIONS + 1);
  });

  it('an ID that was planted in the browser is never signed in', async () => {
    const planted = 'wallet_console_session=planted';
    const cookie = cookieOf(await signInAs(gateway, operator, { cookie: planted }));
    expect(cookie).not.toBe(planted);
    expect(await browserOf(gateway, planted).status()).toBe(401);
  });

  it('nobody becomes another user, nor one of another site', async () => {
    const { userId } = await addUser(database);
    for (const id of [userId, 'user_sandbox_', 'user_sandbox_viewer', 'sandbox-admin']) {
      const refused = await signInAs(gateway, id);
      expect([id, refused.status, cookieOf(refused)]).toEqual([id, 404, '']);
    }
    expect((await signInAs(gateway, operator, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('its administrator gets no link with which to become another user', async () => {
    const { userId: other } = await addUser(database, { hasJoined: true });
    const priya = await enter(administrator);
    const reset = async (id: string) => (await priya.ask('/console/users/reset', 'POST', { id })).status;
    expect(await reset(other)).toBe(403);
    expect(await reset(operator)).toBe(200);
    // Whoever came with one click could have set this, and then confirm with it.
    await setPassword(administrator);
    const session = await database.db
      .selectFrom('sessions')
      .select('session_hash')
      .where('user_id', '=', administrator)
      .executeTakeFirstOrThrow();
    const proof = {
      token_hash: hashOfToken('proof'),
      session_hash: session.session_hash,
      expires_at: addMs(now(), 60_000),
    };
    await database.db.insertInto('reauthentications').values(proof).execute();
    const headers = { ...fromOwnPage, cookie: priya.cookie, [reauthenticationHeader]: 'proof' };
    const again = await gateway.send('/console/users/reset', {
      method: 'POST',
      headers,
      body: { id: other },
    });
    expect([again.status, again.body]).toEqual([403, expect.stringContaining('anyone can sign in as them')]);
  });

  it('its keys sign in as ever, and show no user', async () => {
    const { data } = (await gateway.signIn('good')).json() as { data: Session };
    expect(data).toMatchObject({ user: null, key_name: 'key good', console_permissions: null });
  });
});

describe('confirming who one is', () => {
  it('is not asked of a user of the sandbox, until the user has set up how to sign in', async () => {
    const priya = await enter(administrator);
    expect((await priya.ask('/console/users/roles', 'PUT', change)).status).toBe(200);
    await setPassword(administrator);
    const asked = await priya.ask('/console/users/roles', 'PUT', { ...change, version: 2 });
    expect(asked.json()).toMatchObject({ code: '403', data: { reauthenticate: ['password'] } });
    // One click is no proof.
    const again = await enter(administrator);
    expect(again.answer.headers).not.toHaveProperty(reauthenticationHeader);
    expect((await again.ask('/console/users/roles', 'PUT', { ...change, version: 2 })).status).toBe(403);
    expect((await optionsOf()).has_users).toBe(true);
  });
});

describe('the first administrator', () => {
  const first = { name: 'Ana Ruiz', email: 'ana@example.com' };

  it('is created with a key, and leaves the sandbox’s users and whom they invited', async () => {
    const priya = await enter(administrator);
    const bo = { name: 'Bo Lee', email: 'bo@example.com', roles: ['operator'] };
    expect((await priya.ask('/console/users', 'POST', bo)).status).toBe(200);
    const headers = { ...fromOwnPage, cookie: cookieOf(await gateway.signIn('good')) };
    const created = async () =>
      gateway.send('/console/users/first-administrator', { method: 'POST', headers, body: first });
    expect((await created()).status).toBe(200);
    expect((await created()).status).toBe(200);
    const { users } = await priya.dataOf<{ users: User[] }>('/console/users');
    expect(users.map(({ name, is_sandbox, has_joined }) => [name, is_sandbox, has_joined])).toEqual([
      ['Ana Ruiz', false, false],
      ['Bo Lee', false, false],
      ['Daniel Okafor', true, false],
      ['Olivia Hart', true, false],
      ['Priya Nair', true, false],
      ['Sofia Lindgren', true, false],
    ]);
  });
});

describe('at the next start', () => {
  it('users who are there stay as they are, and a removed one stays away', async () => {
    const priya = await enter(administrator);
    const olivia = await enter(operator);
    const finance = String(ids['finance']);
    const roles = ['operator', 'viewer'];
    expect((await priya.ask('/console/users/roles', 'PUT', { ...change, id: finance, roles })).status).toBe(
      200,
    );
    expect((await priya.ask('/console/users', 'DELETE', { id: operator })).status).toBe(200);
    expect((await olivia.ask('/session')).status).toBe(401);
    expect((await signInAs(gateway, operator)).status).toBe(401);

    await seedTestSandboxUsers(database.db);
    const { sandbox_users: left } = await optionsOf();
    expect(left.map(({ name, roles: names, description }) => [name, names, description])).toEqual([
      ['Priya Nair', ['Administrator'], builtInRoles.administrator.description],
      ['Daniel Okafor', ['Operator', 'Viewer'], null],
      ['Sofia Lindgren', ['Compliance'], builtInRoles.compliance.description],
    ]);
    expect((await signInAs(gateway, operator)).status).toBe(401);
  });

  it('the key that an administrator added stays the one in use, and one that can’t be read is replaced', async () => {
    const listKeys = async () =>
      database.db.selectFrom('account_keys').select(['key_id', 'name']).orderBy('added_at').execute();
    const before = await listKeys();
    expect(before).toMatchObject([{ name: 'key good' }]);
    await seedTestSandboxUsers(database.db);
    expect(await listKeys()).toEqual(before);
    await database.db
      .updateTable('account_keys')
      .set({ sealed_key: Buffer.from('unreadable') })
      .execute();
    expect((await signInAs(gateway, operator)).status).toBe(409);
    await seedTestSandboxUsers(database.db);
    expect((await signInAs(gateway, operator)).status).toBe(200);
  });
});

describe('outside the sandbox', () => {
  it('there is no such sign-in, even where the users are in the database', async () => {
    const embedded = await start({ provider: makeTinyService('good') });
    for (const { address } of [embedded, await remote.start()]) {
      expect((await signInAs({ address }, operator)).status).toBe(404);
      const options = (await send(address, '/session/options')).json();
      expect(options).toMatchObject({ data: { has_users: false, sandbox_users: [] } });
    }
  });
});
