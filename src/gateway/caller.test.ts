import cookiePlugin from '@fastify/cookie';
import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { createHttpApp } from '#http/http-app.ts';
import type { Caller } from './caller.ts';
import { createKeyCipher } from './sessions/key-cipher.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { createSessions } from './sessions/sessions.ts';
import { secret } from './testing/gateway-harness.ts';
import { registerWalletApi } from './wallet-api.ts';

const database = useTestDatabase();

async function setUp() {
  const app = createHttpApp({});
  await app.register(cookiePlugin);
  const cipher = createKeyCipher(secret, 'test');
  const place = { publicUrl: undefined };
  const sessions = createSessions({
    db: database.db,
    cipher,
    lifetimeSeconds: 60,
    idleTimeoutSeconds: 60,
    now,
  });
  const identified: unknown[] = [];
  const seen: (Caller | undefined)[] = [];
  registerWalletApi(
    app,
    {
      sessions,
      cookie: createSessionCookie(place),
      place,
      refuseSandboxKey: () => undefined,
      refuseSandboxUser: () => undefined,
      requestsPerMinute: 0,
      fingerprint: cipher.fingerprint,
      identifyKey: async (...asked) => {
        identified.push(asked);
        return asked[0] === 'unknown' ? undefined : { accountId: 'u-1', keyName: 'Back office' };
      },
    },
    (scope, _sessionOf, callerOf) => {
      scope.addHook('onRequest', async (request) => {
        seen.push(await callerOf(request), await callerOf(request));
      });
      scope.get('/who', (_request, reply) => reply.send('asked'));
    },
  );
  return { app, sessions, identified, seen, fingerprint: cipher.fingerprint('some key') };
}

it('knows the caller of a session and of a program by the same names, asked for once a request', async () => {
  const { app, sessions, identified, seen, fingerprint } = await setUp();
  const { id } = await sessions.open(
    { accountId: 'u-1', apiKey: 'some key' },
    { ipAddress: '127.0.0.1', userAgent: undefined },
    undefined,
  );
  await app.inject({ url: '/who', cookies: { wallet_console_session: id } });
  await app.inject({ url: '/who', headers: { token: 'some key' } });
  const caller = { accountId: 'u-1', keyName: 'Back office', fingerprint };
  expect(seen).toEqual([caller, caller, caller, caller]);
  expect(fingerprint).toMatch(/^[\da-f]{12}$/);
  expect(identified).toEqual([
    ['some key', 'u-1'],
    ['some key', undefined],
  ]);
});

it('knows no one behind an unknown key, an empty one and none', async () => {
  const { app, identified, seen } = await setUp();
  await app.inject({ url: '/who', headers: { token: 'unknown' } });
  await app.inject({ url: '/who', headers: { token: '' } });
  await app.inject({ url: '/who' });
  expect(seen).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  expect(identified).toEqual([['unknown', undefined]]);
});
