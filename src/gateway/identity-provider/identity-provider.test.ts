import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../../e2e/free-port.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createKeyCipher } from '../sessions/key-cipher.ts';
import { type RunningGateway, secret, setUpGateways } from '../testing/gateway-harness.ts';
import { now } from '#domain/clock.ts';
import { sealAccountKey } from '../users/account-keys.ts';
import { addUser } from '../users/testing-users.ts';
import { parseGroupRoles } from './group-roles.ts';
import { clientId, clientSecret, type Person, TestAgent, TestIdentityProvider } from './testing-provider.ts';

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

beforeEach(async () => {
  const port = await freePort();
  publicUrl = new URL(`http://127.0.0.1:${port}`);
  provider = await TestIdentityProvider.start(publicUrl.href);
  const roles =
    parseGroupRoles('{"treasury":["operator","finance"],"admins":["administrator"]}') ?? new Map();
  gateway = await start({
    port,
    settings: {
      sessionSecret: secret,
      publicUrl,
      identityProvider: {
        issuer: new URL(provider.issuer),
        clientId,
        clientSecret,
        name: 'Example Inc.',
        scopes: 'openid profile email groups',
        groupsClaim: 'groups',
        roles,
      },
    },
  });
  agent = new TestAgent();
  provider.people.set('ana', ana);
  const key = { accountId: 'account of good', name: 'Key', apiKey: 'good', addedBy: null, at: now() };
  await sealAccountKey(database.db, createKeyCipher(secret, 'embedded'), key);
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

  it('isn’t let in without a group or an invitation, nor after leaving', async () => {
    provider.people.set('cy', { ...ana, email: 'cy@example.com', groups: ['everyone'] });
    expect(await signIn('cy', new TestAgent())).toBe('/sign-in?problem=no-role');
    await signIn();
    await database.db.updateTable('users').set({ left_at: now() }).execute();
    expect(await sessionOf()).toBe(401);
    expect(await signIn('ana', new TestAgent())).not.toBe('/');
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
