import { beforeEach, describe, expect, it } from 'vitest';
import { accountPrefix } from '#contract/account-path.ts';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { addToAccount, addUser, type TestUser } from './testing-users.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const good = 'account of good';
const other = 'account of other';
type Sent = { method: string; body: object };
type Data = { data: Record<string, unknown> | null; error_message: string };

const newWallet = { network: 'btc', type: 'user', name: 'New' };

let address: string;
let gateway: Awaited<ReturnType<typeof start>>;
let ana: TestUser;

const at = (account: string, path: string) => accountPrefix(account) + path;
const read = async (user: TestUser, path: string, sent?: Sent) => {
  const answer = await user.ask(address, path, sent);
  return { status: answer.status, ...(answer.json() as Data) };
};
const post = (body: object): Sent => ({ method: 'POST', body });

beforeEach(async () => {
  gateway = await start({ provider: makeTinyService('good', 'other', 'third') });
  ({ address } = gateway);
  ana = await addUser(database);
});

const addToOther = async (user: TestUser, roles: string[]) =>
  addToAccount(database, { userId: user.userId, accountId: other, apiKey: 'other', roles });

describe('a user of several accounts', () => {
  beforeEach(async () => addToOther(ana, ['viewer']));

  it('is in the account of the address, with the roles there, and in the first one without', async () => {
    const accounts = [
      { id: good, name: null },
      { id: other, name: null },
    ];
    const first = await read(ana, '/session');
    expect(first.data).toMatchObject({ account_id: good, accounts, key_name: 'key good' });
    const second = await read(ana, at(other, '/session'));
    expect(second.data).toMatchObject({ account_id: other, accounts, key_name: 'key other' });
    expect(second.data?.['console_permissions']).toEqual([]);
    expect(await read(ana, at(good, '/console/users'))).toMatchObject({ status: 200 });
    expect(await read(ana, at(other, '/console/users'))).toMatchObject({ status: 403 });
  });

  it.each([
    ['/session', undefined],
    ['/console/views?list=wallets', undefined],
    [createWallet.path, post(newWallet)],
  ])('is told that an account is another one’s, or doesn’t exist, at %s', async (path, sent) => {
    await addUser(database, { apiKey: 'third' });
    for (const account of ['account of third', 'account of nobody', '../good', '%']) {
      const answer = await read(ana, at(account, path), sent);
      expect(answer).toMatchObject({ status: 403 });
      expect(answer.error_message).toContain('You aren’t a member of this account, or it doesn’t exist.');
    }
  });

  it('is let into one no more when removed from it, and works on in the other', async () => {
    const admin = await addUser(database, { apiKey: 'other', hasJoined: true });
    const removed = await read(admin, '/console/users', { method: 'DELETE', body: { id: ana.userId } });
    expect(removed).toMatchObject({ status: 200 });
    expect(await read(ana, at(other, '/session'))).toMatchObject({
      status: 403,
      data: { not_a_member: true },
    });
    expect(await read(ana, '/session')).toMatchObject({ status: 200, data: { account_id: good } });
  });

  it('has changes of how to sign in, and resets, in the activity logs of all accounts', async () => {
    const entriesOf = async (account: string) =>
      database.db
        .selectFrom('audit_log_entries')
        .select(['operation', 'user_name', 'subject', 'status', 'ip_address', 'key_name'])
        .where('account_id', '=', account)
        .where('operation', 'in', ['replaceRecoveryCodes', 'resetUserSignIn'])
        .where('outcome_of', 'is not', null)
        .orderBy('sequence')
        .execute();
    const both = await addUser(database, { name: 'Bo Lee' });
    await addToOther(both, ['administrator']);
    expect(await read(ana, '/console/sign-in-methods/recovery-codes', post({}))).toMatchObject({
      status: 200,
    });
    expect(await read(both, at(other, '/console/users/reset'), post({ id: ana.userId }))).toMatchObject({
      status: 200,
    });
    const renewed = { operation: 'replaceRecoveryCodes', user_name: 'Ana Ruiz', subject: null };
    const reset = { operation: 'resetUserSignIn', user_name: 'Bo Lee', subject: ana.userId };
    const done = { status: 200, ip_address: '127.0.0.1' };
    expect(await entriesOf(good)).toEqual([
      { ...renewed, ...done, key_name: 'key good' },
      { ...reset, ...done, key_name: null },
    ]);
    expect(await entriesOf(other)).toEqual([
      { ...renewed, ...done, key_name: null },
      { ...reset, ...done, key_name: 'key other' },
    ]);
  });

  it('keeps the sign-in that an administrator of one account only could take over', async () => {
    const admin = await addUser(database, { apiKey: 'other' });
    const reset = await read(admin, '/console/users/reset', post({ id: ana.userId }));
    expect(reset).toMatchObject({ status: 403 });
    expect(reset.error_message).toContain('also works in an account where you have less access');
    const both = await addUser(database);
    await addToOther(both, ['administrator']);
    expect(await read(both, at(other, '/console/users/reset'), post({ id: ana.userId }))).toMatchObject({
      status: 200,
    });
  });
});

