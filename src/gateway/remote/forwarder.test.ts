import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useTestDatabase } from '#database/testing.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, envelope, failure } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const walletsPath = '/api/prod/v1/wallets';
const key = { token: 'good' };

describe('what the provider gets', () => {
  it('is method, path, query and key: never the cookie, never a forwarding header', async () => {
    const { gateway, cookie } = await remote.startSignedIn();
    await gateway.send(`${walletsPath}?network=trx&limit=5`, {
      headers: {
        cookie: `${cookie}; other=1`,
        accept: 'application/json',
        authorization: 'Basic eA==',
        forwarded: 'for=192.0.2.1',
        origin: 'https://console.example',
        referer: 'https://console.example/wallets',
        'user-agent': 'A browser',
        'x-forwarded-for': '192.0.2.1',
        'x-forwarded-host': 'console.example',
        'x-real-ip': '192.0.2.1',
        'x-custom': '1',
      },
    });
    // The console asks on its own whether the filter works.
    const received = remote.provider.received.filter((one) => one.url.includes('network=trx'));
    expect(received).toHaveLength(1);
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = received;
    expect({ method, url, body }).toEqual({
      method: 'GET',
      url: '/api/prod/v1/wallets?network=trx&limit=5',
      body: '',
    });
    expect(headers).toEqual({
      host: remote.provider.url.host,
      connection: 'keep-alive',
      token: 'good',
      accept: 'application/json',
      'user-agent': 'wallet-console',
    });
  });

  it('is the JSON body with every digit, also of DELETE, PUT and PATCH', async () => {
    const { gateway, cookie } = await remote.startSignedIn();
    const body = '{"amount":0.100000000000000000000000001,"name":"Tür","big":12345678901234567890}';
    for (const [method, path] of [
      ['POST', walletsPath],
      ['PUT', walletsPath],
      ['PATCH', `${walletsPath}-status`],
      ['DELETE', '/api/prod/v1/withdrawal-request'],
    ] as const) {
      await gateway.send(path, {
        method,
        headers: { ...fromOwnPage, cookie, 'content-type': 'application/json; charset=utf-8' },
        body,
      });
      expect(remote.provider.received.pop()).toMatchObject({
        method,
        url: path,
        body,
        headers: { token: 'good', 'content-type': 'application/json' },
      });
    }
  });

  it('is every operation of the contract and nothing else', async () => {
    const gateway = await remote.start();
    // The activity log asks once whose key it is.
    await gateway.send(walletsPath, { method: 'POST', headers: key, body: {} });
    remote.provider.received.length = 0;
    // A wallet is deleted only when it is known to be empty: see require-empty-wallet.ts.
    const passedOn = walletServiceOperations.filter(({ id }) => id !== deleteWallet.id);
    for (const { method, path } of passedOn) {
      const answer = await gateway.send(path, { method, headers: key });
      expect(answer.status, `${method} ${path}`).toBe(200);
    }
    expect(remote.provider.received.map(({ method, url }) => ({ method, path: url }))).toEqual(
      passedOn.map(({ method, path }) => ({ method, path })),
    );
    remote.provider.received.length = 0;

    for (const [method, path, status] of [
      ['GET', '/api/prod/v1/keys', 404],
      ['GET', '/api/prod/v1/', 404],
      ['GET', '/api/prod/v1/wallets/../keys', 404],
      ['GET', '/api/prod/v1/wallets%2f..%2fkeys', 404],
      ['GET', '/api/prod/v2/wallets', 404],
      ['POST', '/api/prod/v1/test', 405],
      ['HEAD', '/api/prod/v1/test', 405],
      ['OPTIONS', '/api/prod/v1/wallets', 405],
    ] as const) {
      const answer = await gateway.send(path, { method, headers: key });
      expect(answer.status, `${method} ${path}`).toBe(status);
    }
    expect(remote.provider.received).toEqual([]);
  });

  it('is nothing at all without a key', async () => {
    const gateway = await remote.start();
    for (const headers of [{}, { token: '' }, { cookie: `wallet_console_session=${'a'.repeat(43)}` }]) {
      const answer = await gateway.send('/api/prod/v1/test', { headers });
      expect(answer.json()).toMatchObject({ code: '401', error_code: 'system' });
    }
    expect(remote.provider.received).toEqual([]);
  });

  it('is never a repeated parameter', async () => {
    const gateway = await remote.start();
    const answer = await gateway.send(`${walletsPath}?network=trx&network=eth&limit=1`, { headers: key });
    expect(answer.json()).toMatchObject({
      code: '400',
      error_code: 'request',
      data: { network: 'must be given once' },
    });
    expect(remote.provider.received).toEqual([]);
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from('{"external_id":"M\u00fcller"}', 'latin1'), 'UTF-8'],
    ['a repeated key', '{"external_id":"a","external_id":"b"}', 'external_id: must be given once'],
    ['a repeated key that is escaped', '{"amount":"1","\\u0061mount":"2"}', 'amount: must be given once'],
  ])('is never a body with %s, of a session or of a program', async (_what, body, words) => {
    const { gateway, cookie } = await remote.startSignedIn();
    for (const headers of [key, { ...fromOwnPage, cookie }]) {
      const answer = await gateway.send('/api/prod/v1/withdrawal-request', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      });
      expect(answer.json()).toMatchObject({
        code: '400',
        error_code: 'request',
        error_message: expect.stringContaining(words),
      });
    }
    expect(remote.provider.received.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is never a parameter that is no UTF-8', async () => {
    const gateway = await remote.start();
    const answer = await gateway.send('/api/prod/v1/withdrawal-requests?external_id=M%FCller', {
      headers: key,
    });
    expect(answer.json()).toMatchObject({
      code: '400',
      data: { external_id: 'must be percent-encoded UTF-8' },
    });
    expect(remote.provider.received).toEqual([]);
  });

  it('keeps parameters what they are, whatever they hold', async () => {
    const gateway = await remote.start();
    const value = 'a&b=c#d/../é +%';
    await gateway.send(`${walletsPath}?address=${encodeURIComponent(value)}`, { headers: key });
    const { url = '' } = remote.provider.received[0] ?? {};
    const { pathname, searchParams } = new URL(url, remote.provider.url);
    expect(pathname).toBe(walletsPath);
    expect([...searchParams]).toEqual([['address', value]]);
  });

  it('has the names that WALLET_API_PARAMETERS gives the parameters', async () => {
    const parameters = { '*': { limit: 'page_size' }, listWallets: { address: 'wallet' } };
    const gateway = await remote.start({ parameters });
    await gateway.send(`${walletsPath}?address=T1&limit=5&offset=10`, { headers: key });
    await gateway.send('/api/prod/v1/transactions?limit=5', { headers: key });
    expect(remote.provider.received.map(({ url }) => url)).toEqual([
      `${walletsPath}?wallet=T1&page_size=5&offset=10`,
      '/api/prod/v1/transactions?page_size=5',
    ]);
    const twice = await gateway.send(`${walletsPath}?address=T1&wallet=T2`, { headers: key });
    expect(twice.status).toBe(400);
    expect(remote.provider.received).toHaveLength(2);
  });

  it.each([
    ['/api/prod/v1', '/api/prod/v1/test'],
    ['/api/prod/v1/', '/api/prod/v1/test'],
    ['/tenant-7/wallets/v3', '/tenant-7/wallets/v3/test'],
    ['', '/api/prod/v1/test'],
  ])('goes to the base URL as it is given: with the path "%s" to %s', async (path, expected) => {
    const gateway = await remote.start({ url: new URL(path, remote.provider.url.origin) });
    await gateway.send('/api/prod/v1/test', { headers: key });
    expect(remote.provider.received.map(({ url }) => url)).toEqual([expected]);
  });

  it('does not go through a proxy of the environment', async () => {
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : 'http://127.0.0.1:1';
    try {
      const gateway = await remote.start();
      expect((await gateway.send('/api/prod/v1/test', { headers: key })).status).toBe(200);
    } finally {
      for (const name of names) Reflect.deleteProperty(process.env, name);
    }
  });
});

