import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testKey } from '#contract/wallet-service/test.ts';
import { createHttpApp } from '#http/http-app.ts';
import { noteCaller } from '#http/request-log.ts';
import { serve } from '#http/serve.ts';
import { limitLoad } from './load-limits.ts';
import { scopeRequests } from './scope-requests.ts';
import { send } from './testing/http-client.ts';

let app: FastifyInstance;
let address: string;
let gate: PromiseWithResolvers<void>;
let running: number;
let authorizing: number;
let authorized: Promise<void>;

const authorize = async (request: FastifyRequest) => {
  authorizing += 1;
  await authorized;
  noteCaller(request, { accountId: String(request.headers['token']) });
};

beforeEach(async () => {
  app = createHttpApp({ logger: false });
  scopeRequests(app);
  limitLoad(app, { total: 4, perAccount: 2 });
  gate = Promise.withResolvers();
  running = 0;
  authorizing = 0;
  authorized = Promise.resolve();
  serve({ app, authorize }, testKey, async () => {
    running += 1;
    await gate.promise;
    return { result: 'success' as const };
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/stream', { config: { operationId: 'stream' } }, async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push('begins');
    return stream;
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => {
  gate.resolve();
  app.server.closeAllConnections();
  await app.close();
});

const ask = async (token: string) => send(address, testKey.path, { headers: { token } });

it('turns an account away that has too many requests under way, and not the others', async () => {
  const slow = [ask('a'), ask('a')];
  await expect.poll(() => running).toBe(2);
  const refused = await ask('a');
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(running).toBe(2);
  const other = ask('b');
  await expect.poll(() => running).toBe(3);
  gate.resolve();
  for (const { status } of await Promise.all([...slow, other])) expect(status).toBe(200);
  expect((await ask('a')).status).toBe(200);
});

it('turns everybody away while too many are under way in all, and still says that it lives', async () => {
  const slow = [ask('a'), ask('a'), ask('b'), ask('b')];
  await expect.poll(() => running).toBe(4);
  const refused = await ask('c');
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('3');
  expect((await send(address, '/healthz')).status).toBe(200);
  gate.resolve();
  await Promise.all(slow);
  expect((await ask('c')).status).toBe(200);
});

it('counts neither a request whose client has left nor an event stream that has begun', async () => {
  const leaving = new AbortController();
  const left = [1, 2].map(async () =>
    fetch(`${address}${testKey.path}`, { headers: { token: 'a' }, signal: leaving.signal }).catch(
      () => undefined,
    ),
  );
  await expect.poll(() => running).toBe(2);
  leaving.abort();
  await Promise.all(left);
  const streams = await Promise.all(
    Array.from({ length: 6 }, async () =>
      fetch(`${address}/stream`, { headers: { 'accept-encoding': 'identity' } }),
    ),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  gate.resolve();
  await expect.poll(async () => (await ask('a')).status).toBe(200);
});

it('counts no request for an account whose client has left before the account was known', async () => {
  const looked = Promise.withResolvers<void>();
  authorized = looked.promise;
  const left = [1, 2, 3].map(async () => {
    const leaving = new AbortController();
    const request = fetch(`${address}${testKey.path}`, { headers: { token: 'a' }, signal: leaving.signal });
    return { leaving, ended: request.catch(() => undefined) };
  });
  const leavers = await Promise.all(left);
  await expect.poll(() => authorizing).toBe(3);
  for (const { leaving } of leavers) leaving.abort();
  await Promise.all(leavers.map(async ({ ended }) => ended));
  await expect.poll(async () => countConnections()).toBe(0);
  gate.resolve();
  looked.resolve();
  expect((await Promise.all([ask('a'), ask('a')])).map(({ status }) => status)).toEqual([200, 200]);
});

async function countConnections(): Promise<number> {
  return await new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
