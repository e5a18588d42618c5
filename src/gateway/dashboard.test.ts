import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createHttpApp } from '#http/http-app.ts';
import { serveDashboard } from './dashboard.ts';
import { setUpGateways } from './testing/gateway-harness.ts';
import type { Answer } from './testing/http-client.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const startWithDashboard = async () => start({ clientDirectory: directory });
const navigation = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

const page =
  '<!doctype html><head><!-- page requests --><meta property="csp-nonce" nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script></head>' +
  `<style>${'p { margin: 0 } '.repeat(100)}</style>` +
  '<h1><!-- page title --></h1>';
const script = 'export const answer = 42;\n'.repeat(100);
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'wallet-console-dashboard-'));
  const files = {
    'index.html': page,
    'preload.json': JSON.stringify({
      '': { title: 'Overview', scripts: ['assets/overview-1b2c3d.js'] },
      wallets: { title: 'Wallets', scripts: ['assets/wallets-4d5e6f.js'] },
      'wallets/import': { title: 'Import', scripts: [] },
      aml: { title: 'AML checks', scripts: [] },
      'aml/:id': { title: 'AML check', scripts: [] },
      'sign-in': { scripts: ['assets/sign-in-0a1b2c.js'] },
    }),
    'index.html.br': brotliCompressSync(page),
    'favicon.svg': '<svg/>',
    'assets/app-1a2b3c.js': script,
    'assets/app-1a2b3c.js.br': brotliCompressSync(script),
    'assets/app-1a2b3c.js.gz': gzipSync(script),
    'assets/app-1a2b3c.js.map': '{}',
    '.vite/manifest.json': '{}',
  };
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  }
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const nonceOf = (answer: Answer) =>
  /script-src 'self' 'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1];

