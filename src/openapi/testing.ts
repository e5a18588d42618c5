import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { JsonSchema } from '#contract/wallet-service/describe.ts';
import type { OpenApiDocument, OperationObject, ResponseObject } from './openapi-types.ts';

/** Throws for an operation that the document does not have. */
export function operationOf({ paths }: OpenApiDocument, id: string): OperationObject {
  const found = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`The document has no operation ${id}`);
  return found;
}

/** Throws for a status that the operation does not document. */
export function responseOf(document: OpenApiDocument, id: string, status: number): ResponseObject {
  const response = operationOf(document, id).responses[status];
  const found =
    response && '$ref' in response
      ? document.components.responses[response.$ref.split('/').at(-1) ?? '']
      : response;
  if (found === undefined) throw new Error(`${id} does not document the status ${status}`);
  return found;
}

/** What breaks the schema, one line each. */
type Check = (value: unknown) => string[];

/**
 * Checks values against a schema of the document. `isClosed`: also that objects have no field which the
 * schema does not name, as a service that sends only what is documented.
 */
export function compileSchema(
  document: OpenApiDocument,
  schema: JsonSchema | boolean,
  { isClosed = false } = {},
): Check {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: true });
  formats.default(ajv);
  ajv.addKeyword('x-decided');
  const { schemas } = document.components;
  const root = {
    $defs: rewrite(schemas, isClosed),
    ...(rewrite({ schema }, isClosed) as { schema: object }).schema,
  };
  const validate = ajv.compile(typeof schema === 'boolean' ? schema : root);
  return (value) => {
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };
}

function rewrite(value: unknown, isClosed: boolean): unknown {
  if (Array.isArray(value)) return value.map((inner) => rewrite(inner, isClosed));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) =>
    key === '$ref'
      ? [key, String(inner).replace('#/components/schemas/', '#/$defs/')]
      : [key, rewrite(inner, isClosed)],
  );
  const rewritten = Object.fromEntries(entries) as JsonSchema;
  const isOpen = rewritten['type'] === 'object' && 'properties' in rewritten;
  return isClosed && isOpen ? { additionalProperties: false, ...rewritten } : rewritten;
}
