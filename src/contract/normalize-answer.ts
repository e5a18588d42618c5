import * as z from 'zod/mini';
import { ExactNumber } from '#domain/json.ts';
import { parseForeignTime } from '#domain/time.ts';
import { spellingsOf, timeText } from './open-fields.ts';

type Loose = Readonly<Record<string, unknown>>;

/**
 * The value as the interface would have written it, where a provider writes the same in another way: a number as text
 * or text as a number, with every digit; a time in another form; a known value in another case; a missing or odd
 * `result` or `success`. Whatever has no certain meaning stays as it is, and so does everything without a schema.
 */
export function normalize(schema: z.ZodMiniType, value: unknown): unknown {
  if (schema instanceof z.ZodMiniOptional) {
    const { innerType: inner } = schema.def;
    if (value === null && !(inner instanceof z.ZodMiniNullable)) return undefined;
    return normalize(inner as z.ZodMiniType, value);
  }
  if (schema instanceof z.ZodMiniNullable) return normalize(schema.def.innerType as z.ZodMiniType, value);
  if (schema instanceof z.ZodMiniObject) return isLoose(value) ? normalizeFields(schema, value) : value;
  if (schema instanceof z.ZodMiniRecord) return isLoose(value) ? normalizeEntries(schema, value) : value;
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item: unknown) => normalize(schema.def.element as z.ZodMiniType, item));
  }
  if (schema instanceof z.ZodMiniString) return normalizeText(schema, value);
  if (schema instanceof z.ZodMiniNumber) return isShortInteger(value) ? Number(value) : value;
  return value;
}

function normalizeFields(schema: z.ZodMiniObject, object: Loose): Loose {
  const fields = Object.entries(schema.shape).map(([name, field]): [string, unknown] => {
    const value = object[name];
    return [name, isRepeated(name, field, value) ? repeated[name] : normalize(field as z.ZodMiniType, value)];
  });
  return {
    ...object,
    ...Object.fromEntries(fields.filter(([name, value]) => value !== undefined || name in object)),
  };
}

/** Fields that repeat the status and the envelope, and so can be derived from them. */
const repeated: Loose = { result: 'success', success: true };

function isRepeated(name: string, field: unknown, value: unknown): boolean {
  const isConstant = field instanceof z.ZodMiniLiteral || field instanceof z.ZodMiniBoolean;
  return (
    isConstant && Object.hasOwn(repeated, name) && (value === undefined || value === null || isYes(value))
  );
}

function isYes(value: unknown): boolean {
  return (
    value === '' || value === true || (typeof value === 'string' && /^(?:success|ok|true)$/i.test(value))
  );
}

/** Keys that would become the same one stay as they are: their values are not merged. */
function normalizeEntries(schema: z.ZodMiniRecord, object: Loose): Loose {
  const { keyType, valueType } = schema.def;
  const entries = Object.entries(object).map(
    ([key, value]) =>
      [key, normalize(keyType as z.ZodMiniType, key), normalize(valueType as z.ZodMiniType, value)] as const,
  );
  const isDistinct = new Set(entries.map(([, key]) => key)).size === entries.length;
  return Object.fromEntries(entries.map(([given, key, value]) => [isDistinct ? String(key) : given, value]));
}

function normalizeText(schema: z.ZodMiniType, value: unknown): unknown {
  const text = typeof value === 'number' || value instanceof ExactNumber ? String(value) : value;
  if (typeof text !== 'string') return value;
  if (schema === timeText) return parseForeignTime(text) ?? text;
  return spellingsOf(schema)?.get(text.trim().toLowerCase()) ?? text;
}

function isShortInteger(value: unknown): boolean {
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value);
}

function isLoose(value: unknown): value is Loose {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
