import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import { createServer, type Server } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import type { RemoteProvider } from '../gateway-deps.ts';
import { asProviderFailure } from './provider-failures.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import {
  answering,
  envelope,
  failure,
  sendJson,
  startStandInProvider,
} from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const walletsPath = '/api/prod/v1/wallets';
const key = { token: 'good' };
const wallet = { name: 'Till', network: 'trx', type: 'user' };
const unknownOutcome = 'The change may have been made';

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
}

async function create(options: Partial<RemoteProvider> = {}) {
  const gateway = await remote.start(options);
  return await gateway.send(walletsPath, { method: 'POST', headers: key, body: wallet });
}

/** What the provider was asked to change; beside that, the activity log asks it whose key it is. */
const receivedChanges = () => remote.provider.received.filter(({ method }) => method !== 'GET');

async function read(options: Partial<RemoteProvider> = {}) {
  const gateway = await remote.start(options);
  return await gateway.send(walletsPath, { headers: key });
}

describe('a provider that refuses this address with a bare 403', () => {
  beforeEach(() => {
    remote.provider.respond = (request, response) =>
      request.url.includes('/wallets')
        ? answering(403, { 'content-type': 'text/html' }, '<h1>403 Forbidden</h1>')(request, response)
        : sendJson(response, 200, envelope({ result: 'success', user_id: 'u-1' }));
  });

  it('is explained to a person, with the address to register', async () => {
    const { get } = await remote.startSignedIn({ outgoingAddress: '203.0.113.7' });
    const answer = await get(walletsPath);
    expect(answer.json()).toEqual({
      code: '403',
      error_code: 'system',
      error_message:
        'The provider doesn’t accept requests from this IP address. Register 203.0.113.7 with the provider',
      data: { outgoing_address: '203.0.113.7' },
    });
  });

  it('names the address of the socket where no other is known, and that it is private', async () => {
    const { get } = await remote.startSignedIn();
    const answer = await get(walletsPath);
    expect(answer.json()).toMatchObject({
      error_message: expect.stringMatching(
        /sends from 127\.0\.0\.1, a private address\. .*router.*OUTGOING_ADDRESS/,
      ),
      data: { outgoing_address: '127.0.0.1' },
    });
  });

  it('is passed on to a program as it is', async () => {
    const gateway = await remote.start();
    const answer = await gateway.send(walletsPath, { headers: key });
    expect(answer).toMatchObject({ status: 403, body: '<h1>403 Forbidden</h1>' });
  });

  it('is distinguished from a refusal of the interface, which is passed on', async () => {
    const { get } = await remote.startSignedIn();
    const body = failure(403, 'system', 'The account is closed');
    remote.provider.respond = answering(403, { 'content-type': 'application/json' }, body);
    expect(await get(walletsPath)).toMatchObject({ status: 403, body });
  });
});

