import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import type { JsonSchema, OperationDoc } from '#contract/wallet-service/describe.ts';
import type { ExampleObject, OperationObject, ParameterObject } from './openapi-types.ts';
import { describeFields, wireSchema } from './wire-schema.ts';

type Components = Record<string, JsonSchema>;

/** The operation's query, one object a parameter; an example of its value from the first request that has it. */
export function parametersOf(
  { id, query }: Operation,
  doc: OperationDoc,
  components: Components,
): ParameterObject[] {
  if (query === undefined) return [];
  const schema = describeFields(wireSchema(query, 'parsed', components), doc.fields, id);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description = '', 'x-decided': isDecided = false, ...value } = property;
    const example = Object.values(doc.requests).find(({ query: given = {} }) => name in given)?.query?.[name];
    return {
      name,
      in: 'query',
      // A default fills in for what is left out, and so does "no filter".
      required: !z.safeParse(query.shape[name] as z.ZodMiniType, undefined).success,
      description,
      schema: value,
      example,
      'x-decided': isDecided,
    };
  });
}

export function bodyOf(
  { id, body }: Operation,
  doc: OperationDoc,
  components: Components,
): OperationObject['requestBody'] {
  if (body === undefined) return undefined;
  const schema = describeFields(wireSchema(body, 'sent', components), doc.fields, id);
  const examples = Object.entries(doc.requests).map(
    ([name, { summary, body: value }]): [string, ExampleObject] => [name, { summary, value }],
  );
  return {
    required: true,
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}
