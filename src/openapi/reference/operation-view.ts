import type { RequestExample } from '#contract/wallet-service/describe.ts';
import { docOf } from '../operation-docs.ts';
import type { MediaType, OpenApiDocument, OperationObject, ResponseObject } from '../openapi-types.ts';
import { codeBlock, curl, jsonBlock } from './code-view.ts';
import { type Html, html } from './html.ts';
import { decidedMark, inline, paragraphs } from './prose.ts';
import { fieldList, type Row, rowsOf, typeOf } from './schema-view.ts';

export type Listed = { path: string; method: string; operation: OperationObject };

/** An operation: its description on the left, examples on the right. */
export function operationView(document: OpenApiDocument, { path, method, operation }: Listed): Html {
  const { operationId: id, summary, 'x-permission': permission, 'x-decisions': decisions } = operation;
  const doc = docOf(id);
  const answer = responses(document, operation).find(([status]) => status === '200')?.[1];
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="words">
      <h3 id="${id}-title">
        <a class="anchor" href="#${id}">${summary}</a>
        ${operation['x-decided'] && decidedMark}
      </h3>
      <p class="call"><span class="method" data-method="${method}">${method}</span> <code>${path}</code></p>
      ${paragraphs(doc.text)}
      <p class="permission">
        ${permission === null ? 'Any valid key' : html`Permission <code>${permission}</code>`}
      </p>
      ${decisions.length > 0 && decisionList(decisions)} ${requestFields(operation)}
      ${answer && answerFields(answer.content['application/json'])} ${failures(document, operation)}
    </div>
    <div class="examples">
      ${Object.values(doc.requests).map((request) => requestExample(document, { path, method }, request))}
      ${
        answer &&
        Object.values(answer.content['application/json'].examples).map(({ summary: title, value }) =>
          jsonBlock(`200 · ${title}`, value),
        )
      }
    </div>
  </article>`;
}

function decisionList(decisions: readonly string[]): Html {
  return html`<section class="decisions">
    <h4>Decided by this service</h4>
    <ul>
      ${decisions.map((decision) => html`<li>${inline(decision)}</li>`)}
    </ul>
  </section>`;
}

function requestFields({ parameters = [], requestBody }: OperationObject): Html | undefined {
  const query = parameters.map((parameter): Row => {
    const { name, schema, required, description } = parameter;
    return { name, schema, isRequired: required, isDecided: parameter['x-decided'], text: description };
  });
  if (query.length > 0)
    return html`<h4>Query parameters</h4>
      ${fieldList(query, { isGiven: true })}`;
  if (requestBody === undefined) return undefined;
  const body = rowsOf(requestBody.content['application/json'].schema);
  return html`<h4>Body</h4>
    ${fieldList(body, { isGiven: true })}`;
}

function answerFields({ schema }: MediaType): Html {
  const data = schema.properties?.['data'] ?? {};
  const rows = rowsOf(data);
  return rows.length === 0
    ? html`<h4>Answer</h4>
        <p><code>data</code> is ${typeOf(data)}.</p>`
    : html`<h4>Answer</h4>
        <p>In <code>data</code>:</p>
        ${fieldList(rows, { isGiven: false })}`;
}

function failures(document: OpenApiDocument, operation: OperationObject): Html {
  const items = responses(document, operation)
    .filter(([status]) => status !== '200')
    .flatMap(([status, response]) =>
      Object.values(response.content['application/json'].examples).map((example) => {
        const { error_code: kind } = example.value as { error_code: string };
        return html`<li>
          <details>
            <summary>
              <span class="status">${status}</span> <code>${kind}</code>
              <span class="when">${example.summary}</span> ${example['x-decided'] === true && decidedMark}
            </summary>
            ${jsonBlock(`${status} · ${example.summary}`, example.value)}
          </details>
        </li>`;
      }),
    );
  return html`<h4>Failures</h4>
    <ul class="failures">
      ${items}
    </ul>`;
}

function responses({ components }: OpenApiDocument, operation: OperationObject): [string, ResponseObject][] {
  return Object.entries(operation.responses).flatMap(([status, response]): [string, ResponseObject][] => {
    if (!('$ref' in response)) return [[status, response]];
    const shared = components.responses[response.$ref.split('/').at(-1) ?? ''];
    return shared === undefined ? [] : [[status, shared]];
  });
}

function requestExample(
  { servers: [server] }: OpenApiDocument,
  { path, method }: { path: string; method: string },
  { summary, query, body }: RequestExample,
): Html {
  return codeBlock(summary, curl({ method, url: `${server?.url ?? ''}${path}`, query, body }));
}
