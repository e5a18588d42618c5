import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import { permissions, type RolePermission } from '#contract/permissions.ts';
import { type Endpoint, roleMatrix } from '#contract/role-matrix.ts';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';
import { makeTinyService, setUpGateways } from './gateway/testing/gateway-harness.ts';
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

  it.each(Object.keys(rolesById))(
    'holds the role %s to the matrix in each of a user’s accounts on its own',
    async (roleId) => {
      const accounts = await Promise.all(
        ['First', 'Second'].map(async (name) => {
          const accountId = await insertAccount(database.db, name);
          const key = { accountId, name: 'Key', permissions: [...permissions] };
          return { accountId, apiKey: (await insertKey(database.db, key)).token };
        }),
      );
      const [first, second] = accounts;
      if (first === undefined || second === undefined) throw new Error('Two accounts were made.');
      await insertReader(second.accountId);
      const { userId, headers } = await addUser(database, { ...first, roles: ['administrator'] });
      await addToAccount(database, { userId, ...second, roles: [roleId] });
      const { answers, expected } = await answersOf(roleId, async ({ method, path }) =>
        send(running.address, accountPrefix(second.accountId) + path, { method, headers }),
      );
      expect(answers).toEqual(expected);
      for (const prefix of ['', accountPrefix(first.accountId)]) {
        const mine = await send(running.address, `${prefix}/console/users`, { headers });
        expect([prefix, mine.status]).toEqual([prefix, 200]);
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
  it.each(sandboxUsers)('$name can do exactly what the role $role allows', async ({ userId, role }) => {
    const { db } = database;
    const account = { account_id: sandboxAccountId, name: 'Sandbox', created_at: now() };
    await db.insertInto('accounts').values(account).execute();
    await insertSandboxKeys(db);
    await insertReader(sandboxAccountId);
    await seedTestSandboxUsers(db, sandboxAdministratorKey.token, sandboxAccountId);
    const { app, address } = await startTestingApp(database.database);
    const cookie = cookieOf(await signInAs({ address }, userId));
    const { answers, expected } = await answersOf(role, async ({ method, path }) =>
      send(address, path, { method, headers: { ...fromOwnPage, cookie } }),
    );
    await app.close();
    expect(answers).toEqual(expected);
  });
});

describe('in front of a remote provider', () => {
  it.each(Object.keys(rolesById))(
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

describe('two accounts', () => {
  const network = 'eth';
  const keys = ['good', 'other'] as const;
  type Key = (typeof keys)[number];
  /** Of each account, a user who has only that one, and one who has both. */
  const acting = keys.flatMap((key) => [
    { key, hasBoth: false },
    { key, hasBoth: true },
  ]);
  const act = fc.record({
    by: fc.constantFrom(...acting),
    kind: fc.constantFrom('view', 'entry', 'note'),
    name: fc.stringMatching(/^[a-z]{12}$/),
    address: fc.stringMatching(/^0x[1-9a-f]{40}$/),
  });

  it('never see each other’s views, saved addresses, notes or activity', { timeout: 120_000 }, async () => {
    const gateway = await startGateway({ provider: makeTinyService(...keys) });
    const users = { good: await addUser(database), other: await addUser(database, { apiKey: 'other' }) };
    const both = await addUser(database);
    const other = { apiKey: 'other', accountId: users.other.accountId, roles: ['administrator'] };
    await addToAccount(database, { userId: both.userId, ...other });
    type Acting = { key: Key; hasBoth: boolean };
    const ask = async ({ key, hasBoth }: Acting, path: string, method = 'GET', body?: object) => {
      const prefix = hasBoth ? accountPrefix(users[key].accountId) : '';
      const { headers } = hasBoth ? both : users[key];
      return gateway.send(prefix + path, { method, body, headers });
    };
    const marked: Record<Key, string[]> = { good: [], other: [] };
    const addresses = new Set<string>();
    const requests = {
      view: [
        '/console/views',
        'POST',
        (name: string) => ({ list: 'wallets', name, search: 'status=active' }),
      ],
      entry: [
        '/console/address-book',
        'POST',
        (name: string, address: string) => ({ network, address, name }),
      ],
      note: [
        '/console/wallet-notes',
        'PUT',
        (note: string, address: string) => ({ address, version: 0, note, tags: [] }),
      ],
    } as const;

    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
        for (const { by, kind, name, address } of acts) {
          const [path, method, bodyOf] = requests[kind];
          const answer = await ask(by, path, method, bodyOf(`${name}${by.key}`, address));
          // Two may have the same name or address by chance.
          if (answer.status !== 200) continue;
          marked[by.key].push(`${name}${by.key}`);
          addresses.add(address);
        }
        for (const by of acting) {
          const { key } = by;
          const others = keys.filter((each) => each !== key).flatMap((each) => marked[each]);
          const lists = [
            '/console/views?list=wallets',
            '/console/address-book?limit=300',
            '/console/audit-log?limit=300',
            '/console/users',
            '/console/roles',
            ...[...addresses].map((address) => `/console/wallet-notes?address=${address}`),
          ];
          const bodies = await Promise.all(lists.map(async (path) => (await ask(by, path)).body));
          expect(others.filter((mark) => bodies.some((body) => body.includes(mark)))).toEqual([]);
          expect(marked[key].filter((mark) => !bodies.some((body) => body.includes(mark)))).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
    for (const by of keys) expect(marked[by].length).toBeGreaterThan(0);
  });
});
