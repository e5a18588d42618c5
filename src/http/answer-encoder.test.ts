import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { answerSchema } from '#contract/answer-schema.ts';
import { numberAmount, textAmount } from '#contract/amounts.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { decimal } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import { compileEncoder } from './answer-encoder.ts';

const numRuns = process.env['LONG_TESTS'] === '1' ? 100 : 30;

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }), fc.boolean())
  .map(([digits, places, isNegative]) => decimal(`${isNegative ? '-' : ''}${digits}e-${places}`));

/** What the schema may be given, and now and then something else: too much, too little, or of another kind. */
function valueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 60, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.anything() });
}

function fitting(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodMiniObject) {
    const known = Object.entries(schema.shape).map(([name, field]) => [name, valueOf(field)] as const);
    return fc.record({ secret: fc.string(), ...Object.fromEntries(known) });
  }
  if (schema instanceof z.ZodMiniArray) return fc.array(valueOf(schema.def.element), { maxLength: 4 });
  if (schema instanceof z.ZodMiniNullable) return fc.option(valueOf(schema.def.innerType));
  if (schema instanceof z.ZodMiniOptional) {
    return fc.option(valueOf(schema.def.innerType), { nil: undefined });
  }
  if (schema instanceof z.ZodMiniUnion) return fc.oneof(...schema.def.options.map(fitting));
  if (schema instanceof z.ZodMiniCodec) return amount;
  if (schema instanceof z.ZodMiniRecord) return fc.dictionary(fc.string(), valueOf(schema.def.valueType));
  const { values } = schema._zod;
  if (values !== undefined) return fc.constantFrom(...values);
  if (schema instanceof z.ZodMiniString) return fc.oneof(fc.string({ unit: 'binary' }), fc.string());
  if (schema instanceof z.ZodMiniNumberFormat) return fc.integer();
  if (schema instanceof z.ZodMiniNumber) return fc.double();
  if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
  return fc.anything();
}

/** The text that is sent, or that the value was refused. */
function textOf(encode: () => unknown): string {
  try {
    return stringifyJson(encode());
  } catch (error) {
    return error instanceof z.core.$ZodError ? `refused: ${error.message}` : `failed: ${String(error)}`;
  }
}

describe('a compiled encoder gives what zod gives, for any data of', () => {
  const operations = [...walletServiceOperations, ...gatewayOperations];
  it.each(operations.map((operation) => [operation.id, answerSchema(operation)] as const))(
    '%s',
    (_id, schema) => {
      const encode = compileEncoder(schema);
      fc.assert(
        fc.property(valueOf(schema), (value) => {
          expect(textOf(() => encode(value))).toBe(textOf(() => z.encode(schema, value)));
        }),
        { numRuns },
      );
    },
  );
});

it('writes every digit, and no field that the schema lacks', () => {
  const encode = compileEncoder(
    z.object({
      rows: z.array(z.object({ number: numberAmount, text: textAmount, none: z.nullable(z.string()) })),
    }),
  );
  const exact = decimal('12345678901234567890.123456789012345678');
  const row = { number: exact, text: exact, none: null, secret: 'never sent' };
  expect(stringifyJson(encode({ rows: [row] }))).toBe(
    '{"rows":[{"number":12345678901234567890.123456789012345678,"text":"12345678901234567890.123456789012345678","none":null}]}',
  );
});

it('refuses data that breaks the schema, and names the field', () => {
  const encode = compileEncoder(z.object({ rows: z.array(z.object({ amount: textAmount })) }));
  expect(() => encode({ rows: [{ amount: decimal('1') }, { amount: '1.0' as never }] })).toThrow(/"amount"/);
});
