import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { walletNetworks } from '#domain/networks.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { createHttpApp } from './http-app.ts';
import { serve } from './serve.ts';
import { ServiceError } from './service-error.ts';

let app: FastifyInstance;
let renamed: unknown[];

beforeEach(() => {
  app = createHttpApp({ logger: false });
  renamed = [];
  const host = {
    app,
    authorize: async ({ headers }: { headers: Record<string, unknown> }) => {
      if (headers['token'] === undefined) throw new ServiceError(401, 'No key');
      return { name: 'caller' };
    },
  };
  serve(host, testKey, async () => {
    throw new Error('password=secret at line 7');
  });
  serve(host, renameWallet, async ({ body }) => {
    renamed.push(body);
    return { result: 'success' as const };
  });
  serve(host, listWallets, async ({ query }) => ({ user_id: JSON.stringify(query), count: 0, wallets: [] }));
  const leaf = { available: decimal('0.000000000000000001'), hidden: 'not of the contract' };
  serve(host, getUserBalances, async () => ({ user_id: 'u', balances: { user: { eth: { ETH: leaf } } } }));
});

afterEach(async () => app.close());

async function ask(options: InjectOptions) {
  const { headers, ...others } = options;
  const response = await app.inject({ headers: { token: 't', ...headers }, ...others });
  return { status: response.statusCode, text: response.body, headers: response.headers };
}

/** As it goes over the wire, where a header can occur twice. */
async function askOverHttp(method: string, path: string, headers: string[]) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return await new Promise<{ status: number | undefined; body: unknown }>((resolve, reject) => {
    const asked = httpRequest(
      { port, host: '127.0.0.1', method, path, headers: ['host', `127.0.0.1:${port}`, ...headers] },
      (answer) => {
        void readText(answer).then((text) =>
          resolve({ status: answer.statusCode, body: text === '' ? undefined : JSON.parse(text) }),
        );
      },
    );
    asked.on('error', reject).end();
  });
}

const json = { 'content-type': 'application/json' };

async function rename(payload: string | Buffer, headers: Record<string, string> = json) {
  const { status, text } = await ask({ method: 'PUT', url: renameWallet.path, payload, headers });
  return { status, ...(JSON.parse(text) as { error_code: string; error_message: string; data: unknown }) };
}

