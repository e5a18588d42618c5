import { describe, expect, it } from 'vitest';
import { MOST_CUSTOM_ROLES, type Role } from '#contract/gateway/roles.ts';
import { rolePermissions } from '#contract/permissions.ts';
import { builtInRoleIds } from '#contract/roles.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { insertCustomRole } from './roles.store.ts';
import { addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const startGateway = async () => start({ provider: makeTinyService('good', 'other') });

type Answer = { status: number; data: Role; message: string; rules: Record<string, string> };

/** Manages roles with a user's session. */
function managing(gateway: RunningGateway, user: TestUser) {
  const post = async (path: string, body: object): Promise<Answer> => {
    const answer = await user.ask(gateway.address, path, { method: 'POST', body });
    const { data, error_message: message } = answer.json() as { data: Role; error_message: string };
    const rules = (data ?? {}) as unknown as Record<string, string>;
    return { status: answer.status, data, message, rules };
  };
  return {
    create: async (name: string, permissions: readonly string[]) =>
      post('/console/roles', { name, permissions }),
    change: async (
      { id: role_id, version }: Pick<Role, 'id' | 'version'>,
      name: string,
      permissions: readonly string[],
    ) => post('/console/roles/change', { role_id, version, name, permissions }),
    remove: async ({ id: role_id, version }: Pick<Role, 'id' | 'version'>) =>
      post('/console/roles/remove', { role_id, version }),
    list: async () =>
      ((await user.ask(gateway.address, '/console/roles')).json() as { data: { roles: Role[] } }).data.roles,
  };
}

describe('roles of an account', () => {
  it('are the built-in ones, then its own by name, each with the number of its users', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    const { data: zebra } = await roles.create('Zebra', ['wallets:read']);
    await roles.create('auditors', ['transactions:read', 'activity-log:read']);
    await addUser(database, { roles: ['viewer', zebra.id] });
    await addUser(database, { roles: ['viewer'], apiKey: 'other' });
    const list = await roles.list();
    expect(
      list.map(({ id, name, members }) => [builtInRoleIds.some((each) => each === id) ? id : name, members]),
    ).toEqual([
      ['viewer', 1],
      ['operator', 0],
      ['finance', 0],
      ['compliance', 0],
      ['administrator', 1],
      ['auditors', 0],
      ['Zebra', 1],
    ]);
    expect(list.at(-1)).toEqual({
      id: zebra.id,
      name: 'Zebra',
      description: null,
      permissions: ['wallets:read'],
      members: 1,
      version: 1,
    });
  });

  it('are seen by every user, and not those of another account', async () => {
    const gateway = await startGateway();
    await managing(gateway, await addUser(database)).create('Auditors', ['wallets:read']);
    const viewer = managing(gateway, await addUser(database, { roles: ['viewer'] }));
    expect((await viewer.list()).map(({ name }) => name)).toContain('Auditors');
    const stranger = managing(gateway, await addUser(database, { apiKey: 'other' }));
    const auditors = (await viewer.list()).find(({ name }) => name === 'Auditors');
    if (auditors === undefined) throw new Error('The role is missing.');
    expect((await stranger.list()).map(({ name }) => name)).not.toContain('Auditors');
    expect(await stranger.change(auditors, 'Mine', ['wallets:read'])).toMatchObject({ status: 404 });
    expect(await stranger.remove(auditors)).toMatchObject({ status: 404 });
  });

  it('apply to the next request of a user who has them', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    const { data: role } = await roles.create('Auditors', ['transactions:read']);
    const user = await addUser(database, { roles: [role.id] });
    const read = async () => (await user.ask(gateway.address, '/console/audit-log')).status;
    expect(await read()).toBe(403);
    await roles.change(role, 'Auditors', ['transactions:read', 'activity-log:read']);
    expect(await read()).toBe(200);
  });

  it('refuse a second one with the same name in other letters, and that of a built-in role', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    await roles.create('Auditors', ['wallets:read']);
    const { data: other } = await roles.create('Others', ['wallets:read']);
    for (const answer of [
      await roles.create('AUDITORS', ['wallets:read']),
      await roles.create('viewer', ['wallets:read']),
      await roles.change(other, 'auditors', ['wallets:read']),
    ]) {
      expect(answer).toMatchObject({ status: 400, rules: { name: 'Another role has this name.' } });
    }
  });

  it('refuse no permission at all, and one that there isn’t', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    expect(await roles.create('Nothing', [])).toMatchObject({
      status: 400,
      rules: { permissions: 'Choose at least one permission.' },
    });
    expect(await roles.create('Everything', ['*'])).toMatchObject({ status: 400 });
  });

  it(`are ${MOST_CUSTOM_ROLES} at most`, async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    for (let each = 0; each < MOST_CUSTOM_ROLES; each += 1) {
      const content = {
        name: `Role ${each}`,
        permissions: ['wallets:read'],
        updated_at: now(),
        updated_by: null,
      } as const;
      await insertCustomRole(database.db, { accountId: 'account of good', roleId: `role_${each}`, content });
    }
    expect(await roles.create('One more', ['wallets:read'])).toMatchObject({
      status: 409,
      message: expect.stringContaining('the maximum. Delete one first'),
    });
  });
});