const askAsProgram = async (path: string) =>
  gateway.send(path, { ...post(newWallet), headers: { token: 'good' } });

describe('an API key', () => {
  it('signs in to its own account and opens no other', async () => {
    const { cookie } = await gateway.open('good');
    const ask = async (path: string, sent?: Sent) =>
      gateway.send(path, { ...sent, headers: { ...fromOwnPage, cookie } });
    expect(await ask(at(good, '/session'))).toMatchObject({ status: 200 });
    expect(await ask(at(other, '/session'))).toMatchObject({ status: 403 });
    expect(await ask(at(other, createWallet.path), post(newWallet))).toMatchObject({ status: 403 });
  });

  it('of a program chooses the account alone: an address that names one leads nowhere', async () => {
    expect(await askAsProgram(createWallet.path)).toMatchObject({ status: 200 });
    expect(await askAsProgram(at(good, createWallet.path))).toMatchObject({ status: 404 });
    expect(await askAsProgram(at(other, createWallet.path))).toMatchObject({ status: 404 });
  });
});

const add = async (user: TestUser, token: string, name = 'Treasury') =>
  read(user, '/console/accounts', post({ name, token }));

describe('adding an account', () => {
  it('makes whoever adds it its administrator, which both activity logs say', async () => {
    expect(await add(ana, 'other')).toMatchObject({ status: 200, data: { id: other } });
    expect(await read(ana, at(other, '/session'))).toMatchObject({
      data: { account_id: other, accounts: [{ id: good }, { id: other, name: 'Treasury' }] },
    });
    for (const account of [good, other]) {
      const { data } = await read(ana, at(account, '/console/audit-log?limit=25'));
      const entries = (data?.['entries'] ?? []) as Record<string, unknown>[];
      const added = entries.filter(({ operation }) => operation === 'addAccount');
      expect([account, added.length]).toEqual([account, 1]);
      expect(added[0]).toMatchObject({ user_name: 'Ana Ruiz', user_id: ana.userId });
      expect(JSON.stringify(added)).not.toContain('"other"');
    }
  });

  it('is refused for one that has users, whoever holds its key', async () => {
    await addUser(database, { apiKey: 'other' });
    const refused = await add(ana, 'other');
    expect(refused).toMatchObject({ status: 409 });
    expect(refused.error_message).toContain('Ask an administrator of the account to invite you');
    const mine = await add(ana, 'good');
    expect(mine).toMatchObject({ status: 409 });
    expect(mine.error_message).toContain('You already work in this account');
    expect(await read(ana, at(other, '/session'))).toMatchObject({ status: 403 });
  });

  it('needs a key that the wallet service knows, and a user', async () => {
    expect(await add(ana, 'unknown')).toMatchObject({
      status: 400,
      data: { token: 'API key not recognized. Check that you copied the whole key.' },
    });
    const { cookie } = await gateway.open('good');
    const headers = { ...ana.headers, cookie };
    const body = { name: 'Treasury', token: 'other' };
    const answer = await gateway.send('/console/accounts', { method: 'POST', headers, body });
    expect(answer).toMatchObject({ status: 403 });
  });

  it('happens once, however many times it is asked for at once', async () => {
    const answers = await Promise.all([add(ana, 'other'), add(ana, 'other'), add(ana, 'other')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

it('an account has the name that its administrators give it', async () => {
  const rename = { method: 'PUT', body: { name: 'Payouts' } };
  expect(await read(ana, '/console/accounts/name', rename)).toMatchObject({ status: 200 });
  expect(await read(ana, '/session')).toMatchObject({ data: { accounts: [{ id: good, name: 'Payouts' }] } });
  const viewer = await addUser(database, { roles: ['viewer'] });
  expect(await read(viewer, '/console/accounts/name', rename)).toMatchObject({ status: 403 });
});

it('somebody of another account is added without a link, and nobody else learns a way in', async () => {
  const admin = await addUser(database, { apiKey: 'other', name: 'Bo Lee' });
  ana = await addUser(database, { hasJoined: true });
  const email = `${ana.userId}@example.com`;
  const body = { name: 'Whoever', email: email.toUpperCase(), roles: ['viewer'] };
  expect(await read(admin, '/console/users', post(body))).toMatchObject({
    status: 200,
    data: { user_id: ana.userId, token: null, expires_at: null },
  });
  expect(await read(ana, at(other, '/session'))).toMatchObject({
    data: { account_id: other, user: { name: 'Ana Ruiz' } },
  });
  expect(await read(admin, '/console/users', post(body))).toMatchObject({ status: 400 });
});
