import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../e2e/free-port.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { type RunningGateway, secret, setUpGateways } from '../testing/gateway-harness.ts';
import { now } from '#domain/clock.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { createInvitation } from '../users/invitations.ts';
import { sealAccountKey } from '../users/account-keys.ts';
import { dataOf, listEntries, messageOf } from '../users/credentials/testing-sign-in.ts';
import { createSetupLink } from '../users/setup-link.ts';
import { addUser } from '../users/testing-users.ts';
import { parseGroupRoles } from './group-roles.ts';
import {
  callbackQueryOf,
  clientId,
  clientSecret,
  ForgingProvider,
  type Person,
  TestAgent,
  TestIdentityProvider,
} from './testing-provider.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const startPath = '/session/identity-provider';
const ana: Person = {
  email: 'ana@example.com',
  email_verified: true,
  name: 'Ana Ruiz',
  groups: ['everyone', 'treasury'],
};

let provider: TestIdentityProvider;
let gateway: RunningGateway;
let agent: TestAgent;
let publicUrl: URL;

const startFor = async (issuer: string, settings: { keySignIn?: boolean } = {}) => {
  const roles =
    parseGroupRoles('{"treasury":["operator","finance"],"admins":["administrator"]}') ?? new Map();
  gateway = await start({
    port: Number(publicUrl.port),
    settings: {
      sessionSecret: secret,
      publicUrl,
      ...settings,
      identityProvider: {
        issuer: new URL(issuer),
        clientId,
        clientSecret,
        name: 'Example Inc.',
        scopes: 'openid profile email groups',
        groupsClaim: 'groups',
        roles,
      },
    },
  });
};

beforeEach(async () => {
  publicUrl = new URL(`http://127.0.0.1:${await freePort()}`);
  provider = await TestIdentityProvider.start(publicUrl.href);
  await startFor(provider.issuer);
  agent = new TestAgent();
  provider.people.set('ana', ana);
  const key = { accountId: 'account of good', name: 'Key', apiKey: 'good', addedBy: null, at: now() };
  await sealAccountKey(database.db, createKeyCipher(secret, 'embedded'), key);
});

beforeAll(() => {
  // It warns of what makes it fit for tests.
  vi.spyOn(console, 'warn').mockImplementation((text: string) => {
    if (!text.startsWith('oidc-provider WARNING')) console.error(text);
  });
});

afterEach(async () => provider.stop());

const urlOf = (path: string) => new URL(path, publicUrl).href;

/** Begins at the console; the address of the provider. */
const begin = async (by = agent, query = '') => {
  const begun = await by.ask(urlOf(`${startPath}${query}`));
  return begun.headers.get('location') ?? '';
};