describe('an app', () => {
  it('sends exact digits, and nothing that is not of the contract', async () => {
    const { text } = await ask({ url: getUserBalances.path });
    expect(text).toBe(
      '{"code":"200","error_code":null,"error_message":null,"data":{"user_id":"u","balances":{"user":{"eth":{"ETH":{"available":0.000000000000000001}}}}}}',
    );
  });

  it('answers an unexpected failure with a fixed message and the ID that is in the logs', async () => {
    const { status, text, headers } = await ask({ url: testKey.path });
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(JSON.parse(text)).toMatchObject({ code: '500', error_code: 'system', data: null });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('refuses the caller before it reads the body', async () => {
    const response = await app.inject({ method: 'PUT', url: renameWallet.path, payload: '{', headers: json });
    expect(response.statusCode).toBe(401);
  });

  it('distinguishes an unknown path from a method that the path does not have', async () => {
    const nowhere = await ask({ url: '/api/prod/v1/nowhere' });
    expect([nowhere.status, JSON.parse(nowhere.text)]).toMatchObject([404, { error_code: 'not_found' }]);
    const wrong = await ask({ method: 'PATCH', url: renameWallet.path, payload: '{}', headers: json });
    expect([wrong.status, wrong.headers['allow']]).toEqual([405, 'GET, PUT']);
  });

  it('is a 404 for what a route no longer has, such as a file of an earlier build', async () => {
    app.get('/assets/old.js', async (_request, reply) => reply.callNotFound());
    expect((await app.inject({ url: '/assets/old.js' })).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/assets/old.js' })).statusCode).toBe(405);
  });

  it('answers HEAD for files, and refuses it for operations', async () => {
    app.get('/assets/new.js', async () => 'new');
    expect((await app.inject({ method: 'HEAD', url: '/assets/new.js' })).statusCode).toBe(200);
    const ofOperation = await app.inject({
      method: 'HEAD',
      url: listWallets.path,
      headers: { token: 'good' },
    });
    expect([ofOperation.statusCode, ofOperation.headers['allow']]).toEqual([405, 'GET, PUT']);
  });

  it.each([
    ['PROPFIND', renameWallet.path, 405],
    ['PROPFIND', '/api/prod/v1/nowhere', 404],
    ['QUERY', '/api/prod/v1/nowhere', 404],
    ['QUERY', renameWallet.path, 405],
    ['OPTIONS', renameWallet.path, 405],
    ['TRACE', renameWallet.path, 405],
  ])('answers the unknown method %s at %s with %i', async (method, path, status) => {
    expect(await askOverHttp(method, path, [])).toMatchObject({ status, body: { code: String(status) } });
  });

  it('refuses a token header that is sent twice', async () => {
    const once = await askOverHttp('GET', listWallets.path, ['token', 'good']);
    expect(once.status).toBe(200);
    const twice = await askOverHttp('GET', listWallets.path, ['token', 'good', 'Token', 'good']);
    expect(twice).toMatchObject({
      status: 400,
      body: { error_message: 'The token header was sent more than once. Send it once.' },
    });
  });

  it.each([
    ['an address that cannot be decoded', '/api/prod/v1/%ff'],
    ['a parameter that cannot be decoded', `${listWallets.path}?address=%ff`],
  ])('never fails over %s', async (_what, url) => {
    expect((await ask({ url })).status).toBeLessThan(500);
  });
});

describe('a body', () => {
  it('is validated, trimmed and passed on', async () => {
    expect(await rename('{"address":" T1 ","name":"Desk"}')).toMatchObject({ status: 200 });
    expect(renamed).toEqual([{ address: 'T1', name: 'Desk' }]);
  });

  it.each([
    ['cut off', '{"address":'],
    ['empty', ''],
    ['nested beyond reason', '['.repeat(100_000)],
    ['a list', '[]'],
    ['null', 'null'],
    ['a word', '"x"'],
    ['without its fields', '{}'],
    ['of wrong types', '{"address":1.0000000000000000001,"name":["x"]}'],
    ['with an unknown field', '{"address":"T1","name":"Desk","owner":"me"}'],
    ['with a prototype', '{"address":"T1","name":"Desk","__proto__":{"admin":true}}'],
    ['with a constructor', '{"address":"T1","name":"Desk","constructor":{"prototype":{"admin":true}}}'],
    ['with a name of 10,000 characters', JSON.stringify({ address: 'T1', name: 'x'.repeat(10_000) })],
    ['with a NUL', String.raw`{"address":"T1","name":"a\u0000"}`],
  ])('that is %s is refused with the documented envelope', async (_what, payload) => {
    expect(await rename(payload)).toMatchObject({ status: 400, code: '400', error_code: 'request' });
    expect(renamed).toEqual([]);
  });

  it('has each broken rule named at its field', async () => {
    const { data } = await rename('{"name":7,"__proto__":1,"owner":2}');
    expect(data).toEqual(
      Object.fromEntries([
        ['address', 'required field'],
        ['name', 'must be text'],
        ['__proto__', 'unknown field'],
        ['owner', 'unknown field'],
      ]),
    );
  });

  it('that is too large or isn’t JSON is refused with 413 and 415', async () => {
    expect(await rename(JSON.stringify({ name: 'x'.repeat(300_000) }))).toMatchObject({
      status: 413,
      error_code: 'request',
    });
    expect(await rename('address=T1', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject(
      {
        status: 415,
        error_code: 'request',
      },
    );
    expect(await rename('address=T1', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  });
});

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('a body that can be read in more than one way', () => {
  it.each([
    ['Latin-1', latin1('{"address":"T1","name":"M\u00fcller"}')],
    [
      'an overlong form',
      Buffer.concat([latin1('{"address":"T1","name":"'), Buffer.of(0xc1, 0x81), latin1('"}')]),
    ],
    [
      'a surrogate',
      Buffer.concat([latin1('{"address":"T1","name":"'), Buffer.of(0xed, 0xa0, 0x80), latin1('"}')]),
    ],
    ['a character that is cut off', Buffer.concat([latin1('{"name":"T1'), Buffer.of(0xc3)])],
    ['UTF-16', Buffer.from('\ufeff{"address":"T1","name":"Desk"}', 'utf16le')],
  ])('because its bytes are %s is refused, and says so', async (_what, payload) => {
    expect(await rename(payload)).toMatchObject({
      status: 400,
      error_code: 'request',
      error_message: 'The body isn’t valid UTF-8',
    });
    expect(renamed).toEqual([]);
  });

  it.each([
    ['{"address":"T1","name":"A","name":"B"}', 'name'],
    ['{"address":"T1","name":"A","name":"A"}', 'name'],
    ['{"address":"T1","name":"A","n\\u0061me":"B"}', 'name'],
    ['{"address":"T1","name":"A","__proto__":1,"__proto__":2}', '__proto__'],
    ['{"address":"T1","name":{"first":"A","first":"B"}}', 'name.first'],
    ['{"address":"T1","name":[{"x":1},{"y":1,"y":2}]}', 'name[1].y'],
  ])('because %s repeats a key is refused, naming it', async (payload, key) => {
    const { data, ...answer } = await rename(payload);
    expect(answer).toMatchObject({
      status: 400,
      error_code: 'request',
      error_message: `Validation failed: ${key}: must be given once`,
    });
    expect(data).toEqual(Object.fromEntries([[key, 'must be given once']]));
    expect(renamed).toEqual([]);
  });

  it.each(['iso-8859-1', '"windows-1252"', 'utf-16'])(
    'because it says charset=%s is refused with 415',
    async (charset) => {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      expect(await rename('{"address":"T1","name":"Desk"}', headers)).toMatchObject({ status: 415 });
      expect(renamed).toEqual([]);
    },
  );

  it.each(['utf-8', 'UTF-8', '"utf-8"', 'utf8'])(
    'is none with charset=%s, and keeps every letter',
    async (charset) => {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      expect(await rename('{"address":"T1","name":"Müller"}', headers)).toMatchObject({ status: 200 });
      expect(renamed).toEqual([{ address: 'T1', name: 'Müller' }]);
    },
  );
});

describe('a query', () => {
  it.each(['address=M%FCller', 'address=%', 'address=%E4%BD', 'address=%zz', 'limit=5&address=%C1%81'])(
    'of %s is refused, naming the parameter that is no UTF-8',
    async (query) => {
      const { status, text } = await ask({ url: `${listWallets.path}?${query}` });
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({
        error_code: 'request',
        data: { address: 'must be percent-encoded UTF-8' },
      });
    },
  );

  it('with bytes that are not percent-encoded is refused', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.end(
      `GET ${listWallets.path}?address=M\u00fcller HTTP/1.1\r\nhost: x\r\ntoken: t\r\nconnection: close\r\n\r\n`,
      'latin1',
    );
    const answer = await readText(socket);
    expect(answer).toContain('HTTP/1.1 400');
    expect(answer).toContain('The request is not valid HTTP');
  });

  it('keeps what is percent-encoded as UTF-8', async () => {
    const { text } = await ask({ url: `${listWallets.path}?address=M%C3%BCller+%26%20S%C3%B6hne` });
    expect(JSON.parse(text)).toMatchObject({
      data: { user_id: expect.stringContaining('"address":"Müller & Söhne"') },
    });
  });

  it.each([
    ['unknown=1', { unknown: 'unknown parameter' }],
    ['__proto__=1', Object.fromEntries([['__proto__', 'unknown parameter']])],
    ['limit=10&limit=20', { limit: 'must be given once' }],
    ['limit=0', { limit: 'must be a whole number from 1 to 300: maximum 300, default 100' }],
    ['offset=-1', { offset: 'must be >= 0' }],
    ['network=doge', { network: `allowed: ${walletNetworks.join(', ')}` }],
    ['address=%00', { address: 'Remove control characters.' }],
  ])('of %s is refused, naming the parameter', async (query, data) => {
    const { status, text } = await ask({ url: `${listWallets.path}?${query}` });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ error_code: 'request', data });
  });
});
