import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways } from '../testing/gateway-harness.ts';
import { leadsTo, TestConsole } from './testing-console.ts';
import { callbackQueryOf, epochSeconds, ForgingProvider } from './testing-provider.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let forging: ForgingProvider;
let site: TestConsole;

beforeEach(async () => {
  site = await TestConsole.make(database, start);
  forging = await ForgingProvider.start();
  await site.startFor(forging.issuer);
});

afterEach(async () => forging.stop());

/** What a browser is shown that comes back from the provider. */
const pageOf = async (query = '') => site.answerTo(callbackQueryOf(await site.begin(site.agent, query)));

const comeBack = async (query = '') => leadsTo(await pageOf(query));

describe('a forged answer', () => {
  it('would sign in if nothing were wrong with it', async () => {
    expect(await comeBack()).toBe('/');
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
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
    expect(await site.sessionOf()).toBe(401);
  });

  it('that another key has signed is refused', async () => {
    forging.usesOtherKey = true;
    expect(await comeBack()).toBe('/sign-in?problem=refused');
    expect(await site.sessionOf()).toBe(401);
  });

  it('confirms nothing unless whoever it is has just signed in again', async () => {
    expect(await comeBack()).toBe('/');
    const seconds = epochSeconds();
    forging.claims = { auth_time: seconds - 3_600 };
    expect(await comeBack('?confirm=1')).toBe('/sign-in?problem=refused');
    forging.claims = { auth_time: seconds };
    const page = await pageOf('?confirm=1');
    expect(await page.text()).toContain('BroadcastChannel');
  });

  it('confirms nothing if it is about somebody else', async () => {
    expect(await comeBack()).toBe('/');
    forging.claims = { sub: 'bo', email: 'bo@example.com', auth_time: epochSeconds() };
    expect(await comeBack('?confirm=1')).toBe('/sign-in?problem=refused');
  });
});

describe('a logout token', () => {
  it('ends sessions only if it is right in everything, and once', async () => {
    expect(await comeBack()).toBe('/');
    const { sub, ...ofNobody } = ForgingProvider.logoutClaims();
    for (const claims of [
      { ...ofNobody },
      { ...ofNobody, sub, events: {} },
      { ...ofNobody, sub, nonce: 'of a sign-in' },
      { ...ofNobody, sub, aud: 'another application' },
      { ...ofNobody, sub, iss: 'https://other.example' },
      { ...ofNobody, sub, iat: epochSeconds() - 600 },
      { ...ofNobody, sub, jti: undefined },
    ]) {
      expect(await site.postLogout(await forging.sign(claims))).toBe(400);
    }
    forging.usesOtherKey = true;
    expect(await site.postLogout(await forging.sign(ForgingProvider.logoutClaims()))).toBe(400);
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });

    forging.usesOtherKey = false;
    const token = await forging.sign(ForgingProvider.logoutClaims());
    expect(await site.postLogout(token)).toBe(200);
    expect(await site.sessionOf()).toBe(401);
    expect(await comeBack()).toBe('/');
    expect(await site.postLogout(token)).toBe(400);
    expect(await site.sessionOf()).toMatchObject({ name: 'Ana Ruiz' });
  });
});
