import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { listEntries } from '../users/credentials/testing-sign-in.ts';
import { createInvitation } from '../users/invitations.ts';
import { addUser } from '../users/testing-users.ts';
import { setUpIdentityProviders, type TestConsole } from './testing-console.ts';
import { ana, TestAgent, type TestIdentityProvider } from './testing-provider.ts';

const database = useTestDatabase();
const makeSite = setUpIdentityProviders(database);

let provider: TestIdentityProvider;
let site: TestConsole;

beforeEach(async () => {
  ({ site, provider } = await makeSite());
  await site.startFor(provider.issuer);
});

describe('somebody who controls a user in another one’s name', () => {
  it('loses it when the person whom the provider knows signs in for the first time', async () => {
    const taken = await addUser(database, { roles: ['viewer'], hasJoined: true });
    provider.people.set('bo', { ...ana, email: `${taken.userId}@example.com`, groups: ['admins'] });
    const { address } = site.gateway;
    expect(await taken.ask(address, '/session')).toMatchObject({ status: 200 });
    expect(await site.signIn('bo')).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ id: taken.userId });
    expect(await taken.ask(address, '/session')).toMatchObject({ status: 401 });
    expect(await database.db.selectFrom('user_passwords').selectAll().execute()).toEqual([]);
    expect(await listEntries(database)).toContainEqual(
      expect.objectContaining({
        operation: 'resetUserSignIn',
        via: 'identity-provider',
      }),
    );
    // Later sign-ins take nothing away.
    const again = new TestAgent();
    expect(await site.signIn('bo', again)).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ id: taken.userId });
  });

  it('doesn’t get in with a link that was made before groups granted more', async () => {
    await site.signIn();
    const { id } = (await site.sessionOf()) as { id: string };
    await createInvitation(database.db, { userId: id, createdBy: null, at: now(), hours: 72 });
    provider.people.set('ana', { ...ana, groups: ['admins'] });
    expect(await site.signIn('ana', new TestAgent())).toBe('/');
    expect(await database.db.selectFrom('invitations').selectAll().execute()).toEqual([]);
  });

  it('isn’t whoever has the mailbox next: a second person with its address stays out', async () => {
    await site.signIn();
    provider.people.set('successor', { ...ana, name: 'Somebody else' });
    expect(await site.signIn('successor', new TestAgent())).toBe('/sign-in?problem=other-person');
  });
});

describe('a user who never used the provider', () => {
  it('stays out once an administrator has removed it, whatever the groups say', async () => {
    const administrator = await addUser(database, { hasJoined: true });
    const eve = await addUser(database, { roles: ['operator'], hasJoined: true });
    const { address } = site.gateway;
    const removal = { method: 'DELETE', body: { id: eve.userId } };
    expect(await administrator.ask(address, '/console/users', removal)).toMatchObject({ status: 200 });
    provider.people.set('eve', { ...ana, email: `${eve.userId}@EXAMPLE.com` });
    expect(await site.signIn('eve')).toBe('/sign-in?problem=removed');
  });
});

it.each(['Ana\u0000', 'Ana\u202e', 'A\nB', 'A'.repeat(65)])(
  'what the provider says is a name only if a user could have it: %j',
  async (name) => {
    provider.people.set('ana', { ...ana, name });
    expect(await site.signIn()).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ name: ana.email });
  },
);
