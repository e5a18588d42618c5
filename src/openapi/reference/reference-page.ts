import type { OpenApiDocument } from '../openapi-types.ts';
import { codeBlock, jsonBlock } from './code-view.ts';
import { type Html, html } from './html.ts';
import { type Listed, operationView } from './operation-view.ts';
import { decidedMark, inline, paragraphs } from './prose.ts';
import { fieldList, rowsOf } from './schema-view.ts';

/** The document as a page for people: everything in it, without a script that draws it. */
export function referencePage(document: OpenApiDocument): string {
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: listed(document).filter(({ operation: { tags } }) => tags[0] === name),
  }));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${document.info.summary}" />
        <meta name="robots" content="noindex" />
        <title>${document.info.title} · API reference</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/reference/reference.css" />
        <script src="/reference/reference.js"></script>
      </head>
      <body>
        <a class="skip" href="#introduction">Skip to the content</a>
        <header class="top">
          <p class="brand">${document.info.title} <span>API ${document.info.version}</span></p>
          <a href="/openapi.json">OpenAPI document</a>
        </header>
        <div class="columns">
          <nav class="sidebar" aria-label="Operations">${navigation(groups)}</nav>
          <main>
            ${introduction(document)} ${groups.map((group) => groupView(document, group))}
            ${schemas(document)}
          </main>
        </div>
      </body>
    </html> `;
  return page.text;
}

type Group = { name: string; description: string; operations: Listed[] };

function listed({ paths }: OpenApiDocument): Listed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
}

function navigation(groups: readonly Group[]): Html {
  const lists = groups.map(
    ({ name, operations }) =>
      html`<li>
        <a class="group" href="#tag-${name}">${name}</a>
        <ul>
          ${operations.map(
            ({ method, operation }) =>
              html`<li>
                <a href="#${operation.operationId}"
                  ><span class="method" data-method="${method}">${method}</span> ${operation.summary}</a
                >
              </li>`,
          )}
        </ul>
      </li>`,
  );
  return html`<details class="menu" open>
    <summary>Operations</summary>
    <ul class="groups">
      <li><a class="group" href="#introduction">Introduction</a></li>
      ${lists}
      <li><a class="group" href="#schemas">Schemas</a></li>
    </ul>
  </details>`;
}

function introduction({ info, servers: [server], components }: OpenApiDocument): Html {
  const url = server?.url ?? '';
  return html`<section class="operation" id="introduction" aria-labelledby="introduction-title">
    <div class="words">
      <h1 id="introduction-title">API reference</h1>
      ${paragraphs(info.description)}
      <p>Marked ${decidedMark}: left open by the published interface, decided by this service.</p>
      <h2 class="sub">Authentication</h2>
      <p>
        Every operation needs the API key in the header <code>token</code>. The operator makes keys, with
        their permissions and their expiry: <code>npm run keys</code>.
      </p>
      <h2 class="sub">Headers of an answer</h2>
      <ul class="fields">
        ${Object.entries(components.headers).map(
          ([name, { description }]) =>
            html`<li>
              <div class="field"><code class="name">${name}</code></div>
              <div class="text">${inline(description)}</div>
            </li>`,
        )}
      </ul>
    </div>
    <div class="examples">
      ${codeBlock('Base URL', url)}
      ${codeBlock('The first call', `curl '${url}/test' \\\n  -H 'token: YOUR_API_KEY'`)}
      ${jsonBlock('The envelope of a success', {
        code: '200',
        error_code: null,
        error_message: null,
        data: { result: 'success' },
      })}
      ${jsonBlock('The envelope of a failure', {
        code: '400',
        error_code: 'request',
        error_message:
          'Validation failed: limit: must be a whole number from 1 to 300: maximum 300, default 100',
        data: { limit: 'must be a whole number from 1 to 300: maximum 300, default 100' },
      })}
    </div>
  </section>`;
}

function groupView(document: OpenApiDocument, { name, description, operations }: Group): Html {
  return html`<section class="tag" id="tag-${name}" aria-labelledby="tag-${name}-title">
    <header>
      <h2 id="tag-${name}-title"><a class="anchor" href="#tag-${name}">${name}</a></h2>
      <p>${inline(description)}</p>
    </header>
    ${operations.map((operation) => operationView(document, operation))}
  </section>`;
}

function schemas({ components }: OpenApiDocument): Html {
  const views = Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
        <h3 id="schema-${name}-title"><a class="anchor" href="#schema-${name}">${name}</a></h3>
        <p>${inline(schema.description ?? '')}</p>
        ${fieldList(rowsOf(schema), { isGiven: false })}
      </article>`,
  );
  return html`<section class="tag" id="schemas" aria-labelledby="schemas-title">
    <header>
      <h2 id="schemas-title"><a class="anchor" href="#schemas">Schemas</a></h2>
      <p>What answers are made of.</p>
    </header>
    ${views}
  </section>`;
}
