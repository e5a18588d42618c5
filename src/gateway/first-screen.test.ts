import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);

/**
 * In place of the dashboard's build: draws what the session's key is called, after a pause as long as asked for, and reads
 * what else it is told to.
 */
const drawing = `
  import { setTimeout as sleep } from 'node:timers/promises';
  export async function renderFirstScreen(request, timeZone, send) {
    const search = new URL(request.url).searchParams;
    await sleep(Number(search.get('search')) || 0, undefined, { ref: false });
    const response = await send('/session');
    const session = await response.json();
    if (search.get('search') === '1') throw new Error('It cannot be drawn');
    const found = await send('/console/wallets/lookup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ names: ['Cold storage'] }),
    });
    const { data } = await found.json();
    const wanted = search.get('search') ?? '';
    if (wanted.startsWith('/')) await send(wanted);
    const count = search.get('search') === 'lookup' ? data.wallets.length : '';
    const styles = search.get('search') === 'styles' ? '<style nonce="__CSP_NONCE__">a{}</style>' : '';
    return styles + '<div data-first-screen style="--gap: 1px">' + session.data.key_name + ' in ' + timeZone + count + '</div>';
  }
`;
const styles = '<link rel="stylesheet" href="/assets/a.css">';
const script = '<script type="module" src="/assets/a.js"></script>';
const page =
  `<!doctype html><head><!-- page requests -->${styles}${script}</head>` +
  '<body><div id="root"><!-- first screen --><h1></h1></div></body>';
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wallet-console-first-screen-'));
  writeFileSync(join(directory, 'index.html'), page);
  writeFileSync(join(directory, 'preload.json'), '{}');
  writeFileSync(join(directory, 'first-screen.mjs'), drawing);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const start = async (...keys: string[]) => {
  const gateway = await startGateway({
    provider: makeTinyService(...keys),
    clientDirectory: directory,
    firstScreenFile: join(directory, 'first-screen.mjs'),
  });
  return {
    ...gateway,
    navigate: async (path: string, cookie: string) =>
      gateway.send(path, { headers: { accept: 'text/html', cookie } }),
  };
};

it('a page comes with its first screen, in the time zone of the browser and without style attributes', async () => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const answer = await gateway.navigate('/transactions', `${cookie}; time-zone=Europe/Berlin`);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.body).toContain(
    '<div id="root"><div data-first-screen data-style="--gap: 1px">key good in Europe/Berlin</div><script nonce="',
  );
});

it.each(['br', 'gzip'])(
  'a browser has the styles of a page while its first screen is drawn, and loads its scripts after that: %s',
  async (encoding) => {
    const gateway = await start('good');
    const { cookie } = await gateway.open('good');
    const response = await fetch(`${gateway.address}/transactions?search=300`, {
      headers: { accept: 'text/html', 'accept-encoding': encoding, cookie },
    });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const [first = '', ...others] = await Array.fromAsync(
      response.body?.pipeThrough(new TextDecoderStream()) ?? [],
    );
    expect(first).toBe(`<!doctype html><head>${styles}`);
    expect(others.join('')).toMatch(/^<\/head><body>.*<div data-first-screen.*<script type="module"/s);
  },
);

it('a page without a first screen loads its scripts at once', async () => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  expect((await gateway.navigate('/sign-in', cookie)).body).toContain(`${styles}${script}</head>`);
});

it('styles and scripts of a first screen get the nonce, and text that reads like its placeholder stays as it is', async () => {
  const key = '__CSP_NONCE__';
  const gateway = await start(key);
  const { cookie } = await gateway.open(key);
  const { body, headers } = await gateway.navigate('/transactions?search=styles', cookie);
  expect(body).toContain(`key ${key} in`);
  const nonces = [...body.matchAll(/<(\w+) nonce="([\w+/=]{24})"/g)];
  expect(nonces.map(([, tag]) => tag)).toEqual(['script', 'style', 'script', 'script']);
  for (const [, , nonce] of nonces) expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
});

