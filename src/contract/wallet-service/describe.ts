import * as z from 'zod/mini';
import type { Operation } from '../operation.ts';

/** A JSON Schema in the document. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: string | number | boolean;
  examples?: readonly unknown[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  description?: string;
  /** The published interface leaves it open, and we decided. */
  'x-decided'?: boolean;
};

/** What a parameter or a field means, and who says so. */
export type FieldDoc = {
  text: string;
  isDecided: boolean;
  /** What the contract's schema cannot say, because it reads more than our service writes. */
  schema: JsonSchema;
};

/** A field as the interface publishes it. */
export function published(text: string, schema: JsonSchema = {}): FieldDoc {
  return { text, isDecided: false, schema };
}

/** A field whose name, values or meaning the published interface leaves open, and we decided. */
export function decided(text: string, schema: JsonSchema = {}): FieldDoc {
  return { text, isDecided: true, schema };
}

export type RequestExample = {
  summary: string;
  query?: Readonly<Record<string, string | number>>;
  body?: Readonly<Record<string, unknown>>;
};

type AnswerExample = { summary: string; data: unknown };

/** How a failure reads; without it the failure's own `when` is the message. */
export type FailureExample = { message: string; data?: unknown };

/** What people need to know of an operation beyond its contract. */
export type OperationDoc = {
  /** Plain paragraphs, `code` between backticks. */
  text: string;
  /** Whether the published interface shows the operation, or only names it. */
  isDecided: boolean;
  /** What the published interface leaves open about it, and how we decided: one sentence each. */
  decisions: readonly string[];
  /** Its query parameters or the fields of its body, all of them. */
  fields: Readonly<Record<string, FieldDoc>>;
  requests: Readonly<Record<string, RequestExample>>;
  answers: Readonly<Record<string, AnswerExample>>;
  /** A validation failure: parameter → rule. Needed where one can happen. */
  invalid?: Readonly<Record<string, string>>;
  /** Examples by the failure's `when`. */
  failures?: Readonly<Record<string, FailureExample>>;
};

/** What the fields of a schema mean that several answers share, by field. */
export type SchemaDoc = { text: string; fields: Readonly<Record<string, FieldDoc>> };

/** What the API document calls a schema and says about it. Only src/openapi reads it, so browsers don't load it. */
export const schemaDocs = z.registry<SchemaDoc & { id: string }>();

/** Describes an object and each of its fields under the name that the API document gives it. */
export function describeSchema<S extends z.ZodMiniObject>(
  id: string,
  schema: S,
  doc: SchemaDoc & { fields: Readonly<Record<FieldOf<S>, FieldDoc>> },
): void {
  schemaDocs.add(schema, { id, ...doc });
}

const operationDocs = new Map<string, OperationDoc>();

/** Describes an operation and each of its parameters or the fields of its body. */
export function describeOperation<O extends Operation>(
  { id }: O,
  doc: OperationDoc & { fields: Readonly<Record<FieldOf<O['query']> | FieldOf<O['body']>, FieldDoc>> },
): void {
  operationDocs.set(id, doc);
}

/** Throws for an operation without a description. */
export function operationDocOf(id: string): OperationDoc {
  const doc = operationDocs.get(id);
  if (doc === undefined) throw new Error(`The operation ${id} has no description in a *.docs.ts file`);
  return doc;
}

/** "`a`, `b`, `c`". */
export function codeList(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}

/** "`a`, `b` or `c`". */
export function oneOfText(values: readonly string[]): string {
  return codeList(values).replace(/, (?=[^,]*$)/, ' or ');
}

/** How the rule of a parameter with fixed values reads in a failure. */
export function allowedText(values: readonly string[]): string {
  return `allowed: ${values.join(', ')}`;
}

type FieldOf<S> = S extends { shape: infer Shape } ? keyof Shape & string : never;
