import * as fc from 'fast-check';
import * as z from 'zod/mini';
import type { Scheme } from '#domain/networks/network.ts';
import { recordOf } from '#domain/record-of.ts';
import { currencies, type Network, networks, withdrawalNetworks } from '#domain/networks.ts';

/** Ids and addresses that earlier responses returned, so that later requests can use them. */
export type Known = { addresses: string[]; requestIds: string[]; uids: string[]; hashes: string[] };

/** A value to be sent; one of the `known` is looked up at the moment of sending. */
export type FieldValue =
  | { literal: unknown }
  /** With a network: one of its addresses. */
  | { known: keyof Known; index: number; network?: Network };

export type Fields = Readonly<Record<string, FieldValue>>;

type FieldArbitrary = fc.Arbitrary<FieldValue>;

const literal = <T>(values: fc.Arbitrary<T>): FieldArbitrary => values.map((value) => ({ literal: value }));

const known = (kind: keyof Known): FieldArbitrary =>
  fc.nat({ max: 1_000 }).map((index) => ({ known: kind, index }));

const addressOfScheme = {
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  bitcoin: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  solana: '11111111111111111111111111111111',
} satisfies Record<Scheme, string>;

/** An address of each network outside this service. */
export const outsideAddresses = recordOf(
  withdrawalNetworks,
  (network) => addressOfScheme[networks[network].scheme],
);

const outside = literal(fc.constantFrom(...Object.values(outsideAddresses)));
const amounts = fc.oneof(
  fc.constantFrom('1', '0.5', '10', '25.000001', '100', '1000000', '0.000000000000000001', '5.10'),
  fc.double({ min: 0.01, max: 5_000, noNaN: true }).map((value) => value.toFixed(4)),
);
const moments = fc.oneof(
  fc
    .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('2026-01-31', '2026-01-31T10:00', '2026-01-31T10:00:00+05:30', '0001-01-01', '9999-12-31'),
);

/** Values that make sense for fields of these names; all others are made from their schema. */
const byName: Readonly<Record<string, FieldArbitrary>> = {
  address: fc.oneof({ weight: 4, arbitrary: known('addresses') }, outside),
  sender_wallet: known('addresses'),
  recipient_wallet: fc.oneof(outside, known('addresses')),
  value: fc.oneof(outside, known('addresses'), known('hashes')),
  request_id: known('requestIds'),
  uid: known('uids'),
  transaction_id: known('hashes'),
  search: fc.oneof(known('addresses'), known('hashes'), literal(fc.string({ minLength: 3, maxLength: 8 }))),
  external_id: literal(fc.oneof(fc.uuid(), fc.constantFrom('invoice 1', 'invoice 2', 'invoice 3'))),
  amount: literal(amounts),
  currency: literal(fc.constantFrom(...currencies)),
  currency_from: literal(fc.constantFrom(...currencies)),
  currency_to: literal(fc.constantFrom(...currencies)),
  network: literal(fc.constantFrom(...withdrawalNetworks)),
  created_from: literal(moments),
  created_to: literal(moments),
  limit: literal(fc.integer({ min: 1, max: 300 }).map(String)),
  offset: literal(fc.integer({ min: 0, max: 50 }).map(String)),
};

/** A value that the field's rule allows, as far as one field alone can tell. */
export function allowedValue(name: string, schema: z.ZodMiniType): FieldArbitrary {
  const inner = innermost(schema);
  if (inner instanceof z.ZodMiniEnum) return literal(fc.constantFrom(...Object.values(inner.def.entries)));
  if (inner instanceof z.ZodMiniBoolean) return literal(fc.boolean());
  return byName[name] ?? literal(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }));
}

// prettier-ignore
const awkwardTexts = [
  '', ' ', '\0', '\ud800', '%', '_', '\\', "'", '";--', '<b>', '../..', '__proto__', 'null', 'NaN', '…',
  '-1', '0', '1e5', '1e-30', '0x10', '99999999999999999999', '301', '٣', '1,5', '+1', '1_000',
  '2026-02-30', '2026-01-01T24:00:00Z', '0000-01-01', '10000-01-01', 'yesterday', '2026-1-1',
];

/** Arbitrary values: non-texts, what databases and parsers choke on, what looks like a value. */
export function anyValue(isText: boolean): FieldArbitrary {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom(...awkwardTexts),
  );
  if (isText) return literal(texts);
  return literal(
    fc.oneof(
      texts,
      fc.constantFrom(null, true, [], {}, [null], { $ne: 1 }),
      fc.double(),
      fc.maxSafeInteger(),
    ),
  );
}

/** The field's own schema, without the parts that make it optional, default it, or transform it. */
function innermost(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault) {
    return innermost(schema.def.innerType as z.ZodMiniType);
  }
  if (schema instanceof z.ZodMiniPipe) return innermost(schema.def.in as z.ZodMiniType);
  return schema;
}

export function isOptional(schema: z.ZodMiniType): boolean {
  return schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniDefault;
}