it('a first screen may read what takes more than a URL', async () => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const { body } = await gateway.navigate('/transactions?search=lookup', `${cookie}; time-zone=UTC`);
  expect(body).toContain('key good in UTC0<');
});

it('each of many sessions that open pages at once gets its own', async () => {
  const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
  const gateway = await start(...keys);
  const sessions = await Promise.all(
    keys.map(async (key) => ({ key, cookie: (await gateway.open(key)).cookie })),
  );
  const pages = sessions.flatMap(({ key, cookie }, index) =>
    [0, 20, 40].map(async (pause) => {
      const { body } = await gateway.navigate(`/transactions?search=${pause + index}0`, cookie);
      return [key, /key (\w+) in/.exec(body)?.[1]];
    }),
  );
  for (const [key, drawn] of await Promise.all(pages)) expect(drawn).toBe(key);
});

it.each([
  ['cannot be drawn', '/transactions?search=1'],
  ['takes too long', '/transactions?search=60000'],
])('a page whose first screen %s comes without', async (_what, path) => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const { status, body } = await gateway.navigate(path, cookie);
  expect(status).toBe(200);
  expect(body).toContain('<div id="root"><h1></h1></div>');
});

it.each([
  ['without a session', '/transactions', ''],
  ['with a session that has ended', '/transactions', `wallet_console_session=${'x'.repeat(43)}`],
])('a page comes without a first screen %s', async (_what, path, cookie) => {
  const gateway = await start('good');
  expect((await gateway.navigate(path, cookie)).body).toContain('<div id="root"><h1></h1></div>');
});

it.each(['/sign-in', '/join?token=x', '/setup'])(
  'a page from before sign-in comes without a first screen in a session as well: %s',
  async (path) => {
    const gateway = await start('good');
    const { cookie } = await gateway.open('good');
    expect((await gateway.navigate(path, cookie)).body).toContain('<div id="root"><h1></h1></div>');
  },
);

it('nothing that may grant access is in a first screen, which is compressed, nor in what it was drawn with', async () => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const { body } = await gateway.navigate('/transactions?search=/session/options', cookie);
  expect(body).toContain('<div id="root"><h1></h1></div>');
  expect(givenIn(body)).toEqual([]);
  expect(body).toContain('new Map(["/session","/api/prod/v1/transactions');
});

const givenIn = (body: string) =>
  [...body.matchAll(/<script type="application\/json" data-response="([^"]*)"[^>]*>([^]*?)<\/script>/g)].map(
    ([, request = '', text = '']) => [request.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), text],
  );

it('a page comes with the responses that it was drawn with, and asks for what is left', async () => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const { body } = await gateway.navigate('/transactions', cookie);
  const read = await gateway.send('/session', { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
  expect(givenIn(body)).toEqual([
    ['/session', read.body],
    ['/console/wallets/lookup {"names":["Cold storage"]}', expect.stringContaining('"wallets"')],
  ]);
  const [, asked] = /responses: new Map\((\[.*?\])\.map/.exec(body) ?? [];
  expect(JSON.parse(asked ?? '')).toEqual(['/api/prod/v1/transactions?limit=50']);
});

it('text in a response that reads like markup stays text', async () => {
  const key = '</script><b>';
  const gateway = await start(key);
  const { cookie } = await gateway.open(key);
  const [[, text = ''] = []] = givenIn((await gateway.navigate('/transactions', cookie)).body);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ data: { key_name: `key ${key}` } });
});

it.each([
  ['a reading failed', '/transactions?search=/api/prod/v1/nothing', {}],
  ['the reload is forced', '/transactions', { 'cache-control': 'no-cache' }],
])('a page asks for everything itself if %s', async (_when, path, headers) => {
  const gateway = await start('good');
  const { cookie } = await gateway.open('good');
  const { body } = await gateway.send(path, { headers: { accept: 'text/html', cookie, ...headers } });
  expect(body).toContain('<div data-first-screen');
  expect(givenIn(body)).toEqual([]);
  expect(body).toContain('new Map(["/session","/api/prod/v1/transactions');
});
