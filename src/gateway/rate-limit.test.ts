import { describe, expect, it } from 'vitest';
import { testKey } from '#contract/wallet-service/test.ts';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { limitRequests } from './rate-limit.ts';
import { makeTinyService, secret, setUpGateways } from './testing/gateway-harness.ts';
import { startStandInProvider } from './testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());
const path = '/api/prod/v1/test';

async function startLimited(requestsPerMinute: number) {
  const gateway = await start({
    provider: makeTinyService('good', 'other'),
    settings: { sessionSecret: secret, requestsPerMinute },
  });
  return { gateway, ask: async (token: string) => gateway.send(path, { headers: { token } }) };
}

describe('an API key', () => {
  it('allows so many requests a minute, says how many are left, and then refuses', async () => {
    const { ask } = await startLimited(2);
    expect((await ask('good')).headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': '60',
    });
    expect(await ask('good')).toMatchObject({ status: 200, headers: { 'ratelimit-remaining': '0' } });
    const refused = await ask('good');
    expect(refused.status).toBe(429);
    expect(refused.json()).toEqual({
      code: '429',
      error_code: 'request',
      error_message: expect.stringMatching(
        /^Too many requests with this key \(limit: 2 per minute\)\. Try again in \d+ seconds$/,
      ),
      data: null,
    });
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('takes nothing from another key', async () => {
    const { ask } = await startLimited(1);
    expect((await ask('good')).status).toBe(200);
    expect((await ask('good')).status).toBe(429);
    expect((await ask('other')).status).toBe(200);
  });

  it('shares its requests with its sessions, signing in included', async () => {
    const { gateway, ask } = await startLimited(3);
    const session = await gateway.open('good');
    expect((await session.get(path)).status).toBe(200);
    expect((await ask('good')).status).toBe(200);
    expect((await session.get(path)).status).toBe(429);
    expect((await gateway.signIn('good')).json()).toMatchObject({ code: '429', error_code: 'request' });
    // The session itself lives on.
    expect((await session.get('/session')).status).toBe(200);
  });

  it('that is unknown is limited as well, before it is looked up', async () => {
    const { ask } = await startLimited(1);
    expect((await ask('guess')).status).toBe(401);
    expect((await ask('guess')).status).toBe(429);
  });

  it('that works is not forgotten because of made-up keys, nor are those remembered forever', async () => {
    const app = createHttpApp({});
    const host = {
      app,
      authorize: async ({ headers }: { headers: Record<string, unknown> }) => {
        if (headers['token'] !== 'good') throw new ServiceError(401, 'The API key is unknown');
      },
    };
    await limitRequests(app, 2, 10);
    serve(host, testKey, async () => ({ result: 'success' as const }));
    app.get('/image', (_request, reply) => reply.send('for everybody'));
    const ask = async (token: string, url = path) =>
      (await app.inject({ url, headers: { token } })).statusCode;

    expect(await Promise.all([ask('good'), ask('good')])).toEqual([200, 200]);
    expect(await ask('good')).toBe(429);
    for (let made = 0; made < 50; made += 1) {
      expect(await ask(`made up ${made}`)).toBe(401);
      expect(await ask(`made up ${made}`, '/image')).toBe(200);
    }
    expect(await ask('good')).toBe(429);
    expect(await ask('made up 0')).toBe(401);
    await app.close();
  });

  it('is not counted where no limit is set', async () => {
    const { ask } = await startLimited(0);
    const answers = await Promise.all(Array.from({ length: 20 }, async () => ask('good')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers).not.toHaveProperty('ratelimit-limit');
  });
});

it('protects a remote provider as well', async () => {
  const provider = await startStandInProvider();
  const gateway = await start({
    mode: 'remote',
    provider: { kind: 'remote', url: provider.url },
    settings: { sessionSecret: secret, requestsPerMinute: 1 },
  });
  const ask = async () => gateway.send(path, { headers: { token: 'good' } });
  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  expect(provider.received).toHaveLength(1);
  await provider.close();
});
