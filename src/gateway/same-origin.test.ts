import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, secret, setUpGateways } from './testing/gateway-harness.ts';
import { cookieOf } from './testing/http-client.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const wallet = { name: 'Till', network: 'trx', type: 'user' };

const foreign: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another port or a sibling host', { 'sec-fetch-site': 'same-site' }],
  ['an old browser on another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['who knows where', {}],
  ['a site that says nothing good of itself', { 'sec-fetch-site': 'nonsense' }],
];

describe.each(foreign)('a change from %s', (_where, headers) => {
  it('is refused when it carries a session', async () => {
    const gateway = await start();
    const { cookie, get } = await gateway.open('good');
    const created = await gateway.send('/api/prod/v1/wallets', {
      method: 'POST',
      headers: { ...headers, cookie },
      body: wallet,
    });
    expect(created.status).toBe(403);
    expect(created.json()).toMatchObject({ code: '403', error_code: 'system', data: null });

    const signOut = await gateway.send('/session', { method: 'DELETE', headers: { ...headers, cookie } });
    expect(signOut.status).toBe(403);
    expect((await get('/session')).status).toBe(200);
  });

  it('rejects the sign-in', async () => {
    const gateway = await start();
    const answer = await gateway.send('/session', { method: 'POST', headers, body: { token: 'good' } });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('passes with an API key of its own, and then the cookie is ignored', async () => {
    const gateway = await start({ provider: makeTinyService('good', 'other') });
    const { cookie } = await gateway.open('good');
    const created = await gateway.send('/api/prod/v1/wallets', {
      method: 'POST',
      headers: { ...headers, cookie, token: 'other' },
      body: wallet,
    });
    expect(created.json()).toMatchObject({ code: '200', data: { user_id: 'account of other' } });
  });
});

describe('a change from the console itself', () => {
  it.each([
    ['in a current browser', { 'sec-fetch-site': 'same-origin' }],
    ['typed by the user', { 'sec-fetch-site': 'none' }],
  ])('passes %s', async (_where, headers) => {
    const gateway = await start();
    const { cookie } = await gateway.open('good');
    const created = await gateway.send('/api/prod/v1/wallets', {
      method: 'POST',
      headers: { ...headers, cookie },
      body: wallet,
    });
    expect(created.json()).toMatchObject({ code: '200', data: { user_id: 'account of good' } });
  });

  it('passes in a browser that sends an origin only', async () => {
    const gateway = await start();
    const answer = await gateway.send('/session', {
      method: 'POST',
      headers: { origin: gateway.address },
      body: { token: 'good' },
    });
    expect(answer.status).toBe(200);
  });

  it('must come from the public URL where there is one', async () => {
    const settings = { sessionSecret: secret, publicUrl: new URL('https://console.example/') };
    const gateway = await start({ settings });
    const statusFrom = async (origin: string) =>
      (await gateway.send('/session', { method: 'POST', headers: { origin }, body: { token: 'good' } }))
        .status;
    expect(await statusFrom('https://console.example')).toBe(200);
    expect(await statusFrom('http://console.example')).toBe(403);
    expect(await statusFrom(gateway.address)).toBe(403);
  });
});

describe('behind a proxy', () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'console.example' };
  const headers = { ...forwarded, origin: 'https://console.example' };

  it('that is trusted, its word on host and scheme counts', async () => {
    const gateway = await start({ trustProxy: true });
    const answer = await gateway.send('/session', { method: 'POST', headers, body: { token: 'good' } });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).toMatch(/^__Host-/);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });

  it('that is not trusted, forwarding headers are ignored', async () => {
    const gateway = await start();
    const answer = await gateway.send('/session', { method: 'POST', headers, body: { token: 'good' } });
    expect(answer.status).toBe(403);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });
});
