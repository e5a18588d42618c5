import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { checkedInDocument, documentText } from './checked-in.ts';
import { docOf } from './operation-docs.ts';
import { makeOpenApiDocument } from './openapi-document.ts';
import { compileSchema, operationOf, responseOf } from './testing.ts';

const document = makeOpenApiDocument();

it('is checked in as the contract has it now (npm run openapi writes it)', () => {
  expect(readFileSync(checkedInDocument, 'utf8')).toBe(documentText(document));
});

it('is valid OpenAPI 3.1 according to an independent validator', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result).toMatchObject({ valid: true });
});

it('names the server that it is served by', () => {
  expect(makeOpenApiDocument('https://wallets.example').servers).toMatchObject([
    { url: 'https://wallets.example/api/prod/v1' },
  ]);
});

it('has every operation of the contract and no other, under a described tag', () => {
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${method.toUpperCase()} /api/prod/v1${path} ${operationId}`,
    ),
  );
  expect(found.toSorted()).toEqual(
    walletServiceOperations.map(({ method, path, id }) => `${method} ${path} ${id}`).toSorted(),
  );
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { tag } of walletServiceOperations) expect(tags).toContain(tag);
});

describe.each(walletServiceOperations.map((operation) => [operation.id, operation] as const))(
  '%s',
  (id, operation) => {
    const documented = operationOf(document, id);

    it('documents every failure with an example of that failure', () => {
      for (const failure of operation.failures) {
        const response = responseOf(document, id, failure.status);
        const example = Object.values(response.content['application/json'].examples).find(
          ({ summary }) => summary === failure.when,
        );
        expect(example?.value).toMatchObject({ code: String(failure.status), error_code: failure.errorCode });
        expect(example?.['x-decided'] ?? false).toBe(failure.isDecided ?? false);
      }
    });

    it('has examples of every response that match its schema', () => {
      for (const status of Object.keys(documented.responses)) {
        const { schema, examples } = responseOf(document, id, Number(status)).content['application/json'];
        const validate = compileSchema(document, schema);
        expect(Object.keys(examples)).not.toEqual([]);
        for (const { value } of Object.values(examples)) expect(validate(value)).toEqual([]);
      }
    });

    it('has an example of a request that matches the schemas and the contract', () => {
      const { requests } = docOf(id);
      expect(Object.keys(requests)).not.toEqual([]);
      for (const { query = {}, body } of Object.values(requests)) {
        const texts = Object.entries(query).map(([name, value]) => [name, String(value)]);
        expect(operation.query?.safeParse(Object.fromEntries(texts)).error?.issues).toBeUndefined();
        expect(operation.body?.safeParse(body).error?.issues).toBeUndefined();
        for (const [name, value] of Object.entries(query)) {
          const parameter = documented.parameters?.find((known) => known.name === name);
          expect(compileSchema(document, parameter?.schema ?? false)(value)).toEqual([]);
        }
        const media = documented.requestBody?.content['application/json'];
        expect(media === undefined).toBe(body === undefined);
        const problems = media === undefined ? [] : compileSchema(document, media.schema)(body);
        expect(problems).toEqual([]);
      }
    });

    it('leaves no schema of a parameter or field open', () => {
      const schemas = [
        ...(documented.parameters ?? []).map(({ schema }) => schema),
        ...Object.values(documented.requestBody?.content['application/json'].schema.properties ?? {}),
      ];
      for (const schema of schemas) expect(schema.type ?? schema.anyOf).toBeDefined();
    });

    it('refuses a field that is not documented, in the body and in the answer', () => {
      const { schema, examples } = responseOf(document, id, 200).content['application/json'];
      const [example] = Object.values(examples);
      const spoilt = { ...(example?.value as object), surprise: true };
      expect(compileSchema(document, schema, { isClosed: true })(spoilt)).not.toEqual([]);
      const media = documented.requestBody?.content['application/json'];
      const body = media?.schema ?? false;
      expect(compileSchema(document, body)({ surprise: 1 })).not.toEqual([]);
    });
  },
);

function typeOf(schema: string, field: string): unknown {
  return document.components.schemas[schema]?.properties?.[field]?.type;
}

it('documents a failure of permissions at each operation that needs one, and at no other', () => {
  for (const { id, permission } of walletServiceOperations) {
    const { examples } = responseOf(document, id, 400).content['application/json'];
    const refusals = Object.values(examples).filter(
      ({ value }) => (value as { error_code: string }).error_code === 'system',
    );
    expect(refusals).toHaveLength(permission === null ? 0 : 1);
  }
});

it('gives amounts the type that is published', () => {
  expect(typeOf('Transaction', 'amount')).toBe('string');
  expect(typeOf('Transaction', 'fee')).toBe('string');
  expect(typeOf('WithdrawalRequest', 'amount')).toBe('string');
  expect(typeOf('ExchangeTransaction', 'rate')).toBe('number');
  expect(typeOf('BalanceLeaf', 'available')).toBe('number');
  expect(typeOf('AmlReport', 'aml_score')).toBe('number');
});

it('gives pages their bounds and defaults as numbers, and moments as date-times or dates', () => {
  const parameters = operationOf(document, 'listTransactions').parameters ?? [];
  const schemaOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.schema;
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 300, default: 100 });
  expect(schemaOf('offset')).toEqual({ type: 'integer', minimum: 0, default: 0 });
  const moment = compileSchema(document, schemaOf('created_from') ?? false);
  expect(moment('2026-01-02T03:04:05Z')).toEqual([]);
  expect(moment('2026-01-02')).toEqual([]);
  expect(moment('yesterday')).not.toEqual([]);
  expect(parameters.filter(({ required }) => required)).toEqual([]);
  expect(operationOf(document, 'getWithdrawalRequest').parameters).toMatchObject([{ required: true }]);
});
