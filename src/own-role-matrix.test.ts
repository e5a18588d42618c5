import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import { permissions, type RolePermission } from '#contract/permissions.ts';
import { type Endpoint, roleMatrix } from '#contract/role-matrix.ts';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';
import { setUpGateways } from './gateway/testing/gateway-harness.ts';
import { cookieOf, fromOwnPage, send } from './gateway/testing/http-client.ts';
import { setUpRemoteGateways } from './gateway/testing/remote-harness.ts';
import { insertCustomRole } from './gateway/users/roles.store.ts';
import { sandboxUsers } from './gateway/users/sandbox-users.ts';
import { seedTestSandboxUsers, signInAs } from './gateway/users/testing-sandbox-users.ts';
import { addToAccount, addUser } from './gateway/users/testing-users.ts';
import {
  insertSandboxKeys,
  sandboxAccountId,
  sandboxAdministratorKey,
} from './service/sandbox/sandbox-keys.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const remote = setUpRemoteGateways(database);

const isLong = process.env['LONG_TESTS'] === '1';
const customPermissions = ['transactions:read'] as const satisfies readonly RolePermission[];
const customRoleId = 'role_reader';
const rolesById: Record<string, readonly RolePermission[]> = {
  ...Object.fromEntries(builtInRoleIds.map((id) => [id, builtInRoles[id].permissions])),
  [customRoleId]: customPermissions,
};
// The others say who someone is, and are asked before any role counts.
const rows = roleMatrix(rolesById).filter(({ endpoint }) => !endpoint.path.startsWith('/session'));

async function insertReader(accountId: string): Promise<void> {
  const content = { name: 'Reader', permissions: customPermissions, updated_at: now(), updated_by: null };
  await insertCustomRole(database.db, { accountId, roleId: customRoleId, content });
}

type Ask = (endpoint: Endpoint) => Promise<{ status: number; body: string }>;

/**
 * Asks for everything with a session of a role. What the role allows is answered in some way; what it doesn't is refused with
 * its name.
 */
async function answersOf(roleId: string, ask: Ask) {
  const answers: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { endpoint, lacking: ofRoles } of rows) {
    const lacking = ofRoles[roleId] ?? [];
    const { status, body } = await ask(endpoint);
    const { data, error_message: message } = parse(body);
    const isRefused = status === 403 && message?.startsWith('Your role lacks ');
    answers[endpoint.id] = isRefused ? { message, data } : { isAnswered: status !== 401 };
    expected[endpoint.id] =
      lacking.length === 0
        ? { isAnswered: true }
        : {
            message: `Your role lacks ${lacking.join(', ')}. An administrator of the account can grant it`,
            data: { lacking },
          };
  }
  return { answers, expected };
}

/** What isn't JSON is a file or a page. */
function parse(body: string): { data?: unknown; error_message?: string | null } {
  try {
    return JSON.parse(body) as { data?: unknown; error_message?: string | null };
  } catch {
    return {};
  }
}

describe('the whole product with our own wallet service', () => {
  let running: TestingApp;

  beforeEach(async () => {
    running = await startTestingApp(database.database);
  });
  afterEach(async () => await running.app.close());

  it.each(Object.keys(rolesById))('holds the role %s to the matrix', async (roleId) => {
    const accountId = await insertAccount(database.db, 'Account');
    const { token } = await insertKey(database.db, { accountId, name: 'Key', permissions: [...permissions] });
    await insertReader(accountId);
    const user = await addUser(database, { accountId, apiKey: token, roles: [roleId] });
    const { answers, expected } = await answersOf(roleId, async ({ method, path }) =>
      send(running.address, path, { method, headers: user.headers }),
    );
    expect(answers).toEqual(expected);
  });

  // What each role allows, the tests above say. Here it counts which account’s role is asked: no role may do less than
  // the reader, and none more than an administrator.
  const inTwoAccounts = [
    ...(isLong ? builtInRoleIds.map((role) => ['administrator', role] as const) : []),
    ['administrator', customRoleId],
    [customRoleId, 'administrator'],
  ] as const;

  it.each(inTwoAccounts)(
    'holds a user’s roles in two accounts, %s and %s, to the matrix on their own',
    async (firstRole, secondRole) => {
      const accounts = await Promise.all(
        ['First', 'Second'].map(async (name) => {
          const accountId = await insertAccount(database.db, name);
          const key = { accountId, name: 'Key', permissions: [...permissions] };
          return { accountId, apiKey: (await insertKey(database.db, key)).token };
        }),
      );
      const [first, second] = accounts;
      if (first === undefined || second === undefined) throw new Error('Two accounts were made.');
      await insertReader((firstRole === customRoleId ? first : second).accountId);
      const { userId, headers } = await addUser(database, { ...first, roles: [firstRole] });
      await addToAccount(database, { userId, ...second, roles: [secondRole] });
      const { answers, expected } = await answersOf(secondRole, async ({ method, path }) =>
        send(running.address, accountPrefix(second.accountId) + path, { method, headers }),
      );
      expect(answers).toEqual(expected);
      for (const prefix of ['', accountPrefix(first.accountId)]) {
        const mine = await send(running.address, `${prefix}/console/users`, { headers });
        expect([prefix, mine.status]).toEqual([prefix, firstRole === 'administrator' ? 200 : 403]);
      }
    },
  );

  it('lets a user without any role, and one whose role was deleted, use nothing that needs a permission', async () => {
    const accountId = await insertAccount(database.db, 'Account');
    const { token } = await insertKey(database.db, { accountId, name: 'Key', permissions: [...permissions] });
    const user = await addUser(database, { accountId, apiKey: token, roles: ['role_deleted'] });
    for (const { endpoint } of rows) {
      const { status } = await send(running.address, endpoint.path, {
        method: endpoint.method,
        headers: user.headers,
      });
      const needs = endpoint.permission !== null || endpoint.consolePermission !== undefined;
      expect([endpoint.id, status === 403]).toEqual([endpoint.id, needs]);
    }
  });

  it('answers a user’s request with a header of its own as that key’s, whatever the role', async () => {
    const accountId = await insertAccount(database.db, 'Account');
    const key = async (held: (typeof permissions)[number][]) =>
      (await insertKey(database.db, { accountId, name: 'Key', permissions: held })).token;
    const user = await addUser(database, {
      accountId,
      apiKey: await key([...permissions]),
      roles: ['administrator'],
    });
    const ask = async (path: string, token: string) =>
      send(running.address, path, { headers: { ...user.headers, token } });
    const reader = await key(['wallets:read']);
    expect(await ask('/api/prod/v1/wallets', reader)).toMatchObject({ status: 200 });
    expect(await ask('/api/prod/v1/transactions', reader)).toMatchObject({ status: 400 });
    expect(await ask('/api/prod/v1/wallets', 'unknown')).toMatchObject({ status: 401 });
    expect(await ask('/console/users', reader)).toMatchObject({ status: 401 });
    expect(await ask('/console/audit-log', await key([...permissions]))).toMatchObject({ status: 401 });
  });
});

