import { describe, expect, it } from 'vitest';
import type { Limits } from '#contract/gateway/limits.ts';
import { rolePermissions } from '#contract/permissions.ts';
import { now } from '#domain/clock.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { insertCustomRole } from './roles.store.ts';
import { addToAccount, addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const path = '/console/users';
const roleId = 'role_manager';
const accountId = 'account of good';

/** A gateway, and a user who may do everything and manage others, within limits: administrators have none. */
async function startWith(limits: Limits) {
  const gateway = await start({ provider: makeTinyService('good') });
  const content = { name: 'Manager', permissions: rolePermissions, updated_at: now(), updated_by: null };
  await insertCustomRole(database.db, { accountId, roleId, content });
  const manager = await addUser(database, { roles: [roleId], limits, name: 'Mia' });
  return { gateway, manager };
}

const on = (...networks: string[]): Limits => ({ networks, wallet_tags: [] });
const tagged = (...tags: string[]): Limits => ({ networks: [], wallet_tags: tags });

type Data = { data: { users: Record<string, unknown>[]; wallet_tags: string[] } };

async function listOf(user: TestUser, address: string) {
  return ((await user.ask(address, path)).json() as Data).data;
}

let invited = 0;
const person = (limits?: Limits) => {
  invited += 1;
  return { name: 'Ben', email: `ben.${invited}@example.com`, roles: ['operator'], limits };
};

const grantRefusal = (limits: Limits) => ({
  code: '403',
  error_message: 'You can’t grant wider limits than your own. To change your limits, ask an administrator',
  data: { limits },
});

describe('limits of users', () => {
  it('are set with the roles, listed, and told to the user', async () => {
    const { gateway } = await startWith(on());
    const administrator = await addUser(database);
    const { address } = gateway;
    const limits = { networks: ['trx', 'eth'], wallet_tags: ['Treasury'] };
    expect(await administrator.ask(address, path, { method: 'POST', body: person(limits) })).toMatchObject({
      status: 200,
    });
    const log = await gateway.send('/console/audit-log?operation=inviteUser', {
      headers: administrator.headers,
    });
    expect(log.body).toContain(JSON.stringify(JSON.stringify(limits)).slice(1, -1));
    const { users } = await listOf(administrator, address);
    expect(users.find(({ name }) => name === 'Ben')).toMatchObject({ limits });

    const user = await addUser(database, { roles: ['operator'], name: 'Cleo' });
    const change = async (body: object) =>
      administrator.ask(address, `${path}/roles`, { method: 'PUT', body: { id: user.userId, ...body } });
    const roles = ['operator'];
    expect((await change({ version: 1, roles, limits })).json()).toMatchObject({ data: { limits } });
    const session = await gateway.send('/session', { headers: user.headers });
    expect(session.json()).toMatchObject({ data: { limits } });
    // Whoever only changes roles doesn't lift limits.
    expect((await change({ version: 2, roles: ['viewer'] })).json()).toMatchObject({ data: { limits } });
    const none = { networks: [], wallet_tags: [] };
    expect((await change({ version: 3, roles, limits: none })).json()).toMatchObject({
      data: { limits: none },
    });
  });

  it.each([
    ['a network that doesn’t exist', { networks: ['doge'], wallet_tags: [] }],
    ['a network twice', { networks: ['trx', 'trx'], wallet_tags: [] }],
    ['a tag twice', { networks: [], wallet_tags: ['EUR', 'eur'] }],
    ['one kind of limit alone', { networks: ['trx'] }],
  ])('are not set with %s', async (_, limits) => {
    const { gateway } = await startWith(on());
    const administrator = await addUser(database);
    const body = { ...person(), limits };
    const answer = await administrator.ask(gateway.address, path, { method: 'POST', body });
    expect(answer.status).toBe(400);
  });

  it('are not given to administrators', async () => {
    const { gateway } = await startWith(on());
    const administrator = await addUser(database);
    const body = { ...person(on('trx')), roles: ['administrator', 'viewer'] };
    const answer = await administrator.ask(gateway.address, path, { method: 'POST', body });
    expect([answer.status, answer.body]).toEqual([
      400,
      expect.stringContaining('Administrators can’t be limited'),
    ]);
  });

  it('include the tags that wallets have, to choose from', async () => {
    const { gateway } = await startWith(on());
    const administrator = await addUser(database);
    for (const [address, tags] of [
      ['A', ['Treasury', 'EUR']],
      ['B', ['eur', 'Payroll']],
    ] as const) {
      const body = { address, version: 0, note: '', tags };
      await administrator.ask(gateway.address, '/console/wallet-notes', { method: 'PUT', body });
    }
    expect((await listOf(administrator, gateway.address)).wallet_tags).toEqual([
      'EUR',
      'Payroll',
      'Treasury',
    ]);
  });

  it.each([
    [on('trx'), [on('trx')], [on(), on('eth'), on('trx', 'eth'), tagged('EUR')]],
    [on('trx', 'eth'), [on('eth'), on('eth', 'trx')], [on(), on('btc', 'trx')]],
    [
      tagged('EUR'),
      [tagged('eur'), { networks: ['trx'], wallet_tags: ['EUR'] }],
      [on(), on('trx'), tagged('EUR', 'USD')],
    ],
  ] as const)('%j are the most that a user with them grants', async (own, within, beyond) => {
    const { gateway, manager } = await startWith(own);
    await addUser(database);
    const { address } = gateway;
    const invite = async (limits?: Limits) =>
      manager.ask(address, path, { method: 'POST', body: person(limits) });
    for (const limits of within) expect((await invite(limits)).status).toBe(200);
    for (const limits of [...beyond, undefined]) {
      expect((await invite(limits)).json()).toMatchObject(grantRefusal(own));
    }
    const { users } = await listOf(manager, address);
    const { id } = users.find(({ name }) => name === 'Ben') ?? {};
    const change = async (of: unknown, limits?: Limits) =>
      manager.ask(address, `${path}/roles`, {
        method: 'PUT',
        body: { id: of, version: 1, roles: ['operator'], limits },
      });
    expect((await change(id, beyond[0])).json()).toMatchObject(grantRefusal(own));
    expect((await change(manager.userId, beyond[1])).json()).toMatchObject(grantRefusal(own));
    expect((await change(id, within[0])).status).toBe(200);
  });

  it('keep a user from changing, resetting and removing anyone with fewer limits', async () => {
    const { gateway, manager } = await startWith(on('trx'));
    const administrator = await addUser(database, { name: 'Ada' });
    const free = await addUser(database, { roles: ['viewer'], name: 'Finn' });
    const wider = await addUser(database, { roles: ['viewer'], limits: on('trx', 'eth'), name: 'Wim' });
    for (const [{ userId: id }, name] of [
      [administrator, 'Ada'],
      [free, 'Finn'],
      [wider, 'Wim'],
    ] as const) {
      for (const [end, method, body] of [
        ['/roles', 'PUT', { id, version: 1, roles: ['viewer'], limits: on('trx') }],
        ['/reset', 'POST', { id }],
        ['', 'DELETE', { id }],
      ] as const) {
        const answer = await manager.ask(gateway.address, `${path}${end}`, { method, body });
        expect([name, end, answer.json()]).toEqual([
          name,
          end,
          expect.objectContaining({
            code: '403',
            error_message: `${name}’s limits are wider than yours, so only an administrator can change this user`,
            data: { limits: on('trx') },
          }),
        ]);
      }
    }
  });

  it('in another account keep a user from resetting who has wider ones there', async () => {
    const provider = makeTinyService('good', 'other');
    const { address } = await start({ provider });
    const [ana, finn] = [await addUser(database), await addUser(database, { name: 'Finn' })];
    const other = { accountId: 'account of other', apiKey: 'other', roles: ['operator'] };
    await addToAccount(database, { ...other, userId: ana.userId, limits: on('trx') });
    await addToAccount(database, { ...other, userId: finn.userId, limits: on('trx', 'eth') });
    const reset = async () =>
      ana.ask(address, `${path}/reset`, { method: 'POST', body: { id: finn.userId } });
    expect((await reset()).json()).toMatchObject({
      code: '403',
      error_message: expect.stringContaining('also works in an account where you have less access'),
    });
    const { userId } = finn;
    await database.db
      .updateTable('memberships')
      .set({ limits: JSON.stringify(on('trx')) })
      .where('user_id', '=', userId)
      .where('account_id', '=', other.accountId)
      .execute();
    expect((await reset()).status).toBe(200);
  });
});
