import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways } from '../testing/gateway-harness.ts';
import { TestConsole } from './testing-console.ts';
import { ana, TestIdentityProvider } from './testing-provider.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let provider: TestIdentityProvider;
let site: TestConsole;

beforeAll(() => {
  // The provider warns of what makes it fit for tests.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

beforeEach(async () => {
  site = await TestConsole.make(database, start);
  provider = await TestIdentityProvider.start(site.publicUrl.href);
  provider.people.set('ana', ana);
});

afterEach(async () => provider.stop());

describe('the log says what an administrator has to correct', () => {
  it('when no group lets somebody in: the groups that came, and those that OIDC_ROLES names', async () => {
    await site.startFor(provider.issuer);
    provider.people.set('ana', { ...ana, groups: ['everyone', 'Treasury'] });
    expect(await site.signIn()).toBe('/sign-in?problem=no-role');
    const [line = '', ...others] = site.log;
    expect(others).toEqual([]);
    expect(JSON.parse(line)).toMatchObject({
      refusal: 'no-role',
      subject: 'ana',
      groupsClaim: 'groups',
      groups: ['everyone', 'Treasury'],
      groupsInRoles: ['treasury', 'admins'],
      msg: expect.stringContaining('was refused: none of the groups grants a role by OIDC_ROLES'),
    });
    expect(line).not.toContain('example.com');
  });

  it('when the email address isn’t verified', async () => {
    await site.startFor(provider.issuer);
    provider.people.set('ana', { ...ana, email_verified: false });
    expect(await site.signIn()).toBe('/sign-in?problem=no-email');
    expect(site.log).toEqual([expect.stringContaining('email_verified')]);
  });

  it('when the provider refuses the client secret, which the page says as well', async () => {
    await site.startFor(provider.issuer, { clientSecret: 'another secret of the tests that is long' });
    expect(await site.signIn()).toBe('/sign-in?problem=client-refused');
    expect(site.log).toEqual([expect.stringContaining('check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET')]);
    expect(site.log.join('')).not.toContain('another secret');
  });

  it('when the provider can’t be reached at the start, which goes on', async () => {
    await provider.stop();
    await site.startFor(provider.issuer);
    await expect.poll(() => site.log).toEqual([expect.stringContaining('can’t be reached')]);
    expect(JSON.parse(site.log[0] ?? '')).toMatchObject({ level: 40, issuer: `${provider.issuer}/` });
    expect((await site.gateway.signIn('good')).status).toBe(200);
  });
});