describe('the users of the sandbox', () => {
  let running: TestingApp;

  beforeEach(async () => {
    const { db } = database;
    const account = { account_id: sandboxAccountId, name: 'Sandbox', created_at: now() };
    await db.insertInto('accounts').values(account).execute();
    await insertSandboxKeys(db);
    await insertReader(sandboxAccountId);
    await seedTestSandboxUsers(db, sandboxAdministratorKey.token, sandboxAccountId);
    running = await startTestingApp(database.database);
  });
  afterEach(async () => await running.app.close());

  const signIn = async (userId: string) => {
    const cookie = cookieOf(await signInAs(running, userId));
    return { ...fromOwnPage, cookie };
  };

  it('have exactly the permissions of their roles', async () => {
    for (const { userId, role } of sandboxUsers) {
      const headers = await signIn(userId);
      const answer = await send(running.address, '/session', { headers });
      const { data } = answer.json() as { data: Session };
      const held = [...(data.permissions ?? []), ...(data.console_permissions ?? [])];
      expect([data.user?.id, held.toSorted()]).toEqual([userId, [...builtInRoles[role].permissions].sort()]);
    }
  });

  it.runIf(isLong).each(sandboxUsers)('$name can do what the role $role allows', async ({ userId, role }) => {
    const headers = await signIn(userId);
    const { answers, expected } = await answersOf(role, async ({ method, path }) =>
      send(running.address, path, { method, headers }),
    );
    expect(answers).toEqual(expected);
  });
});

describe('in front of a remote provider', () => {
  it.each(isLong ? Object.keys(rolesById) : [customRoleId, 'administrator'])(
    'refuses the role %s before anything reaches the provider',
    async (roleId) => {
      const gateway = await remote.start();
      const accountId = 'u-1';
      await insertReader(accountId);
      const walletService = remote.provider.url.href;
      const user = await addUser(database, { accountId, apiKey: 'good', roles: [roleId], walletService });
      const passedOn: string[] = [];
      const { answers, expected } = await answersOf(roleId, async ({ id, method, path }) => {
        const before = remote.provider.received.length;
        const answer = await gateway.send(path, { method, headers: user.headers });
        if (answer.status === 403 && remote.provider.received.length > before) passedOn.push(id);
        return answer;
      });
      expect(answers).toEqual(expected);
      expect(passedOn).toEqual([]);
    },
  );

  it('passes programs with a key of their own on, as before', async () => {
    const gateway = await remote.start();
    const answer = await gateway.send('/api/prod/v1/wallets', { headers: { token: 'good' } });
    expect(answer.status).toBe(200);
    expect(remote.provider.received.at(-1)).toMatchObject({ method: 'GET', headers: { token: 'good' } });
  });
});

describe('sessions of API keys', () => {
  it('use all that the console does, with a key that has every permission', async () => {
    const gateway = await startGateway();
    const { cookie } = await gateway.open('good');
    for (const { endpoint } of rows) {
      const { method, path } = endpoint;
      const answer = await gateway.send(path, { method, headers: { ...fromOwnPage, cookie } });
      expect([endpoint.id, answer.body.includes('role lacks'), answer.status === 401]).toEqual([
        endpoint.id,
        false,
        false,
      ]);
    }
  });
});
