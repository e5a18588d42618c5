import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { dataOf, listEntries, messageOf } from '../users/credentials/testing-sign-in.ts';
import { createInvitation } from '../users/invitations.ts';
import { createSetupLink } from '../users/setup-link.ts';
import { addUser } from '../users/testing-users.ts';
import { leadsTo, setUpIdentityProviders, type TestConsole } from './testing-console.ts';
import { ana, TestAgent, type TestIdentityProvider } from './testing-provider.ts';

const database = useTestDatabase();
const makeSite = setUpIdentityProviders(database);

let provider: TestIdentityProvider;
let site: TestConsole;

beforeEach(async () => {
  ({ site, provider } = await makeSite());
  await site.startFor(provider.issuer);
});

const rolesOf = async () =>
  (await database.db.selectFrom('memberships').selectAll().execute()).map(({ roles }) => roles);

const sidOf = async () => {
  const [row] = await database.db.selectFrom('session_identities').selectAll().execute();
  return row?.sid ?? '';
};

describe('a person whom the provider knows', () => {
  it('is signed in with the roles of the groups, and arrives at the page that was asked for', async () => {
    expect(await site.signIn('ana', site.agent, '?next=/wallets%3Fstatus=active%26limit=50')).toBe(
      '/wallets?status=active&amp;limit=50',
    );
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz', email: 'ana@example.com' });
    expect(await rolesOf()).toEqual([['operator', 'finance']]);
  });

  it('has the roles of the groups of the moment at each sign-in, and none without a group', async () => {
    await site.signIn();
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await site.signIn('ana', new TestAgent());
    expect(await rolesOf()).toEqual([['administrator']]);

    // Another administrator is left.
    await addUser(database, { hasJoined: true });
    provider.people.set('ana', { ...ana, groups: [] });
    const late = new TestAgent();
    expect(await site.signIn('ana', late)).toBe('/sign-in?problem=no-role');
    expect(await site.sessionOf(late)).toBe(401);
    expect(await site.sessionOf()).toBe(401);
  });

  it('stays the last administrator, whatever the groups say', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await site.signIn();
    provider.people.set('ana', { ...ana, groups: ['treasury'] });
    await site.signIn('ana', new TestAgent());
    expect(await rolesOf()).toEqual([['administrator']]);
  });

  it('is the invited user of the same verified address, and of no other, with the provider’s name', async () => {
    const bo = await addUser(database, { name: 'Bo Lee', roles: ['viewer'] });
    const email = `${bo.userId}@example.com`;
    provider.people.set('bo', { ...ana, name: 'Somebody', email: email.toUpperCase(), groups: [] });
    provider.people.set('liar', { ...ana, email, email_verified: false });
    expect(await site.signIn('liar', new TestAgent())).toBe('/sign-in?problem=no-email');
    expect(await site.signIn('bo')).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ id: bo.userId, name: 'Somebody' });
  });

  it('uses up the invitation: its link opens nothing afterwards', async () => {
    const bo = await addUser(database, { name: 'Bo Lee' });
    const invited = { userId: bo.userId, createdBy: null, at: now(), hours: 72 };
    const { token } = await createInvitation(database.db, invited);
    const read = async () =>
      site.gateway.send('/session/invitation', { method: 'POST', headers: fromOwnPage, body: { token } });
    expect((await read()).status).toBe(200);
    provider.people.set('bo', { ...ana, email: `${bo.userId}@example.com` });
    expect(await site.signIn('bo')).toBe('/');
    expect((await read()).status).toBe(404);
  });

  it('isn’t let in without a group or an invitation', async () => {
    provider.people.set('cy', { ...ana, email: 'cy@example.com', groups: ['everyone'] });
    expect(await site.signIn('cy', new TestAgent())).toBe('/sign-in?problem=no-role');
    expect(await site.sessionOf()).toBe(401);
  });

  it('stays out once an administrator has removed it, whatever the groups say, until invited again', async () => {
    const administrator = await addUser(database, { hasJoined: true });
    await site.signIn();
    const { id } = (await site.sessionOf()) as { id: string };
    const ask = async (method: string, body: object) =>
      administrator.ask(site.gateway.address, '/console/users', { method, body });
    expect((await ask('DELETE', { id })).status).toBe(200);
    expect(await site.sessionOf()).toBe(401);
    expect(await site.signIn('ana', new TestAgent())).toBe('/sign-in?problem=removed');

    await ask('POST', { name: 'Ana again', email: ana.email, roles: ['viewer'] });
    expect(await site.signIn()).toBe('/');
    expect(await site.sessionOf()).not.toMatchObject({ id });
  });

  it('comes back once a group lets it in again, after groups have taken everything away', async () => {
    await addUser(database, { hasJoined: true });
    await site.signIn();
    provider.people.set('ana', { ...ana, groups: [] });
    expect(await site.signIn('ana', new TestAgent())).toBe('/sign-in?problem=no-role');
    provider.people.set('ana', ana);
    expect(await site.signIn()).toBe('/');
  });

  it('counts as a user who has joined: no setup link, no first administrator, no key session without proof', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await site.signIn();
    expect(await createSetupLink(database.db, now())).toBeUndefined();
    const { cookie } = await site.gateway.open('good');
    const body = { name: 'Eve', email: 'eve@example.com' };
    const first = await site.gateway.send('/console/users/first-administrator', {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body,
    });
    expect(messageOf(first)).toBe('The account has an administrator already, who can invite you');
    const added = await site.gateway.send('/console/account-keys', {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { token: 'good' },
    });
    expect(added.json()).toMatchObject({ data: { reauthenticate: ['key'] } });
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });

  it('ends sign-in with keys where it is turned off, once it is an administrator', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await site.signIn();
    await site.startFor(provider.issuer, { keySignIn: false });
    expect((await site.gateway.signIn('good')).status).toBe(403);
  });

  it('sees the provider among the ways to sign in', async () => {
    await site.signIn();
    const headers = { cookie: site.agent.cookiesOf(site.publicUrl.href) };
    const methods = await site.gateway.send('/console/sign-in-methods', { headers });
    const options = await site.gateway.send('/session/options', { headers });
    const identityProvider = { name: 'Example Inc.' };
    expect(dataOf(methods)).toMatchObject({ identity_provider: identityProvider, has_password: false });
    expect(dataOf(options)).toMatchObject({ identity_provider: identityProvider });
  });

  it('leaves its sign-in in the activity log', async () => {
    await site.signIn();
    const entries = (await listEntries(database)).filter(({ via }) => via === 'session');
    expect(entries).toMatchObject([
      {
        operation: 'signInWithIdentityProvider',
        user_name: 'Ana Ruiz',
        details: '{"method":"identity provider"}',
      },
      { operation: 'signInWithIdentityProvider', user_name: 'Ana Ruiz', status: 200 },
    ]);
  });

  it('leaves in the activity log that it confirmed who it is, with the session', async () => {
    await site.signIn();
    await site.signIn('ana', site.agent, '?confirm=1');
    const entries = (await listEntries(database)).filter(
      ({ operation }) => operation === 'reauthenticateWithProvider',
    );
    const { session_hash: hash } = await database.db
      .selectFrom('sessions')
      .select('session_hash')
      .executeTakeFirstOrThrow();
    expect(entries).toMatchObject([
      { user_name: 'Ana Ruiz', session: hash.slice(0, 12) },
      { user_name: 'Ana Ruiz', session: hash.slice(0, 12), status: 200 },
    ]);
  });

  it('confirms nothing for a session that has ended meanwhile', async () => {
    await site.signIn();
    const back = await site.agent.signInAt(await site.begin(site.agent, '?confirm=1'), 'ana');
    await database.db.deleteFrom('sessions').execute();
    expect(await leadsTo(await site.agent.ask(back))).toBe('/sign-in?problem=expired');
  });

  it('leaves in the activity log what the groups have changed', async () => {
    await addUser(database, { hasJoined: true });
    await site.signIn();
    provider.people.set('ana', { ...ana, groups: ['treasury', 'admins'] });
    await site.signIn();
    provider.people.set('ana', { ...ana, groups: [] });
    await site.signIn();
    const entries = (await listEntries(database)).filter(({ via }) => via === 'identity-provider');
    expect(entries.filter(({ status }) => status === 200).map(({ operation }) => operation)).toEqual([
      'addUser',
      'changeUserRoles',
      'removeUser',
    ]);
    expect(entries.map(({ details }) => details).filter((details) => details !== null)).toEqual([
      '{"name":"Ana Ruiz","email":"ana@example.com","roles":["operator","finance"]}',
      '{"name":"Ana Ruiz","roles":["operator","finance","administrator"]}',
      '{"name":"Ana Ruiz"}',
    ]);
  });
});

