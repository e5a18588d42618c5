import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { compressedPage } from './compression.ts';
import { createHttpApp } from './http-app.ts';
import { noteCaller } from './request-log.ts';
import { serve } from './serve.ts';
import { ServiceError } from './service-error.ts';
import { TaskLimitError } from './thread-pool.ts';

let app: FastifyInstance;
let logged: string;
let thrown: Error | undefined;

beforeEach(() => {
  logged = '';
  const stream = { write: (line: string) => (logged += line) };
  app = createHttpApp({ logger: { level: 'trace', stream } });
  const host = {
    app,
    authorize: async (request: FastifyRequest) => {
      noteCaller(request, { keyId: 'key_1' });
      noteCaller(request, { accountId: 'acc_1' });
    },
  };
  thrown = undefined;
  serve(host, listWallets, async () => {
    if (thrown !== undefined) throw thrown;
    return { user_id: 'acc_1', count: 0, wallets: [] };
  });
  serve(host, renameWallet, async () => {
    throw new Error('a fault of ours');
  });
});

afterEach(async () => app.close());

const lines = () =>
  logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

it('is one line per request: what was requested, by whom, and how it ended', async () => {
  const answer = await app.inject({ url: `${listWallets.path}?address=T1` });
  expect(lines()).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/prod/v1/wallets',
      operationId: 'listWallets',
      status: 200,
      durationMs: expect.any(Number),
      keyId: 'key_1',
      accountId: 'acc_1',
      msg: 'request',
    },
  ]);
});

it('names no path that is not ours', async () => {
  await app.inject({ url: '/wck_a-key-in-the-wrong-place' });
  expect(lines()).toMatchObject([{ route: null, status: 404 }]);
  expect(logged).not.toContain('wck_');
});

it('gives the refusal of an address that cannot be read an id, and says nothing of the address', async () => {
  const answer = await app.inject({ url: `${listWallets.path}/%zz-a-key?token=a-key` });
  expect(answer).toMatchObject({
    statusCode: 400,
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  const requestId = answer.headers['x-request-id'];
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(lines()).toMatchObject([{ requestId, code: 'FST_ERR_BAD_URL', route: null, status: 400 }]);
  expect(logged).not.toContain('a-key');
});

it('carries the request id of a fault to both of its lines', async () => {
  const payload = { address: 'T1', name: 'a secret name' };
  const answer = await app.inject({ method: 'PUT', url: renameWallet.path, payload });
  expect(lines()).toMatchObject([
    { level: 50, requestId: answer.headers['x-request-id'], err: { message: 'a fault of ours' } },
    { level: 30, requestId: answer.headers['x-request-id'], status: 500 },
  ]);
  expect(logged).not.toContain('a secret name');
});

it('says which operation was too busy and why, and names the failure of a task that takes too much as a fault', async () => {
  const lock = { code: '55P03', mayBeDone: false };
  thrown = new TemporaryFailure('canceling statement due to lock timeout', lock);
  await app.inject({ url: listWallets.path });
  thrown = new ServiceError(503, 'The wallet service is slow');
  await app.inject({ url: listWallets.path });
  thrown = new TaskLimitError();
  await app.inject({ url: listWallets.path });
  const operationId = 'listWallets';
  const about = lines().filter(({ msg }) => msg !== 'request');
  expect(about).toMatchObject([
    { level: 40, operationId, code: '55P03', reason: 'canceling statement due to lock timeout' },
    { level: 40, operationId, reason: 'The wallet service is slow' },
    { level: 50, operationId, err: { message: expect.stringContaining('too much memory') } },
  ]);
  expect(lines().filter(({ status }) => status === 503)).toHaveLength(3);
});

it('has nothing of headers, query or body at any level', async () => {
  const secrets = ['wck_header-secret', 'cookie-secret', 'query-secret', 'body-secret'];
  const [token = '', cookie = '', search = '', name = ''] = secrets;
  await app.inject({
    method: 'PUT',
    url: `${renameWallet.path}?search=${search}`,
    headers: { token, cookie: `wallet_console_session=${cookie}`, authorization: token },
    payload: { address: name, name, extra: name },
  });
  await app.inject({ url: `${listWallets.path}?unknown=${search}`, headers: { token } });
  await app.inject({ url: `/nowhere?search=${search}`, headers: { token } });
  expect(lines().length).toBeGreaterThanOrEqual(3);
  for (const secret of secrets) expect(logged).not.toContain(secret);
});

it('a client that leaves before it has its response is no failure of the server', async () => {
  const asked = Promise.withResolvers<void>();
  app.post('/slow', compressedPage, async ({ raw: { socket } }, reply) => {
    async function* page() {
      asked.resolve();
      await once(socket, 'close');
      yield 'a page';
    }
    return reply.type('text/html').send(Readable.from(page()));
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  const answer = fetch(`${address}/slow`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
    signal: leaving.signal,
  });
  await asked.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await vi.waitFor(() =>
    expect(lines().at(-1)).toMatchObject({ level: 30, msg: 'the client left before it had the response' }),
  );
});
