import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testKey } from '#contract/wallet-service/test.ts';
import { useTestDatabase } from '#database/testing.ts';
import { checkedInDocument } from '../openapi/checked-in.ts';
import type { OpenApiDocument } from '../openapi/openapi-types.ts';
import { compileSchema, responseOf } from '../openapi/testing.ts';
import { makeTinyService, secret, setUpGateways } from './testing/gateway-harness.ts';
import type { Answer } from './testing/http-client.ts';

const document = JSON.parse(readFileSync(checkedInDocument, 'utf8')) as OpenApiDocument;
const start = setUpGateways(useTestDatabase());

/** What is wrong with the headers that the document names for the answer, by header. */
function headerProblems({ status, headers }: Answer): Record<string, string[]> {
  const problems = Object.keys(responseOf(document, testKey.id, status).headers).map((name) => {
    const { schema = false } = document.components.headers[name] ?? {};
    const sent = headers[name];
    const isCount = schema !== false && schema.type === 'integer';
    return [name, compileSchema(document, schema)(isCount ? Number(sent) : sent)] as const;
  });
  return Object.fromEntries(problems.filter(([, found]) => found.length > 0));
}

function withoutNumbers(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\d+/g, 'N');
}

it('answers a key that asks too often as documented, headers included', async () => {
  const gateway = await start({
    provider: makeTinyService('good'),
    settings: { sessionSecret: secret, requestsPerMinute: 1 },
  });
  const ask = async () => await gateway.send(testKey.path, { headers: { token: 'good' } });
  const [allowed, refused] = [await ask(), await ask()];
  expect([allowed.status, refused.status]).toEqual([200, 429]);
  expect([headerProblems(allowed), headerProblems(refused)]).toEqual([{}, {}]);

  const { schema, examples } = responseOf(document, testKey.id, 429).content['application/json'];
  expect(compileSchema(document, schema, { isClosed: true })(refused.json())).toEqual([]);
  expect(Object.values(examples).map(({ value }) => withoutNumbers(value))).toEqual([
    withoutNumbers(refused.json()),
  ]);
});