describe('an answer of the provider', () => {
  it('signs in once, and only the browser that was sent there', async () => {
    const back = await site.agent.signInAt(await site.begin(), 'ana');
    const thief = new TestAgent();
    expect(await leadsTo(await thief.ask(back))).toBe('/sign-in?problem=expired');
    expect(await leadsTo(await site.agent.ask(back))).toBe('/');
    expect(await leadsTo(await site.agent.ask(back))).toBe('/sign-in?problem=expired');
  });

  it('to another request, or with a code that was made up, is refused', async () => {
    const first = await site.agent.signInAt(await site.begin(), 'ana');
    await site.begin();
    expect(await leadsTo(await site.agent.ask(first))).toBe('/sign-in?problem=refused');
    await site.begin();
    const madeUp = `code=made-up&state=made-up&iss=${provider.issuer}`;
    expect(await leadsTo(await site.answerTo(madeUp))).toBe('/sign-in?problem=refused');
    expect(await site.sessionOf()).toBe(401);
  });

  it('for somebody else’s code is refused: it belongs to the browser that asked', async () => {
    const thief = new TestAgent();
    const stolen =
      new URL(await site.agent.signInAt(await site.begin(), 'ana')).searchParams.get('code') ?? '';
    const own = new URL(await thief.signInAt(await site.begin(thief), 'ana'));
    own.searchParams.set('code', stolen);
    expect(await leadsTo(await thief.ask(own.href))).toBe('/sign-in?problem=refused');
    expect(await site.sessionOf(thief)).toBe(401);
  });

  it('that says that nobody signed in leads back', async () => {
    const { searchParams } = new URL(await site.begin());
    const denied = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: provider.issuer,
    });
    const answer = await site.answerTo(denied.toString());
    expect(await leadsTo(answer)).toBe('/sign-in?problem=cancelled');
  });

  it('goes to one of several pages that a link asks for', async () => {
    expect(await site.signIn('ana', site.agent, '?next=/wallets&next=/balances')).toBe('/wallets');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example'])(
    'never leads to another site, as %j',
    async (next) => {
      expect(await site.signIn('ana', site.agent, `?next=${encodeURIComponent(next)}`)).toBe('/');
    },
  );
});

