import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { listEntries } from '../users/credentials/testing-sign-in.ts';
import { insertCustomRole } from '../users/roles.store.ts';
import { addUser, type TestUser } from '../users/testing-users.ts';
import { keepKey, setUpIdentityProviders, type TestConsole } from './testing-console.ts';
import { ana, TestAgent, type TestIdentityProvider } from './testing-provider.ts';

const database = useTestDatabase();
const makeSite = setUpIdentityProviders(database);
const good = 'account of good';
const other = 'account of other';

let provider: TestIdentityProvider;
let site: TestConsole;
/** An administrator of the first account. */
let bo: TestUser;

beforeEach(async () => {
  ({ site, provider } = await makeSite());
  bo = await addUser(database, { name: 'Bo Lee', hasJoined: true });
  await keepKey(database, 'other');
});

const addRole = async (roleId: string, name: string, accountId = good) => {
  const content = { name, permissions: ['wallets:read'] as const, updated_at: now(), updated_by: null };
  await insertCustomRole(database.db, { accountId, roleId, content });
};

/** The roles of everyone but Bo, by account. */
const rolesOf = async () => {
  const rows = await database.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .select(['account_id', 'roles'])
    .where('users.name', '!=', 'Bo Lee')
    .execute();
  return Object.fromEntries(rows.map(({ account_id: accountId, roles }) => [accountId, roles]));
};

const signInAgain = async () => site.signIn('ana', new TestAgent());

const providerChanges = async () =>
  (await listEntries(database)).filter(({ via, details }) => via === 'identity-provider' && details !== null);

