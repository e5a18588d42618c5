import * as z from 'zod/mini';
import { numberAmount, textAmount } from '#contract/amounts.ts';
import type { FieldDoc, JsonSchema, SchemaDoc } from './docs/doc-types.ts';

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

type Names = ReadonlyMap<z.ZodMiniType, string>;

/**
 * The JSON Schema of what travels, for a schema of the contract. Schemas with a name become references to
 * `#/components/schemas/…`, and are put into `components`.
 */
export function wireSchema(
  schema: z.ZodMiniType,
  side: Side,
  names: Names,
  components: Record<string, JsonSchema>,
): JsonSchema {
  const registry = z.registry<{ id: string }>();
  for (const [named, id] of names) registry.add(named, { id });
  const { $defs = {}, ...made } = z.toJSONSchema(schema, {
    metadata: registry,
    io: side === 'sent' ? 'input' : 'output',
    // Only what `override` knows: anything else is refused there.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === numberAmount) Object.assign(jsonSchema, { type: 'number' });
      else if (zodSchema === textAmount) Object.assign(jsonSchema, decimalText);
      else if (side === 'parsed' && isMoment(zodSchema)) Object.assign(jsonSchema, moment);
    },
  });
  for (const [name, definition] of Object.entries($defs)) {
    components[name] ??= tidy(definition);
  }
  return tidy(made);
}

/** A moment of the query is told by what it reads: a schema of the contract has no other mark. */
function isMoment(schema: unknown): boolean {
  if (!(schema instanceof z.ZodMiniPipe)) return false;
  return z.safeParse(schema, '2026-01-02').success && !z.safeParse(schema, '2').success;
}

const noise = new Set(['$schema', 'id', 'propertyNames']);

/** References as the document has them, and nothing that says only what is true anyway. */
function tidy(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    const isBound = value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER;
    if (noise.has(keyword) || isBound || (keyword === 'minLength' && value === 0)) return [];
    if (keyword === '$ref') {
      return [[keyword, String(value).replace('#/$defs/', '#/components/schemas/')]];
    }
    if (keyword === 'properties') {
      const properties = Object.entries(value as Record<string, JsonSchema>);
      return [[keyword, Object.fromEntries(properties.map(([name, property]) => [name, tidy(property)]))]];
    }
    if (keyword === 'anyOf') return [[keyword, (value as JsonSchema[]).map(tidy)]];
    const isSchema = keyword === 'items' || keyword === 'additionalProperties';
    return [[keyword, isSchema && typeof value === 'object' ? tidy(value as JsonSchema) : value]];
  });
  return Object.fromEntries(entries);
}

/** Adds what the fields mean to an object's schema. Throws for a field that nobody describes, and for a description without a field. */
export function describeFields(
  schema: JsonSchema,
  fields: Readonly<Record<string, FieldDoc>>,
  where: string,
): JsonSchema {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const strays = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name));
  if (strays.length > 0) throw new Error(`${where} has no ${strays.join(', ')}`);
  const described = Object.entries(properties).map(([name, property]) => {
    const doc = fields[name];
    if (doc === undefined) throw new Error(`${where}: nobody describes ${name}`);
    return [name, describeField(property, doc)];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

export function describeField(schema: JsonSchema, { text, isDecided, schema: more }: FieldDoc): JsonSchema {
  return { ...schema, ...more, description: text, ...(isDecided && { 'x-decided': true }) };
}

export function describeSchema(schema: JsonSchema, { text, fields }: SchemaDoc, name: string): JsonSchema {
  return { ...describeFields(schema, fields, name), description: text };
}