describe('a provider that does not answer as it should', () => {
  it('is waited for no longer than the timeout when it is silent', async () => {
    remote.provider.respond = () => undefined;
    const answer = await read({ timeoutMs: 200 });
    expect(answer.json()).toMatchObject({
      code: '504',
      error_code: 'system',
      error_message: expect.stringMatching(/didn’t respond in time\. Try again later\.$/),
    });
  });

  it('is waited for no longer than the timeout when its body only drips', async () => {
    remote.provider.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(drip));
    };
    expect((await read({ timeoutMs: 300 })).status).toBe(504);
  });

  it('leaves open whether a change was made, and it is sent only once', async () => {
    remote.provider.respond = () => undefined;
    expect((await create({ timeoutMs: 200 })).json()).toMatchObject({
      code: '504',
      error_message: expect.stringContaining(unknownOutcome),
    });
    expect(receivedChanges()).toHaveLength(1);
  });

  it('is asked once more when the connection breaks, but only to read', async () => {
    let isFirst = true;
    remote.provider.respond = ({ url }, response) => {
      const isWallets = url.includes('/wallets');
      if (isFirst && isWallets) response.destroy();
      else sendJson(response, 200, envelope({ user_id: 'u-1', count: 0, wallets: [] }));
      if (isWallets) isFirst = false;
    };
    expect((await read()).status).toBe(200);
    expect(remote.provider.received).toHaveLength(2);

    isFirst = true;
    remote.provider.received.length = 0;
    expect((await create()).json()).toMatchObject({
      code: '502',
      error_message: expect.stringContaining(unknownOutcome),
    });
    expect(receivedChanges()).toHaveLength(1);
  });

  it('is not believed half an answer', async () => {
    remote.provider.respond = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"code":"200"');
      setTimeout(() => response.destroy(), 20);
    };
    expect((await read()).json()).toMatchObject({
      code: '502',
      error_message: expect.stringContaining('closed the connection before it responded'),
    });
  });

  it('is not followed where it redirects to, so that the key goes nowhere else', async () => {
    const elsewhere = await startStandInProvider();
    remote.provider.respond = answering(307, { location: `${elsewhere.url.href}/wallets` }, '');
    const answer = await read();
    expect(answer.json()).toMatchObject({
      code: '502',
      error_message: expect.stringContaining('redirects requests to http://127.0.0.1'),
    });
    expect(answer.headers).not.toHaveProperty('location');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it.each([
    ['with a length', { 'content-length': '3000' }],
    ['without a length', {}],
  ])('may not send more than is accepted, %s', async (_how, headers) => {
    remote.provider.respond = answering(200, headers, 'x'.repeat(3000));
    expect((await read({ maximumAnswerBytes: 2000 })).json()).toMatchObject({
      code: '502',
      error_message: expect.stringContaining('Request less'),
    });
    expect((await read({ maximumAnswerBytes: 3000 })).status).toBe(200);
  });

  it.each([
    ['EHOSTUNREACH', 'the network to it breaks'],
    ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', 'what it sends cannot be decrypted'],
    ['EPROTO', 'it breaks TLS'],
  ])('may have made a change when %s comes on a connection that was made: %s', (code) => {
    const error = Object.assign(new Error('read'), { code });
    const asked = { host: 'wallets.example', isChanging: true };
    const late = asProviderFailure(error, { ...asked, isConnecting: false });
    expect(late).toMatchObject({ mayBeDone: true, message: expect.stringContaining(unknownOutcome) });
    const early = asProviderFailure(error, { ...asked, isConnecting: true });
    expect(early).toMatchObject({ mayBeDone: false, message: expect.not.stringContaining(unknownOutcome) });
  });

  it.each([
    [301, true],
    [302, true],
    [303, true],
    [307, false],
    [308, false],
  ])('may have made a change when it redirects with %i: %s', async (status, isUnknown) => {
    remote.provider.respond = answering(status, { location: '/elsewhere' }, '');
    const answer = await create();
    expect(answer.status).toBe(502);
    expect(answer.body.includes(unknownOutcome)).toBe(isUnknown);
  });

  it('is recognized when nothing listens there', async () => {
    await remote.provider.close();
    const answer = await create();
    expect(answer.json()).toMatchObject({
      code: '502',
      error_message: expect.stringMatching(/can’t be reached \(ECONNREFUSED\).*WALLET_API_URL/),
    });
    // Nothing was sent, so no outcome is unknown.
    expect(answer.body).not.toContain(unknownOutcome);
  });

  it('is recognized when its name does not exist', async () => {
    const url = new URL('https://wallets.invalid/api/prod/v1');
    expect((await read({ url })).json()).toMatchObject({
      code: '502',
      error_message: expect.stringMatching(/can’t be reached \((ENOTFOUND|EAI_AGAIN)\)/),
    });
  });

  it('is recognized when its certificate is not trusted, and the key is not sent to it', async () => {
    const received: string[] = [];
    const server = createTlsServer({ key: selfSignedKey, cert: selfSigned }, (request, response) => {
      received.push(JSON.stringify(request.headers));
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await read({ url: new URL(`https://127.0.0.1:${portOf(server)}/`) });
    expect(answer.json()).toMatchObject({
      code: '502',
      error_message: expect.stringMatching(/invalid certificate \(.*CERT.*\), so nothing was sent/),
    });
    expect(received).toEqual([]);
    server.close();
  });

  it('is recognized when it does not speak TLS, and nothing is sent to it', async () => {
    const url = new URL(remote.provider.url.href.replace('http:', 'https:'));
    const answer = await read({ url });
    expect(answer.status).toBe(502);
    expect(remote.provider.received).toEqual([]);
  });

  it.each([
    ['another protocol', '220 mail.example ESMTP\r\n', 'sent an invalid HTTP response'],
    ['a length below zero', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n', 'sent an invalid HTTP response'],
    [
      'broken chunks',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'sent an invalid HTTP response',
    ],
    [
      'headers without end',
      `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(20_000)}\r\n`,
      'sent an invalid HTTP response',
    ],
    ['a change of protocol', 'HTTP/1.1 101 Switching\r\n\r\n', 'sent an invalid HTTP response'],
    ['a status that is none', 'HTTP/1.1 999 Odd\r\ncontent-length: 0\r\n\r\n', 'responded with 999'],
  ])('is recognized when it speaks %s', async (_what, bytes, message) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const answer = await read({ url: new URL(`http://127.0.0.1:${portOf(server)}/`) });
    expect(answer.json()).toMatchObject({ code: '502', error_message: expect.stringContaining(message) });
    server.close();
  });
});

describe('a session of a key that the provider revokes', () => {
  it('ends, so that the next request is asked to sign in', async () => {
    const { get } = await remote.startSignedIn();
    remote.provider.respond = (_request, response) =>
      sendJson(response, 401, failure(401, 'system', 'Revoked'));
    expect((await get(walletsPath)).status).toBe(401);
    remote.provider.received.length = 0;
    expect((await get('/session')).status).toBe(401);
    expect((await get(walletsPath)).status).toBe(401);
    expect(remote.provider.received).toEqual([]);
  });

  it('is never used with another provider', async () => {
    const { cookie } = await remote.startSignedIn();
    const other = await startStandInProvider();
    const gateway = await remote.start({ url: other.url });
    expect((await gateway.send(walletsPath, { headers: { cookie } })).status).toBe(401);
    expect(other.received).toEqual([]);
    await other.close();
  });
});

describe('a base URL', () => {
  it.each([
    'https://user:password@wallets.example/v1',
    'https://wallets.example/v1?key=1',
    'https://wallets.example/v1#part',
    'ftp://wallets.example/v1',
  ])('that can be none is refused at the start: %s', async (url) => {
    await expect(remote.start({ url: new URL(url) })).rejects.toThrow(/^WALLET_API_URL must be/);
  });
});

// Made for this test and good for nothing else.
const selfSignedKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqG21hyqckK5zTBLR
ai/YvVNJhGOyAQNi+tu/bUiq//KhRANCAARZvjj/G4vgd3ktWcfuudx1PolEYDJ8
yJ9poxcS0JuzjTjpg2/ip/79NPxACu2Ast9uQcqCCTDjmE835n3tID/M
-----END PRIVATE KEY-----`;
const selfSigned = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUNhnKHxcAph+lmfFFI8JoSm7iEgEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5NTI1N1oYDzIxMjYxMDI4
MDk1MjU3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARZvjj/G4vgd3ktWcfuudx1PolEYDJ8yJ9poxcS0JuzjTjpg2/ip/79
NPxACu2Ast9uQcqCCTDjmE835n3tID/Mo28wbTAdBgNVHQ4EFgQUq9thi+WGvoBO
vGw6LVM39qTyr9swHwYDVR0jBBgwFoAUq9thi+WGvoBOvGw6LVM39qTyr9swDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgJnNpvXynkerWERwPpeMCBhpg9miU+oAA4Wxhaa22nm8CIEkt
YGHczWCywbrnC4ichf3XiClh6E61mQaqlII4bcpD
-----END CERTIFICATE-----`;
