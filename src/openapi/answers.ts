import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { answerFields } from '#contract/wallet-service/base.docs.ts';
import {
  type FieldDoc,
  type JsonSchema,
  type OperationDoc,
  published,
} from '#contract/wallet-service/describe.ts';
import { commonHeaders } from './failure-responses.ts';
import type { ResponseObject } from './openapi-types.ts';
import { describeField, mapValues, wireSchema } from './wire-schema.ts';

type Components = Record<string, JsonSchema>;

const none = { type: 'null' };
const rowsOfPage = published('The rows of this page.');

/** The operation's success: its data in the envelope, with an example for each form that it has. */
export function answerOf(operation: Operation, doc: OperationDoc, components: Components): ResponseObject {
  const rows = operation.rows === undefined ? {} : { [operation.rows.key]: rowsOfPage };
  const data = describeAnswer(wireSchema(wholeData(operation), 'sent', components), {
    fields: { ...answerFields, ...rows },
    where: operation.id,
  });
  const schema = {
    type: 'object',
    properties: { code: { type: 'string', const: '200' }, error_code: none, error_message: none, data },
    required: ['code', 'error_code', 'error_message', 'data'],
  };
  const examples = Object.entries(doc.answers).map(([name, { summary, data: value }]) => [
    name,
    { summary, value: { code: '200', error_code: null, error_message: null, data: value } },
  ]);
  return {
    description: 'Success',
    headers: commonHeaders,
    content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
  };
}

function wholeData({ id, data, rows }: Operation): z.ZodMiniType {
  if (rows === undefined) return data;
  if (!(data instanceof z.ZodMiniObject)) throw new TypeError(`${id}: the data of a list is an object`);
  return z.extend(data, { [rows.key]: z.array(rows.schema) });
}

type Known = { fields: Readonly<Record<string, FieldDoc>>; where: string };

/** Documents the fields between the envelope and the named schemas. */
function describeAnswer(schema: JsonSchema, known: Known): JsonSchema {
  const { properties } = schema;
  if (properties === undefined) return schema;
  const described = mapValues(properties, (property, name) => {
    const doc = known.fields[name];
    if (doc === undefined) throw new Error(`${known.where}: no description for ${name} of the answer`);
    return describeField(describeAnswer(property, known), doc);
  });
  return { ...schema, properties: described };
}
