import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import {
  bookOnlyFailure,
  openOutcomeFailure,
  usedKeyFailure,
} from '#contract/wallet-service/withdrawal-request.ts';
import { checkedInDocument } from '../../openapi/checked-in.ts';
import type { OpenApiDocument } from '../../openapi/openapi-types.ts';
import { compileSchema, operationOf, responseOf } from '../../openapi/testing.ts';
import { setUpService } from '../testing.ts';
import { insertExampleWallets } from './documented-account.ts';
import { failureScenarios } from './failure-scenarios.ts';
import { provoke } from './provoke.ts';
import { successScenarios } from './success-scenarios.ts';

const document = JSON.parse(readFileSync(checkedInDocument, 'utf8')) as OpenApiDocument;
const service = setUpService({ publicUrl: 'https://wallets.example' });

beforeEach(async () => await insertExampleWallets(service));

/** The rate limiter sends this, and that is not the service: see src/gateway/documented-limit.test.ts. */
const limited = 429;
/** Answered by the gateway: see src/gateway/address-book/book-only.test.ts and src/gateway/outcomes/send-once.test.ts. */
const byGateway: ReadonlySet<string> = new Set([
  bookOnlyFailure.when,
  openOutcomeFailure.when,
  usedKeyFailure.when,
]);

/** The names of all fields at every depth, in order; of a list, those of its first row. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .filter(([name]) => !Array.isArray(value) || name === '0')
    .flatMap(([name, inner]) => fieldsOf(inner, `${path}/${name}`))
    .toSorted();
}

/** The first row of a list; undefined for other operations. */
function firstRow(envelope: unknown, { rows }: Operation): unknown {
  const { data } = envelope as { data: Record<string, unknown> };
  return rows && (data[rows.key] as unknown[])[0];
}

const checkRequestId = compileSchema(document, document.components.headers['x-request-id']?.schema ?? false);

describe.each(walletServiceOperations)('$id', (operation) => {
  const statuses = Object.keys(operationOf(document, operation.id).responses).map(Number);
  const cases = statuses
    .filter((status) => status !== limited)
    .flatMap((status) => {
      const { schema, examples } = responseOf(document, operation.id, status).content['application/json'];
      const check = compileSchema(document, schema, { isClosed: true });
      return Object.entries(examples).map(([name, example]) => ({ status, name, example, check }));
    })
    .filter(({ example }) => !byGateway.has(example.summary));

  it('documents whatever the service can be brought to answer here', () => {
    const { [operation.id]: successes = {} } = successScenarios;
    const { [operation.id]: failures = {} } = failureScenarios;
    expect(cases.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(successes)));
    expect(cases.map(({ example }) => example.summary)).toEqual(
      expect.arrayContaining(Object.keys(failures)),
    );
  });

  it.each(cases)(
    'answers $status as documented: $example.summary',
    async ({ status, name, example, check }) => {
      const answer = await provoke(service, { operation, status, name, when: example.summary });
      const body: unknown = JSON.parse(answer.text);
      expect({ status: answer.status, problems: check(body) }).toEqual({ status, problems: [] });
      expect(checkRequestId(answer.headers['x-request-id'])).toEqual([]);
      // A failure and the rows of a list are as documented to the letter, other successes in their fields.
      const compared = (value: unknown) =>
        status === 200 ? [fieldsOf(value), firstRow(value, operation)] : value;
      expect(compared(body)).toEqual(compared(example.value));
    },
  );
});
