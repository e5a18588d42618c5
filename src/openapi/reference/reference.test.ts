import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { createHttpApp } from '#http/http-app.ts';
import { makeOpenApiDocument } from '../openapi-document.ts';
import { registerOpenApi } from '../openapi.routes.ts';
import { curl } from './code-view.ts';
import { html } from './html.ts';
import { referencePage } from './reference-page.ts';

const document = makeOpenApiDocument('https://wallets.example');
const page = referencePage(document);
const app = createHttpApp({ logger: false });

beforeAll(() => registerOpenApi(app, undefined));
afterAll(async () => app.close());

describe('the page', () => {
  it('shows each operation with its parameters, fields, failures and schemas, each under an anchor', () => {
    for (const operation of walletServiceOperations) {
      const { id, query, body } = operation;
      expect(page).toContain(`id="${id}"`);
      expect(page).toContain(`href="#${id}"`);
      const article = page.slice(page.indexOf(`id="${id}"`)).split('</article>')[0] ?? '';
      for (const name of Object.keys({ ...query?.shape, ...body?.shape })) {
        expect(article).toContain(`<code class="name">${name}</code>`);
      }
      for (const { when } of operation.failures) expect(article).toContain(html`${when}`.text);
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(page).toContain(`id="schema-${name}"`);
    }
  });

  it('has every anchor that it links to, and each id once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  it('needs no other host, no inline script and no inline style', () => {
    const loaded = [...page.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded).toEqual(['/favicon.svg', '/reference/reference.css', '/reference/reference.js']);
    expect(page).not.toMatch(/<style|<script>| style=| on\w+=/);
  });

  it('escapes everything that it shows', () => {
    const { text } = html`<p>${'<script>alert("x")</script>'}</p>`;
    expect(text).toBe('<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>');
  });

  it('quotes commands so that a shell reads them as intended', () => {
    const call = { method: 'PUT', url: 'https://wallets.example/x', body: { name: "O'Neil" } };
    expect(curl(call)).toBe(
      String.raw`curl -X PUT 'https://wallets.example/x' \
  -H 'token: YOUR_API_KEY' \
  -H 'content-type: application/json' \
  -d '{
  "name": "O'\''Neil"
}'`,
    );
    expect(curl({ method: 'GET', url: 'https://wallets.example/x', query: { search: 'a b' } })).toContain(
      `curl -G 'https://wallets.example/x'`,
    );
  });
});

describe('over HTTP, without a key', () => {
  it('the document names the server that was asked', async () => {
    const answer = await app.inject({ url: '/openapi.json', headers: { host: 'wallets.example:8443' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(makeOpenApiDocument('http://wallets.example:8443'));
  });

  it('the page, its styles and its script are there', async () => {
    const types = { '': 'text/html', '/reference.css': 'text/css', '/reference.js': 'text/javascript' };
    for (const [path, type] of Object.entries(types)) {
      const answer = await app.inject({ url: `/reference${path}`, headers: { host: 'wallets.example' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toContain(type);
    }
  });

  it('an invalid host is refused rather than repeated', async () => {
    const answer = await app.inject({ url: '/reference', headers: { host: '"><script>' } });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('<script>');
  });
});
