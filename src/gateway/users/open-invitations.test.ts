import { beforeEach, expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import { readInvitation } from '#contract/gateway/user-sign-in.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { addToAccount, addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let address: string;
let admin: TestUser;

type Data = { data: { user_id: string; token: string | null }; error_message: string };

const ask = async (by: TestUser, path: string, method: string, body: object) => {
  const answer = await by.ask(address, path, { method, body });
  return { status: answer.status, ...(answer.json() as Data) };
};

const invite = async (by: TestUser, email = 'bo@example.com') =>
  ask(by, '/console/users', 'POST', { name: 'Bo Lee', email, roles: ['viewer'] });

const isOpen = async ({ data }: { data: { user_id: string } }) => {
  const open = database.db.selectFrom('invitations').select('user_id').where('user_id', '=', data.user_id);
  return (await open.execute()).length > 0;
};

beforeEach(async () => {
  ({ address } = await start({ provider: makeTinyService('good', 'other') }));
  admin = await addUser(database, { hasJoined: true });
});

it('somebody who hasn’t joined yet is invited to another account by its administrator only after that', async () => {
  const elsewhere = await addUser(database, { apiKey: 'other', hasJoined: true });
  const first = await invite(elsewhere);
  const second = await invite(admin);
  expect(second).toMatchObject({ status: 409 });
  expect(second.error_message).toContain('hasn’t joined yet');
  expect(await isOpen(first)).toBe(true);
});

it('somebody who hasn’t joined yet is invited to another account by whoever administers both, with one new link', async () => {
  const first = await invite(admin);
  await addToAccount(database, {
    ...admin,
    accountId: 'account of other',
    apiKey: 'other',
    roles: ['operator'],
  });
  const inOther = async (path: string, method: string, body: object) =>
    ask(admin, accountPrefix('account of other') + path, method, body);
  const bo = { name: 'Bo Lee', email: 'bo@example.com', roles: ['viewer'] };
  expect(await inOther('/console/users', 'POST', bo)).toMatchObject({ status: 403 });
  await database.db
    .updateTable('memberships')
    .set({ roles: '["administrator"]' })
    .where('account_id', '=', 'account of other')
    .execute();
  const second = await inOther('/console/users', 'POST', bo);
  expect(second).toMatchObject({ status: 200, data: { user_id: first.data.user_id } });
  const readLink = async (token: string | null) =>
    (await ask(admin, readInvitation.path, 'POST', { token })).status;
  expect([await readLink(first.data.token), await readLink(second.data.token)]).toEqual([404, 200]);
});

it('a link ends when its user gets more rights than it was made for, and not when it gets less', async () => {
  const invited = await invite(admin);
  const change = async (version: number, roles: string[]) =>
    ask(admin, '/console/users/roles', 'PUT', { id: invited.data.user_id, version, roles });
  expect(await change(1, ['operator'])).toMatchObject({ status: 200 });
  expect(await isOpen(invited)).toBe(false);

  const reset = await ask(admin, '/console/users/reset', 'POST', { id: invited.data.user_id });
  expect(await change(2, ['viewer'])).toMatchObject({ status: 200 });
  expect(await isOpen(reset)).toBe(true);
});

it('a link ends when its user joins another account', async () => {
  const bo = await addUser(database, { apiKey: 'other', hasJoined: true });
  await addToAccount(database, {
    userId: bo.userId,
    accountId: admin.accountId,
    apiKey: 'good',
    roles: ['viewer'],
  });
  await database.db
    .insertInto('invitations')
    .values({
      token_hash: 'open',
      user_id: bo.userId,
      created_at: (await database.db.selectFrom('users').select('created_at').executeTakeFirstOrThrow())
        .created_at,
      created_by: null,
      expires_at: (await database.db.selectFrom('sessions').select('expires_at').executeTakeFirstOrThrow())
        .expires_at,
    })
    .execute();
  const third = await addUser(database, { apiKey: 'third', accountId: 'account of third', hasJoined: true });
  const added = await invite(third, `${bo.userId}@example.com`);
  expect(added).toMatchObject({ status: 200, data: { token: null } });
  expect(await isOpen(added)).toBe(false);
});

it('an account learns nothing of the sessions that its users have opened in another one', async () => {
  const ana = await addUser(database, { apiKey: 'other', hasJoined: true });
  await addToAccount(database, {
    userId: ana.userId,
    accountId: admin.accountId,
    apiKey: 'good',
    roles: ['viewer'],
  });
  const listed = await admin.ask(address, '/console/sessions?of=account');
  expect(listed.body).not.toContain(ana.userId);
  const users = (await admin.ask(address, '/console/users')).json() as {
    data: { users: { id: string; last_used_at: string | null }[] };
  };
  expect(users.data.users.find(({ id }) => id === ana.userId)).toMatchObject({ last_used_at: null });

  // Removed there, it is signed in here.
  const removed = await ask(admin, '/console/users', 'DELETE', { id: ana.userId });
  expect(removed).toMatchObject({ status: 200 });
  expect(await ana.ask(address, '/session')).toMatchObject({ status: 200 });
  expect(await ana.ask(address, `${accountPrefix(admin.accountId)}/session`)).toMatchObject({ status: 403 });
});
