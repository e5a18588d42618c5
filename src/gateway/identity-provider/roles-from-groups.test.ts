import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways } from '../testing/gateway-harness.ts';
import { addUser, type TestUser } from '../users/testing-users.ts';
import { setUpIdentityProviders, type TestConsole } from './testing-console.ts';
import { ana, type TestIdentityProvider } from './testing-provider.ts';

const database = useTestDatabase();
const makeSite = setUpIdentityProviders(database);
const start = setUpGateways(database);

let provider: TestIdentityProvider;
let site: TestConsole;
let administrator: TestUser;

beforeEach(async () => {
  ({ site, provider } = await makeSite());
  await site.startFor(provider.issuer);
  administrator = await addUser(database, { name: 'Bo Lee', hasJoined: true });
});

type Listed = { id: string; email: string; version: number; roles: string[]; has_group_roles: boolean };

async function listed(email: string, address = site.gateway.address): Promise<Listed> {
  const answer = await administrator.ask(address, '/console/users');
  const { users } = (answer.json() as { data: { users: Listed[] } }).data;
  const found = users.find((user) => user.email === email);
  if (found === undefined) throw new Error(`${email} isn’t listed.`);
  return found;
}

const change = async (body: object, address = site.gateway.address) =>
  administrator.ask(address, '/console/users/roles', { method: 'PUT', body });

it('roles that groups grant are said to be, and can’t be changed here, unlike limits', async () => {
  await site.signIn();
  const { id, version, roles, has_group_roles: isFromGroups } = await listed(ana.email);
  expect({ roles, isFromGroups }).toEqual({ roles: ['operator', 'finance'], isFromGroups: true });

  const refused = await change({ id, version, roles: ['viewer'] });
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.json()).toMatchObject({
    error_message:
      'Example Inc. sets the roles of Ana Ruiz at each sign-in. Change the groups there, or the roles of groups in OIDC_ROLES',
  });
  expect(await listed(ana.email)).toMatchObject({ roles: ['operator', 'finance'], version });

  const limits = { networks: ['trx'], wallet_tags: [] };
  expect(await change({ id, version, roles: ['finance', 'operator'], limits })).toMatchObject({
    status: 200,
  });
  expect(await listed(ana.email)).toMatchObject({ limits });
});

it('roles of somebody whom an administrator invited, and no group names, can be changed', async () => {
  const invited = await addUser(database, { roles: ['viewer'], hasJoined: true });
  const email = `${invited.userId}@example.com`;
  provider.people.set('cy', { ...ana, email, groups: [] });
  expect(await site.signIn('cy')).toBe('/');
  const { id, version, has_group_roles: isFromGroups } = await listed(email);
  expect(isFromGroups).toBe(false);
  expect(await change({ id, version, roles: ['finance'] })).toMatchObject({ status: 200 });
});

it('roles that groups granted can be changed once the console has no identity provider', async () => {
  await site.signIn();
  const { address } = await start();
  const { id, version, has_group_roles: isFromGroups } = await listed(ana.email, address);
  expect(isFromGroups).toBe(false);
  expect(await change({ id, version, roles: ['viewer'] }, address)).toMatchObject({ status: 200 });
});