describe('what the caller gets', () => {
  it('is status, type and bytes exactly as the provider sent them', async () => {
    const odd = '{ "code":200 ,"data":{"amount":1.10000000000000000000000000001e0, "x":"\\u00fc"}}\n';
    const { get } = await remote.startSignedIn();
    remote.provider.respond = answering(418, { 'content-type': 'application/vnd.odd+json' }, odd);
    const answer = await get('/api/prod/v1/test');
    expect(answer).toMatchObject({ status: 418, body: odd });
    expect(answer.headers['content-type']).toBe('application/vnd.odd+json');
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it.each([
    'text/javascript',
    'application/javascript; charset=utf-8',
    'text/x-javascript',
    'TEXT/ECMASCRIPT',
  ])('is JSON where the provider calls it %s', async (type) => {
    const { get } = await remote.startSignedIn();
    remote.provider.respond = answering(200, { 'content-type': type }, '{"data":1}');
    const answer = await get('/api/prod/v1/test');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.body).toBe('{"data":1}');
  });

  it('is never a cookie or another header of the provider', async () => {
    const { get } = await remote.startSignedIn();
    remote.provider.respond = answering(
      200,
      {
        'content-type': 'application/json',
        'set-cookie': 'wallet_console_session=planted; Path=/',
        'access-control-allow-origin': '*',
        'clear-site-data': '"*"',
        'content-security-policy': "script-src 'unsafe-inline'",
        connection: 'close',
        'keep-alive': 'timeout=99',
        server: 'provider',
        'x-request-id': 'theirs',
        refresh: '0; url=https://evil.example',
      },
      envelope({ result: 'success' }),
    );
    const { headers } = await get('/api/prod/v1/test');
    const unwanted = ['set-cookie', 'access-control-allow-origin', 'clear-site-data', 'server', 'refresh'];
    expect(unwanted.filter((name) => name in headers)).toEqual([]);
    expect(headers['keep-alive']).not.toBe('timeout=99');
    expect(headers['x-request-id']).not.toBe('theirs');
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is Retry-After with a 429', async () => {
    const { get } = await remote.startSignedIn();
    const body = failure(429, 'request', 'Slow down');
    remote.provider.respond = answering(
      429,
      { 'content-type': 'application/json', 'retry-after': '17' },
      body,
    );
    const answer = await get('/api/prod/v1/test');
    expect(answer).toMatchObject({ status: 429, body });
    expect(answer.headers['retry-after']).toBe('17');
  });

  it.each([
    ['br', brotliCompressSync],
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    [undefined, gzipSync],
  ])('is readable when the provider compresses unasked: %s', async (encoding, compress) => {
    const { get } = await remote.startSignedIn();
    const body = envelope({ result: 'success' });
    const headers = {
      'content-type': 'application/json',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
    };
    remote.provider.respond = answering(200, headers, compress(Buffer.from(body)));
    const answer = await get('/api/prod/v1/test');
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('is unchanged if its encoding is unknown, or none', async () => {
    const { get } = await remote.startSignedIn();
    for (const encoding of ['rot13', 'gzip']) {
      remote.provider.respond = answering(200, { 'content-encoding': encoding }, 'plain');
      const { body, headers } = await get('/api/prod/v1/test');
      expect({ body, encoding: headers['content-encoding'] }).toEqual({ body: 'plain', encoding });
    }
  });

  it('is refused when it is small only while it is compressed', async () => {
    const { get } = await remote.startSignedIn({ maximumAnswerBytes: 10_000 });
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    remote.provider.respond = answering(200, { 'content-encoding': 'gzip' }, bomb.subarray(0, 9_999));
    expect(await get('/api/prod/v1/test')).toMatchObject({ status: 502 });
  });

  it.each([
    ['envelopes in camel case', 400, '{"code":"400","errorCode":"request","errorMessage":"No","data":null}'],
    ['successes without error fields', 200, '{"code":"200","data":{"result":"success"}}'],
    ['bare withdrawals', 200, '{"success":true,"data":[],"meta":{"limit":30,"offset":0,"total":0}}'],
    ['an HTML page with a 500', 500, '<!doctype html><h1>Internal Server Error</h1>'],
  ])('is left to its reader: %s', async (_what, status, body) => {
    const { get } = await remote.startSignedIn();
    remote.provider.respond = answering(status, {}, body);
    expect(await get('/api/prod/v1/withdrawal-requests')).toMatchObject({ status, body });
  });
});
