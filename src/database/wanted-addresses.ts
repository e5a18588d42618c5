import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { byLengthOf, type WantedAddresses } from '#domain/wanted-addresses.ts';

/**
 * The condition that a row with an `address` is among the wanted ones. `isNamed`: the condition that it has one of the
 * names. Without any values, no row is.
 */
export function isWanted(
  { addresses, names, beginnings }: WantedAddresses,
  isNamed: (names: readonly string[]) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const conditions = [
    ...(addresses.length === 0 ? [] : [sql<SqlBool>`address = any(${addresses}::text[])`]),
    ...(names.length === 0 ? [] : [isNamed(names)]),
    ...[...byLengthOf(beginnings)].map(
      ([length, some]) => sql<SqlBool>`lower(left(address, ${sql.lit(length)})) = any(${[...some]}::text[])`,
    ),
  ];
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