/** Where the page leads that the console answers with. */
const leadsTo = async (answer: Response) => /url=([^"]*)/.exec(await answer.text())?.[1];

const signIn = async (person = 'ana', by = agent, query = '') => {
  const back = await by.signInAt(await begin(by, query), person);
  return await leadsTo(await by.ask(back));
};

const sessionOf = async (by = agent) => {
  const answer = await gateway.send('/session', { headers: { cookie: by.cookiesOf(publicUrl.href) } });
  return answer.status === 200 ? (answer.json() as { data: { user: unknown } }).data.user : answer.status;
};

const rolesOf = async () =>
  (await database.db.selectFrom('memberships').selectAll().execute()).map(({ roles }) => roles);

const sidOf = async () => {
  const [row] = await database.db.selectFrom('session_identities').selectAll().execute();
  return row?.sid ?? '';
};
const postLogout = async (token: string) =>
  gateway.send(`${startPath}/logout`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });

describe('a person whom the provider knows', () => {
  it('is signed in with the roles of the groups, and arrives at the page that was asked for', async () => {
    expect(await signIn('ana', agent, '?next=/wallets%3Fstatus=active%26limit=50')).toBe(
      '/wallets?status=active&amp;limit=50',
    );
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz', email: 'ana@example.com' });
    expect(await rolesOf()).toEqual([['operator', 'finance']]);
  });

  it('has the roles of the groups of the moment at each sign-in, and none without a group', async () => {
    await signIn();
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await signIn('ana', new TestAgent());
    expect(await rolesOf()).toEqual([['administrator']]);

    // Another administrator is left.
    await addUser(database, { hasJoined: true });
    provider.people.set('ana', { ...ana, groups: [] });
    const late = new TestAgent();
    expect(await signIn('ana', late)).toBe('/sign-in?problem=no-role');
    expect(await sessionOf(late)).toBe(401);
    expect(await sessionOf()).toBe(401);
  });

  it('stays the last administrator, whatever the groups say', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await signIn();
    provider.people.set('ana', { ...ana, groups: ['treasury'] });
    await signIn('ana', new TestAgent());
    expect(await rolesOf()).toEqual([['administrator']]);
  });

  it('is the invited user of the same verified address, and of no other', async () => {
    const bo = await addUser(database, { name: 'Bo Lee', roles: ['viewer'] });
    const email = `${bo.userId}@example.com`;
    provider.people.set('bo', { ...ana, name: 'Somebody', email: email.toUpperCase(), groups: [] });
    provider.people.set('liar', { ...ana, email, email_verified: false });
    expect(await signIn('liar', new TestAgent())).toBe('/sign-in?problem=no-email');
    expect(await signIn('bo')).toBe('/');
    expect(await sessionOf()).toMatchObject({ id: bo.userId, name: 'Bo Lee' });
  });

  it('uses up the invitation: its link opens nothing afterwards', async () => {
    const bo = await addUser(database, { name: 'Bo Lee' });
    const invited = { userId: bo.userId, createdBy: null, at: now(), hours: 72 };
    const { token } = await createInvitation(database.db, invited);
    const read = async () =>
      gateway.send('/session/invitation', { method: 'POST', headers: fromOwnPage, body: { token } });
    expect((await read()).status).toBe(200);
    provider.people.set('bo', { ...ana, email: `${bo.userId}@example.com` });
    expect(await signIn('bo')).toBe('/');
    expect((await read()).status).toBe(404);
  });

  it('isn’t let in without a group or an invitation', async () => {
    provider.people.set('cy', { ...ana, email: 'cy@example.com', groups: ['everyone'] });
    expect(await signIn('cy', new TestAgent())).toBe('/sign-in?problem=no-role');
    expect(await sessionOf()).toBe(401);
  });

  it('stays out once an administrator has removed it, whatever the groups say, until invited again', async () => {
    const administrator = await addUser(database, { hasJoined: true });
    await signIn();
    const { id } = (await sessionOf()) as { id: string };
    const ask = async (method: string, body: object) =>
      administrator.ask(gateway.address, '/console/users', { method, body });
    expect((await ask('DELETE', { id })).status).toBe(200);
    expect(await sessionOf()).toBe(401);
    expect(await signIn('ana', new TestAgent())).toBe('/sign-in?problem=removed');

    await ask('POST', { name: 'Ana again', email: ana.email, roles: ['viewer'] });
    expect(await signIn()).toBe('/');
    expect(await sessionOf()).toMatchObject({ name: 'Ana again' });
  });

  it('comes back once a group lets it in again, after groups have taken everything away', async () => {
    await addUser(database, { hasJoined: true });
    await signIn();
    provider.people.set('ana', { ...ana, groups: [] });
    expect(await signIn('ana', new TestAgent())).toBe('/sign-in?problem=no-role');
    provider.people.set('ana', ana);
    expect(await signIn()).toBe('/');
  });

  it('counts as a user who has joined: no setup link, no first administrator, no key session without proof', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await signIn();
    expect(await createSetupLink(database.db, now())).toBeUndefined();
    const { cookie } = await gateway.open('good');
    const body = { name: 'Eve', email: 'eve@example.com' };
    const first = await gateway.send('/console/users/first-administrator', {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body,
    });
    expect(messageOf(first)).toBe('The account has an administrator already, who can invite you');
    const added = await gateway.send('/console/account-keys', {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { token: 'good' },
    });
    expect(added.json()).toMatchObject({ data: { reauthenticate: ['key'] } });
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });

  it('ends sign-in with keys where it is turned off, once it is an administrator', async () => {
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    await signIn();
    await gateway.app.close();
    await startFor(provider.issuer, { keySignIn: false });
    expect((await gateway.signIn('good')).status).toBe(403);
  });

  it('sees the provider among the ways to sign in', async () => {
    await signIn();
    const headers = { cookie: agent.cookiesOf(publicUrl.href) };
    const methods = await gateway.send('/console/sign-in-methods', { headers });
    expect(dataOf(methods)).toMatchObject({ identity_provider: 'Example Inc.', has_password: false });
  });

  it('leaves in the activity log what the groups have changed', async () => {
    await addUser(database, { hasJoined: true });
    await signIn();
    provider.people.set('ana', { ...ana, groups: ['treasury', 'admins'] });
    await signIn();
    provider.people.set('ana', { ...ana, groups: [] });
    await signIn();
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
    const back = await agent.signInAt(await begin(), 'ana');
    const thief = new TestAgent();
    expect(await leadsTo(await thief.ask(back))).toBe('/sign-in?problem=expired');
    expect(await leadsTo(await agent.ask(back))).toBe('/');
    expect(await leadsTo(await agent.ask(back))).toBe('/sign-in?problem=expired');
  });

  it('to another request, or with a code that was made up, is refused', async () => {
    const first = await agent.signInAt(await begin(), 'ana');
    await begin();
    expect(await leadsTo(await agent.ask(first))).toBe('/sign-in?problem=refused');
    await begin();
    const madeUp = urlOf(`${startPath}/callback?code=made-up&state=made-up&iss=${provider.issuer}`);
    expect(await leadsTo(await agent.ask(madeUp))).toBe('/sign-in?problem=refused');
    expect(await sessionOf()).toBe(401);
  });

  it('for somebody else’s code is refused: it belongs to the browser that asked', async () => {
    const thief = new TestAgent();
    const stolen = new URL(await agent.signInAt(await begin(), 'ana')).searchParams.get('code') ?? '';
    const own = new URL(await thief.signInAt(await begin(thief), 'ana'));
    own.searchParams.set('code', stolen);
    expect(await leadsTo(await thief.ask(own.href))).toBe('/sign-in?problem=refused');
    expect(await sessionOf(thief)).toBe(401);
  });

  it('that says that nobody signed in leads back', async () => {
    const { searchParams } = new URL(await begin());
    const denied = new URLSearchParams({
      error: 'access_denied',
      state: searchParams.get('state') ?? '',
      iss: provider.issuer,
    });
    const answer = await agent.ask(urlOf(`${startPath}/callback?${denied.toString()}`));
    expect(await leadsTo(answer)).toBe('/sign-in?problem=cancelled');
  });

  it('goes to one of several pages that a link asks for', async () => {
    expect(await signIn('ana', agent, '?next=/wallets&next=/balances')).toBe('/wallets');
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example'])(
    'never leads to another site, as %j',
    async (next) => {
      expect(await signIn('ana', agent, `?next=${encodeURIComponent(next)}`)).toBe('/');
    },
  );
});