describe('a change of a role', () => {
  it('is refused when someone else was first, and changes nothing', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    const { data: role } = await roles.create('Auditors', ['wallets:read']);
    const answers = await Promise.all([
      roles.change(role, 'First', ['wallets:read']),
      roles.change(role, 'Second', ['wallets:read']),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await roles.list()).at(-1)).toMatchObject({ version: 2 });
    expect(await roles.remove(role)).toMatchObject({ status: 409 });
  });

  it('is recorded in the activity log with the user', async () => {
    const gateway = await startGateway();
    const user = await addUser(database, { name: 'Bo Larsen' });
    await managing(gateway, user).create('Auditors', ['wallets:read']);
    const rows = await database.db
      .selectFrom('audit_log_entries')
      .selectAll()
      .where('operation', '=', 'createRole')
      .execute();
    expect(rows).toMatchObject([
      { user_name: 'Bo Larsen', subject: 'Auditors', status: null },
      { user_name: 'Bo Larsen', status: 200 },
    ]);
  });
});

describe('a role that users have', () => {
  it('is not deleted, and the refusal says how many have it', async () => {
    const gateway = await startGateway();
    const roles = managing(gateway, await addUser(database));
    const { data: role } = await roles.create('Auditors', ['wallets:read']);
    await addUser(database, { roles: [role.id] });
    expect(await roles.remove(role)).toMatchObject({
      status: 409,
      message: '1 user has this role. Give them another role, then delete it',
    });
    await addUser(database, { roles: ['viewer', role.id] });
    expect(await roles.remove(role)).toMatchObject({
      status: 409,
      message: '2 users have this role. Give them another role, then delete it',
    });
    await database.db.updateTable('memberships').set({ roles: '["viewer"]' }).execute();
    const admin = managing(gateway, await addUser(database));
    expect(await admin.remove(role)).toMatchObject({ status: 200 });
    expect((await admin.list()).map(({ id }) => id)).toEqual(builtInRoleIds);
  });
});

describe('who may manage roles', () => {
  it('is a user with users:write, and nobody with an API key', async () => {
    const gateway = await startGateway();
    const operator = managing(gateway, await addUser(database, { roles: ['operator'] }));
    expect(await operator.create('Mine', ['wallets:read'])).toMatchObject({
      status: 403,
      message: 'Your role lacks users:write. An administrator of the account can grant it',
    });
    const { cookie } = await gateway.open('good');
    const answer = await gateway.send('/console/roles', {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { name: 'Mine', permissions: ['wallets:read'] },
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('Users and roles are managed by users');
  });

  it('grants and takes away no permission that the own role lacks', async () => {
    const gateway = await startGateway();
    const admin = managing(gateway, await addUser(database));
    const { data: helpers } = await admin.create('Helpers', ['users:write', 'wallets:read']);
    const { data: strong } = await admin.create('Strong', ['withdrawals:write']);
    const helper = managing(gateway, await addUser(database, { roles: [helpers.id] }));
    expect(await helper.create('Readers', ['wallets:read'])).toMatchObject({ status: 200 });
    for (const answer of [
      await helper.create('Payers', ['wallets:read', 'withdrawals:write']),
      await helper.change(helpers, 'Helpers', ['users:write', 'wallets:read', 'withdrawals:write']),
      await helper.change(strong, 'Strong', ['wallets:read']),
      await helper.remove(strong),
    ]) {
      expect(answer).toMatchObject({
        status: 403,
        message:
          'Your own role lacks withdrawals:write, so you can’t manage a role that has it. An administrator can',
      });
    }
    expect(await helper.create('All', rolePermissions)).toMatchObject({
      status: 403,
      message: expect.not.stringContaining('users:write'),
    });
  });
});
