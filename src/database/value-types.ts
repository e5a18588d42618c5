import { types, type CustomTypesConfig } from 'pg';
import { decimal } from '#domain/decimal.ts';
import { parseJson } from '#domain/json.ts';
import { parseTimestamp, type Instant } from '#domain/time.ts';

const text = (value: string): string => value;

// Type ids of PostgreSQL (pg_type.dat), each with the id of its array. Whatever is not listed comes out as
// `pg` has it: booleans, int4 and floats as such, bytea as Buffer, text[] as an array, the rest as text.
const parsers = [
  { oid: 20, arrayOid: 1016, parse: parseInteger },
  { oid: 1700, arrayOid: 1231, parse: decimal },
  { oid: 1184, arrayOid: 1185, parse: parseInstant },
  // Neither has a zone, so neither is a moment, and `pg` would assume the zone of the machine.
  { oid: 1114, arrayOid: 1115, parse: text },
  { oid: 1082, arrayOid: 1182, parse: text },
  { oid: 114, arrayOid: 199, parse: parseJson },
  { oid: 3802, arrayOid: 3807, parse: parseJson },
] as const;

type TypeId = Parameters<typeof types.getTypeParser>[0];

// oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum of `pg` lists no array types.
const TEXT_ARRAY = 1009 as TypeId;

type Parse = (value: string) => unknown;

const parserByOid = new Map<number, Parse>(
  parsers.flatMap(({ oid, arrayOid, parse }): [number, Parse][] => [
    [oid, parse],
    [arrayOid, (value) => parseArray(value, parse)],
  ]),
);

/**
 * How values come out of the database, given to each connection (the parsers of `pg` are global and other
 * libraries may count on them): int8, and so every count, is a number and an error beyond 2^53; numeric is
 * a canonical `Decimal`; timestamptz is an `Instant`; date and timestamp are text; json and jsonb are what
 * `parseJson` gives. A sum over int8 is numeric, and so a `Decimal`.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && parserByOid.get(oid)) || types.getTypeParser(oid, format),
};

function parseInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`The integer ${value} does not fit into a number: select it as text.`);
  }
  return number;
}

/** As the server writes moments of four-digit years: `2026-01-02 03:04:05.12+00`. A hundred of them are on a page. */
const usualMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

function parseInstant(value: string): Instant {
  if (usualMoment.test(value)) {
    const micros = value.slice(20, -3).padEnd(6, '0');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: a moment that the server wrote, in UTC.
    return `${value.slice(0, 10)}T${value.slice(11, 19)}.${micros}Z` as Instant;
  }
  const timestamp = parseTimestamp(value);
  if (timestamp?.zone !== 'stated') throw new RangeError(`Not a moment of the years 1 to 9999: ${value}`);
  return timestamp.instant;
}

function parseArray(value: string, parse: Parse): unknown[] {
  const entries: (string | null)[] = types.getTypeParser(TEXT_ARRAY, 'text')(value);
  return entries.map((entry) => (entry === null ? null : parse(entry)));
}