describe('back-channel logout', () => {
  it('ends the sessions that the provider’s session opened, and no others', async () => {
    await signIn();
    const other = new TestAgent();
    await signIn('ana', other);
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
    await provider.logOut('ana', await sidOf());
    expect([await sessionOf(), await sessionOf(other)]).toContain(401);
    expect([await sessionOf(), await sessionOf(other)]).toContainEqual(
      expect.objectContaining({ name: 'Ana Ruiz' }),
    );
  });

  it('is in the activity log', async () => {
    await signIn();
    await provider.logOut('ana', await sidOf());
    const entries = (await listEntries(database)).filter(({ operation }) => operation === 'endSessions');
    expect(entries).toMatchObject([
      { via: 'identity-provider', details: '{"sessions":1}' },
      { via: 'identity-provider', status: 200 },
    ]);
  });

  it('is asked for again while the provider’s keys can’t be read', async () => {
    await signIn();
    await provider.stop();
    await gateway.app.close();
    await startFor(provider.issuer);
    expect((await postLogout('made.up.token')).status).toBe(503);
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });

  it('needs a token of the provider', async () => {
    await signIn();
    for (const token of ['', 'made.up.token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbmEifQ.']) {
      expect((await postLogout(token)).status).toBe(400);
    }
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });
});

