import * as z from 'zod/mini';
import { numberAmount, textAmount } from '#contract/amounts.ts';
import {
  type FieldDoc,
  type JsonSchema,
  schemaDocs,
  type SchemaDoc,
} from '#contract/wallet-service/describe.ts';

/** Decimal text as the service writes it: plain notation, no exponent. */
const decimalText = { type: 'string', pattern: String.raw`^-?\d+(\.\d+)?$` };

const moment = {
  anyOf: [
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'date' },
  ],
};

/** `sent`: what a caller writes or reads as JSON. `parsed`: what a query's text means. */
type Side = 'sent' | 'parsed';

/**
 * The JSON Schema of what travels, for a schema of the contract. Described schemas become references to
 * `#/components/schemas/…`, and are put into `components`.
 */
export function wireSchema(
  schema: z.ZodMiniType,
  side: Side,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const { $defs = {}, ...made } = z.toJSONSchema(schema, {
    metadata: schemaDocs,
    io: side === 'sent' ? 'input' : 'output',
    // Describes only what `override` knows: anything else is refused there.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === numberAmount) Object.assign(jsonSchema, { type: 'number' });
      else if (zodSchema === textAmount) Object.assign(jsonSchema, decimalText);
      else if (side === 'parsed' && isMoment(zodSchema)) Object.assign(jsonSchema, moment);
    },
  });
  for (const [name, definition] of Object.entries($defs)) {
    // What the registry says of a schema is among its keywords.
    const { text, fields, ...keywords } = definition as unknown as JsonSchema & SchemaDoc;
    components[name] ??= describeSchema(tidy(keywords), { text, fields }, name);
  }
  return tidy(made as JsonSchema);
}

/** A time parameter is recognized by what it parses, because nothing else marks its schema. */
function isMoment(schema: unknown): boolean {
  if (!(schema instanceof z.ZodMiniPipe)) return false;
  return z.safeParse(schema, '2026-01-02').success && !z.safeParse(schema, '2').success;
}

const noise = new Set(['$schema', 'id', 'text', 'fields', 'propertyNames']);

/** References as the document has them, without redundant keywords. */
function tidy(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([keyword, value]) => {
    const isBound = value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
    return !noise.has(keyword) && !isBound && !(keyword === 'minLength' && value === 0);
  });
  const { $ref, properties, anyOf, items, additionalProperties, ...others }: JsonSchema =
    Object.fromEntries(entries);
  return {
    ...($ref !== undefined && { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...others,
    ...(items && { items: tidy(items) }),
    ...(anyOf && { anyOf: anyOf.map(tidy) }),
    ...(properties && { properties: mapValues(properties, tidy) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object' ? tidy(additionalProperties) : additionalProperties,
    }),
  };
}

export function mapValues<T, U>(
  object: Record<string, T>,
  map: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/**
 * Adds what the fields mean to an object's schema. Throws for a field without a description, and for a description
 * without a field.
 */
export function describeFields(
  schema: JsonSchema,
  fields: Readonly<Record<string, FieldDoc>>,
  where: string,
): JsonSchema {
  const { properties = {} } = schema;
  const strays = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name));
  if (strays.length > 0) throw new Error(`${where} has no ${strays.join(', ')}`);
  const described = mapValues(properties, (property, name) => {
    const doc = fields[name];
    if (doc === undefined) throw new Error(`${where}: no description for ${name}`);
    return describeField(property, doc);
  });
  return { ...schema, properties: described };
}

export function describeField(schema: JsonSchema, { text, isDecided, schema: more }: FieldDoc): JsonSchema {
  return { ...schema, ...more, description: text, ...(isDecided && { 'x-decided': true }) };
}

function describeSchema(schema: JsonSchema, { text, fields }: SchemaDoc, name: string): JsonSchema {
  return { ...describeFields(schema, fields, name), description: text };
}
