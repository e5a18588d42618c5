import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { isAddressOf, ofOneNetwork } from './coherent-fields.ts';
import {
  allowedValue,
  anyValue,
  isOptional,
  type Fields,
  type FieldValue,
  type Known,
} from './field-values.ts';

export type FuzzRequest = {
  operationId: string;
  /** `own`: a key that may do everything; `weak`: one that may do nothing; `unknown`; `none`. */
  key: 'own' | 'weak' | 'unknown' | 'none';
  /** Query or body, whichever the operation has. */
  fields: Fields;
  /** Sent instead of the body's fields, as it is. */
  rawBody: string | undefined;
};

/** Requests of the operations: most of them right, some wrong in one field, some in all. */
export function requestsOf(operations: readonly Operation[]): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map(requestOf));
}

function requestOf(operation: Operation): fc.Arbitrary<FuzzRequest> {
  const shape = (operation.query ?? operation.body)?.shape ?? {};
  const isText = operation.query !== undefined;
  const right = fieldsOf(shape, (name, schema) => allowedValue(name, schema));
  const wild = fieldsOf(shape, () => anyValue(isText));
  const strange = fc.dictionary(fc.string({ maxLength: 12 }), anyValue(isText), { maxKeys: 2 });
  const names = Object.keys(shape);
  const oneWrong = fc
    .tuple(right, anyValue(isText), fc.nat({ max: Math.max(0, names.length - 1) }))
    .map(([fields, value, index]) => Object.assign(fields, names[index] && { [names[index]]: value }));
  const fields = fc.oneof(
    { weight: 8, arbitrary: right.map(ofOneNetwork) },
    { weight: 4, arbitrary: right },
    { weight: 5, arbitrary: oneWrong },
    { weight: 2, arbitrary: wild },
    { weight: 1, arbitrary: fc.tuple(right, strange).map(([known, more]) => Object.assign(more, known)) },
  );
  const rawBody =
    operation.body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 40, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.oneof(fc.json(), fc.string({ maxLength: 60 })) },
        );
  const key = fc.oneof(
    { weight: 40, arbitrary: fc.constant('own' as const) },
    { weight: 1, arbitrary: fc.constantFrom('weak' as const, 'unknown' as const, 'none' as const) },
  );
  return fc.record({ operationId: fc.constant(operation.id), key, fields, rawBody });
}

/** Each required field, and some of the optional ones. */
function fieldsOf(
  shape: Readonly<Record<string, z.core.$ZodType>>,
  value: (name: string, schema: z.ZodMiniType) => fc.Arbitrary<FieldValue>,
): fc.Arbitrary<Fields> {
  const schemas = Object.entries(shape) as [string, z.ZodMiniType][];
  const required = schemas.filter(([, schema]) => !isOptional(schema)).map(([name]) => name);
  return fc.record(Object.fromEntries(schemas.map(([name, schema]) => [name, value(name, schema)])), {
    requiredKeys: required,
  });
}

/** The fields as they are sent now. A kind of which nothing is known yet is a word that means nothing. */
export function resolveFields(fields: Fields, known: Known): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if ('literal' in value) return [name, value.literal];
      const { index, network } = value;
      const all = known[value.known];
      const fitting = network === undefined ? all : all.filter((text) => isAddressOf(network, text));
      return [name, fitting[index % Math.max(1, fitting.length)] ?? 'nothing'];
    }),
  );
}