describe('a file of the build', () => {
  it.each([
    ['br, gzip', 'br', brotliCompressSync(script)],
    ['gzip', 'gzip', gzipSync(script)],
  ])(
    'comes as it was compressed at the build for a browser that takes %s',
    async (accepted, encoding, bytes) => {
      const gateway = await startWithDashboard();
      const answer = await gateway.send('/assets/app-1a2b3c.js', {
        headers: { 'accept-encoding': accepted },
      });
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-length': String(bytes.length),
        'content-type': expect.stringContaining('javascript'),
        vary: expect.stringContaining('accept-encoding'),
      });
    },
  );

  it('comes uncompressed for a client that accepts nothing else', async () => {
    const gateway = await startWithDashboard();
    const answer = await gateway.send('/assets/app-1a2b3c.js');
    expect(answer.body).toBe(script);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('is cached forever if its name has a hash', async () => {
    const gateway = await startWithDashboard();
    const { headers } = await gateway.send('/assets/app-1a2b3c.js', { headers: { 'accept-encoding': 'br' } });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('is asked for again after an hour when it does not, and not sent twice', async () => {
    const gateway = await startWithDashboard();
    const { headers } = await gateway.send('/favicon.svg');
    expect(headers['cache-control']).toBe('public, max-age=3600');
    const again = await gateway.send('/favicon.svg', { headers: { 'if-none-match': String(headers.etag) } });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it.each([
    '/assets/gone-000.js',
    '/assets/app-1a2b3c.js.br',
    '/assets/app-1a2b3c.js.map',
    '/.vite/manifest.json',
    '/preload.json',
    '/assets/../../package.json',
    '/assets/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/assets/..%5c..%5cpackage.json',
  ])('is nothing else than what the page needs: not %s', async (path) => {
    const gateway = await startWithDashboard();
    const answer = await gateway.send(path);
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ code: '404', error_code: 'not_found' });
  });
});

describe('the page', () => {
  it.each(['/', '/wallets?network=trx&offset=100', '/wallets/create', '/index.html'])(
    'answers the navigation to %s and is never stored',
    async (path) => {
      const gateway = await startWithDashboard();
      const answer = await gateway.send(path, navigation);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
    },
  );

  it('carries the nonce that its policy allows, another one each time', async () => {
    const gateway = await startWithDashboard();
    const answers = [await gateway.send('/nowhere', navigation), await gateway.send('/nowhere', navigation)];
    const nonces = answers.map(nonceOf);
    expect(new Set(nonces).size).toBe(2);
    for (const [index, answer] of answers.entries()) {
      expect(nonces[index]).toMatch(/^[\w+/]{22}==$/);
      expect(answer.body).toBe(
        page
          .replaceAll('__CSP_NONCE__', nonces[index] ?? '')
          .replace('<!-- page title -->', '')
          .replace('<!-- page requests -->', ''),
      );
      expect(answer.headers['content-security-policy']).toContain(
        `style-src 'self' 'nonce-${nonces[index]}'`,
      );
    }
  });

  it.each(['/wallets', '/wallets?offset=50', '/wallets/T1'])(
    'says what %s is called, and names the files that it needs',
    async (path) => {
      const gateway = await startWithDashboard();
      const answer = await gateway.send(path, navigation);
      const nonce = nonceOf(answer);
      expect(answer.body).toContain('<h1>Wallets</h1>');
      expect(answer.body).toContain(
        `<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/wallets-4d5e6f.js" nonce="${nonce}"></head>`,
      );
    },
  );

  it.each(['/', '/?currency=USDT'])('names what the start page needs: %s', async (path) => {
    const gateway = await startWithDashboard();
    const { body } = await gateway.send(path, navigation);
    expect(body).toContain('<h1>Overview</h1>');
    expect(body).toContain('href="/assets/overview-1b2c3d.js"');
  });

  it.each(['/wallets/import', '/wallets/import/2', '/wallets/import?from=file'])(
    'says what a page within another is called: %s',
    async (path) => {
      const gateway = await startWithDashboard();
      expect((await gateway.send(path, navigation)).body).toContain('<h1>Import</h1>');
    },
  );

  it.each([
    ['/aml', 'AML checks'],
    ['/aml?band=high', 'AML checks'],
    ['/aml/aml_1', 'AML check'],
  ])('distinguishes a page from those for one of its rows: %s', async (path, title) => {
    const gateway = await startWithDashboard();
    expect((await gateway.send(path, navigation)).body).toContain(`<h1>${title}</h1>`);
  });

  it('comes compressed for a browser that takes brotli, with the nonce of its policy', async () => {
    const gateway = await startWithDashboard();
    const answer = await gateway.send('/wallets', {
      headers: { ...navigation.headers, 'accept-encoding': 'gzip, deflate, br' },
    });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    const html = brotliDecompressSync(answer.bytes).toString();
    expect(html).toContain('<h1>Wallets</h1>');
    expect(html).toContain(`nonce="${nonceOf(answer)}"`);
  });

  it('makes a signed-in browser request the session and the rows while its scripts load', async () => {
    const gateway = await startWithDashboard();
    const { cookie } = await gateway.open('good');
    const answer = await gateway.send('/transactions?limit=300&search=%3C%2Fscript%3E?', {
      headers: { ...navigation.headers, cookie },
    });
    expect(answer.body).toContain(
      '["/session","/api/prod/v1/transactions?search=%3C%2Fscript%3E%3F&limit=300"]',
    );
    // Before all scripts and styles.
    expect(answer.body).toContain(
      '<head><link rel="preload" as="fetch" crossorigin fetchpriority="high" href="/session">' +
        '<link rel="preload" as="fetch" crossorigin fetchpriority="high" ' +
        'href="/api/prod/v1/transactions?search=%3C%2Fscript%3E%3F&amp;limit=300">' +
        `<script nonce="${nonceOf(answer)}">`,
    );
  });

  it('requests nothing before sign-in', async () => {
    const gateway = await startWithDashboard();
    for (const headers of [{}, { cookie: `wallet_console_session=${'x'.repeat(43)}` }]) {
      const { body } = await gateway.send('/transactions', {
        headers: { ...navigation.headers, ...headers },
      });
      expect(body).not.toContain('/session');
    }
    const { body } = await gateway.send('/sign-in?next=%2Fwallets', navigation);
    expect(body).toContain('href="/assets/sign-in-0a1b2c.js"');
    expect(body).not.toContain('/session');
  });

  it.each([
    ['/wallets?network=trx', '/sign-in?next=%2Fwallets%3Fnetwork%3Dtrx'],
    ['/wallets?search=why?', '/sign-in?next=%2Fwallets%3Fsearch%3Dwhy%3F'],
    ['/', '/sign-in'],
    ['/a/acc_1/wallets', '/a/acc_1/sign-in?next=%2Fwallets'],
  ])('leads whoever isn’t signed in from %s to sign-in at once', async (path, location) => {
    const gateway = await startWithDashboard();
    for (const site of ['none', 'same-origin']) {
      for (const cookie of ['', `wallet_console_session=${'x'.repeat(43)}`]) {
        const answer = await gateway.send(path, {
          headers: { ...navigation.headers, cookie, 'sec-fetch-site': site },
        });
        expect(answer.status).toBe(302);
        expect(answer.headers).toMatchObject({ location, 'cache-control': 'no-store' });
      }
    }
  });

  it.each(['cross-site', 'same-site', undefined])(
    'lets the page find out whether there is a session where the browser may have kept its cookie back: %s',
    async (site) => {
      const gateway = await startWithDashboard();
      const answer = await gateway.send('/wallets', {
        headers: { ...navigation.headers, ...(site !== undefined && { 'sec-fetch-site': site }) },
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('<h1>Wallets</h1>');
    },
  );

  it('lets the page say what is wrong if the session can’t be read', async () => {
    const app = createHttpApp({});
    serveDashboard(app, {
      clientDirectory: directory,
      findSession: async () => {
        throw new Error('the database is gone');
      },
    });
    const answer = await app.inject({
      url: '/wallets',
      headers: { ...navigation.headers, 'sec-fetch-site': 'none' },
    });
    expect(answer.statusCode).toBe(200);
    await app.close();
  });

  it.each(['/settings', '/walletsx', '/constructor', '/*'])(
    'names no files of others at %s',
    async (path) => {
      const gateway = await startWithDashboard();
      const answer = await gateway.send(path, navigation);
      expect(answer.status).toBe(200);
      expect(answer.body).not.toContain('<link');
    },
  );

  it.each([
    ['a path of the interface', 'GET', '/api/prod/v1/nothing', 404],
    ['a path of the sessions', 'GET', '/session/nothing', 404],
    ['a picture that is not there', 'GET', '/qr/trx/T/nothing.png', 404],
    ['an operation with another method', 'GET', '/api/prod/v1/wallets', 405],
    ['a change', 'POST', '/wallets', 404],
  ])('does not answer %s', async (_what, method, path, status) => {
    const gateway = await startWithDashboard();
    const answer = await gateway.send(path, { method, ...navigation });
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ code: String(status) });
  });

  it.each([undefined, '*/*', 'application/json'])('answers the start page to accept: %s', async (accept) => {
    const gateway = await startWithDashboard();
    const answer = await gateway.send('/', { headers: accept === undefined ? {} : { accept } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('does not answer what isn’t a navigation', async () => {
    const gateway = await startWithDashboard();
    expect((await gateway.send('/wallets', { headers: { accept: '*/*' } })).status).toBe(404);
  });

  it('must have been built: the start says so', () => {
    const empty = join(directory, 'assets');
    const deps = { clientDirectory: empty, findSession: async () => undefined };
    expect(() => serveDashboard(createHttpApp({}), deps)).toThrow(/No dashboard build in .*assets\. Run/);
  });
});