describe('back-channel logout', () => {
  it('ends the sessions that the provider’s session opened, and no others', async () => {
    await site.signIn();
    const other = new TestAgent();
    await site.signIn('ana', other);
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
    await provider.logOut('ana', await sidOf());
    expect([await site.sessionOf(), await site.sessionOf(other)]).toContain(401);
    expect([await site.sessionOf(), await site.sessionOf(other)]).toContainEqual(
      expect.objectContaining({ name: 'Ana Ruiz' }),
    );
  });

  it('is in the activity log', async () => {
    await site.signIn();
    await provider.logOut('ana', await sidOf());
    const entries = (await listEntries(database)).filter(({ operation }) => operation === 'endSessions');
    expect(entries).toMatchObject([
      { via: 'identity-provider', details: '{"sessions":1}' },
      { via: 'identity-provider', status: 200 },
    ]);
  });

  it('is asked for again while the provider’s keys can’t be read', async () => {
    await site.signIn();
    await provider.stop();
    await site.startFor(provider.issuer);
    expect(await site.postLogout('made.up.token')).toBe(503);
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });

  it('needs a token of the provider', async () => {
    await site.signIn();
    for (const token of ['', 'made.up.token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.']) {
      expect(await site.postLogout(token)).toBe(400);
    }
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });
});

it('a provider that can’t be reached leaves the other ways to sign in', async () => {
  await provider.stop();
  const answer = await site.agent.ask(new URL('/session/identity-provider', site.publicUrl).href);
  expect(await leadsTo(answer)).toBe('/sign-in?problem=unreachable');
  expect((await site.gateway.signIn('good')).status).toBe(200);
});

it('a provider that can’t be reached on the way back is no reason to distrust it', async () => {
  const back = await site.agent.signInAt(await site.begin(), 'ana');
  await provider.stop();
  expect(await leadsTo(await site.agent.ask(back))).toBe('/sign-in?problem=unreachable');
});