describe('the roles of groups', () => {
  it('are named by ID or by name, whatever the case', async () => {
    await addRole('role_payments', 'Payments, night shift');
    await addRole('role_desk', 'Desk');
    const roles = ['Finance', 'role_desk', 'payments, NIGHT shift'];
    await site.startFor(provider.issuer, { roles: JSON.stringify({ treasury: roles }) });
    expect(await site.signIn()).toBe('/');
    expect(await rolesOf()).toEqual({ [good]: ['finance', 'role_desk', 'role_payments'] });
  });

  it('are logged at the start and at sign-in where the account lacks one', async () => {
    const roles = { treasury: ['viewer', 'Ghosts'], auditors: { 'account of nobody': ['viewer'] } };
    await site.startFor(provider.issuer, { roles: JSON.stringify(roles) });
    const ghosts = /"account":"account of good","role":"Ghosts".*OIDC_ROLES/;
    const nobody = /"account":"account of nobody".*OIDC_ROLES/;
    await expect.poll(() => site.log).toHaveLength(2);
    expect(site.log).toEqual([expect.stringMatching(ghosts), expect.stringMatching(nobody)]);
    await site.signIn();
    // A sign-in is about the groups of whoever signs in.
    expect(site.log.slice(2)).toEqual([expect.stringMatching(ghosts)]);
    expect(await rolesOf()).toEqual({ [good]: ['viewer'] });
  });

  it('apply to an account by its name in the console, or that of the wallet service until it has one', async () => {
    await database.db
      .updateTable('user_accounts')
      .set({ name: 'Night desk' })
      .where('account_id', '=', other)
      .execute();
    const roles = { treasury: { 'night DESK': ['viewer'], 'Account good': ['finance'] } };
    await site.startFor(provider.issuer, { roles: JSON.stringify(roles) });
    expect(await site.signIn()).toBe('/');
    expect(await rolesOf()).toEqual({ [good]: ['finance'], [other]: ['viewer'] });
    expect(site.log).toEqual([]);
  });

  it('grant nothing for a name that two accounts have, or an account that isn’t in the console, which is logged', async () => {
    await database.db.updateTable('user_accounts').set({ name: 'Desk' }).execute();
    await database.db.deleteFrom('account_keys').where('account_id', '=', other).execute();
    const roles = { treasury: { 'account of other': ['viewer'], Ghosts: ['viewer'] } };
    await site.startFor(provider.issuer, { roles: JSON.stringify(roles) });
    await expect.poll(() => site.log).toHaveLength(2);
    expect(site.log).toEqual([
      expect.stringMatching(/"account":"account of other".*isn’t in the console yet: add it under Settings/),
      expect.stringMatching(/"account":"Ghosts".*doesn’t exist/),
    ]);
    await keepKey(database, 'other');
    await site.startFor(provider.issuer, { roles: JSON.stringify({ treasury: { Desk: ['viewer'] } }) });
    await expect.poll(() => site.log).toHaveLength(3);
    expect(site.log[2]).toMatch(/several have: use its ID/);
    expect(await site.signIn()).toBe('/sign-in?problem=no-role');
    expect(await rolesOf()).toEqual({});
  });

  it('grant nothing for an account that was renamed in the console, whose ID the log has', async () => {
    await database.db
      .updateTable('user_accounts')
      .set({ name: 'Treasury' })
      .where('account_id', '=', good)
      .execute();
    const roles = JSON.stringify({ treasury: { 'Account good': ['viewer'] } });
    await site.startFor(provider.issuer, { roles });
    await expect.poll(() => site.log).toHaveLength(1);
    expect(site.log[0]).toMatch(/now has another name/);
    expect(site.log[0]).toContain(`"ids":"${good}"`);
  });

  it('are those of the account that is named, or of the first account with a key', async () => {
    await addRole('role_desk', 'Desk', other);
    const roles = {
      treasury: ['operator'],
      abroad: { [other]: ['Desk'], [good]: ['viewer'] },
    };
    await site.startFor(provider.issuer, { roles: JSON.stringify(roles) });
    provider.people.set('ana', { ...ana, groups: ['treasury', 'abroad'] });
    expect(await site.signIn()).toBe('/');
    expect(await rolesOf()).toEqual({ [good]: ['operator', 'viewer'], [other]: ['role_desk'] });

    provider.people.set('ana', { ...ana, groups: ['treasury'] });
    expect(await signInAgain()).toBe('/');
    expect(await rolesOf()).toEqual({ [good]: ['operator'] });
    expect((await providerChanges()).map(({ operation }) => operation)).toEqual([
      'addUser',
      'addUser',
      'removeUser',
      'changeUserRoles',
    ]);
  });

  it('never bring someone back to an account whose administrator removed them, and do to others', async () => {
    const roles = { treasury: { [good]: ['viewer'], [other]: ['viewer'] } };
    await site.startFor(provider.issuer, { roles: JSON.stringify(roles) });
    await site.signIn();
    const { id } = (await site.sessionOf()) as { id: string };
    const ask = async (method: string, body: object) =>
      (await bo.ask(site.gateway.address, '/console/users', { method, body })).status;
    expect(await ask('DELETE', { id })).toBe(200);
    expect(await signInAgain()).toBe('/');
    expect(await rolesOf()).toEqual({ [other]: ['viewer'] });
  });
});

describe('a name or an address that has changed at the provider', () => {
  it('is taken over at the next sign-in, with an entry in the activity log', async () => {
    await site.startFor(provider.issuer);
    await site.signIn();
    provider.people.set('ana', { ...ana, name: 'Ana Vega', email: 'Ana.Vega@example.com' });
    expect(await signInAgain()).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Vega', email: 'Ana.Vega@example.com' });
    expect((await providerChanges()).slice(1)).toMatchObject([
      {
        operation: 'changeUserProfile',
        details:
          '{"name":"Ana Ruiz","email":"ana@example.com","new_name":"Ana Vega","new_email":"Ana.Vega@example.com"}',
      },
    ]);
    await signInAgain();
    expect(await providerChanges()).toHaveLength(2);
  });

  it('isn’t taken over if another user has the address, which is logged', async () => {
    await site.startFor(provider.issuer);
    await site.signIn();
    provider.people.set('ana', { ...ana, name: 'Ana Vega', email: `${bo.userId}@EXAMPLE.com` });
    expect(await signInAgain()).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Vega', email: ana.email });
    expect(site.log).toEqual([expect.stringMatching(/another user has the email address/)]);
    expect(site.log.join('')).not.toContain('EXAMPLE.com');
  });

  it('isn’t taken over if the provider hasn’t verified the address', async () => {
    await site.startFor(provider.issuer);
    await site.signIn();
    provider.people.set('ana', { ...ana, email: 'eve@example.com', email_verified: false });
    expect(await signInAgain()).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ email: ana.email });
  });
});