it('a provider that can’t be reached leaves the other ways to sign in', async () => {
  await provider.stop();
  const answer = await agent.ask(urlOf(startPath));
  expect(await leadsTo(answer)).toBe('/sign-in?problem=unreachable');
  expect((await gateway.signIn('good')).status).toBe(200);
});

it('a provider that can’t be reached on the way back is no reason to distrust it', async () => {
  const back = await agent.signInAt(await begin(), 'ana');
  await provider.stop();
  expect(await leadsTo(await agent.ask(back))).toBe('/sign-in?problem=unreachable');
});

describe('a forged answer', () => {
  let forging: ForgingProvider;

  beforeEach(async () => {
    await gateway.app.close();
    forging = await ForgingProvider.start();
    await startFor(forging.issuer);
  });

  afterEach(async () => forging.stop());

  const comeBack = async (query = '') =>
    leadsTo(await agent.ask(urlOf(`${startPath}/callback?${callbackQueryOf(await begin(agent, query))}`)));

  it('would sign in if nothing were wrong with it', async () => {
    expect(await comeBack()).toBe('/');
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });

  it.each([
    ['of another sign-in', { nonce: 'of another sign-in' }],
    ['for another application', { aud: 'another application' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['that has expired', { exp: 1_700_000_000 }],
    ['about nobody', { sub: undefined }],
  ])('%s is refused', async (_what, claims) => {
    forging.claims = claims;
    expect(await comeBack()).toBe('/sign-in?problem=refused');
    expect(await sessionOf()).toBe(401);
  });

  it('that another key has signed is refused', async () => {
    forging.usesOtherKey = true;
    expect(await comeBack()).toBe('/sign-in?problem=refused');
    expect(await sessionOf()).toBe(401);
  });

  it('confirms nothing unless whoever it is has just signed in again', async () => {
    expect(await comeBack()).toBe('/');
    const seconds = Math.floor(Date.now() / 1000);
    forging.claims = { auth_time: seconds - 3_600 };
    expect(await comeBack('?confirm=1')).toBe('/sign-in?problem=refused');
    forging.claims = { auth_time: seconds };
    const page = await agent.ask(
      urlOf(`${startPath}/callback?${callbackQueryOf(await begin(agent, '?confirm=1'))}`),
    );
    expect(await page.text()).toContain('BroadcastChannel');
  });

  it('confirms nothing if it is about somebody else', async () => {
    expect(await comeBack()).toBe('/');
    forging.claims = { sub: 'bo', email: 'bo@example.com', auth_time: Math.floor(Date.now() / 1000) };
    expect(await comeBack('?confirm=1')).toBe('/sign-in?problem=refused');
  });

  it('ends sessions only with a logout token that is right in everything, and once', async () => {
    expect(await comeBack()).toBe('/');
    const { sub, ...ofNobody } = ForgingProvider.logoutClaims();
    for (const claims of [
      { ...ofNobody },
      { ...ofNobody, sub, events: {} },
      { ...ofNobody, sub, nonce: 'of a sign-in' },
      { ...ofNobody, sub, aud: 'another application' },
      { ...ofNobody, sub, iss: 'https://other.example' },
      { ...ofNobody, sub, iat: Math.floor(Date.now() / 1000) - 600 },
      { ...ofNobody, sub, jti: undefined },
    ]) {
      expect((await postLogout(await forging.sign(claims))).status).toBe(400);
    }
    const { sub: right, ...others } = ForgingProvider.logoutClaims();
    forging.usesOtherKey = true;
    expect((await postLogout(await forging.sign({ ...others, sub: right }))).status).toBe(400);
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });

    forging.usesOtherKey = false;
    const token = await forging.sign(ForgingProvider.logoutClaims());
    expect((await postLogout(token)).status).toBe(200);
    expect(await sessionOf()).toBe(401);
    expect(await comeBack()).toBe('/');
    expect((await postLogout(token)).status).toBe(400);
    expect(await sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });
});
