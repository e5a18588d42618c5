import { type Kysely, sql } from 'kysely';
import type { listBookEntries } from '#contract/gateway/address-book.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { AddressBookTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { isWanted } from '#database/wanted-addresses.ts';
import type { Network } from '#domain/networks.ts';
import type { WantedAddresses } from '#domain/wanted-addresses.ts';

type Query = QueryOf<typeof listBookEntries>;

const sortColumns = { name: 'name_key', added_at: 'added_at', updated_at: 'updated_at' } as const;

/** What is searched and sorted by: case and the ways to write one letter do not count. */
export function searchKeyOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** One page of the account's entries, and how many there are on all pages. */
export async function listEntries(
  db: Kysely<Tables>,
  accountId: string,
  query: Query,
): Promise<{ count: number; entries: AddressBookTable[] }> {
  const { search, network, sort_by: sortBy, sort_direction: direction, limit, offset } = query;
  let found = db.selectFrom('address_book').where('account_id', '=', accountId);
  if (network !== undefined) found = found.where('network', '=', network);
  if (search !== undefined) {
    found = found.where(sql<boolean>`position(${searchKeyOf(search)} in search_key) > 0`);
  }
  const [{ count }, entries] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    found
      .selectAll()
      .orderBy(sortColumns[sortBy], direction)
      .orderBy('entry_id', direction)
      .limit(limit)
      .offset(offset)
      .execute(),
  ]);
  return { count, entries };
}

/** The account's entries that match any of what is wanted. */
export async function findEntries(
  db: Kysely<Tables>,
  accountId: string,
  wanted: WantedAddresses,
): Promise<AddressBookTable[]> {
  return await db
    .selectFrom('address_book')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isWanted(wanted, (names) => sql`name_key = any(${names.map(searchKeyOf)}::text[])`))
    .orderBy('name_key')
    .orderBy('entry_id')
    .execute();
}

export async function countEntries(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { entries } = await db
    .selectFrom('address_book')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return entries;
}

export async function findEntry(
  db: Kysely<Tables>,
  accountId: string,
  entryId: string,
): Promise<AddressBookTable | undefined> {
  return await db
    .selectFrom('address_book')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('entry_id', '=', entryId)
    .executeTakeFirst();
}

/** The address in canonical spelling. */
export type BookAddress = { network: Network; address: string };

export async function findEntryOf(
  db: Kysely<Tables>,
  accountId: string,
  { network, address }: BookAddress,
): Promise<AddressBookTable | undefined> {
  return await db
    .selectFrom('address_book')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
}

/** False when the address is in the book already. */
export async function insertEntry(db: Kysely<Tables>, entry: AddressBookTable): Promise<boolean> {
  const inserted = await db
    .insertInto('address_book')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['account_id', 'network', 'address']).doNothing())
    .returning('entry_id')
    .execute();
  return inserted.length > 0;
}

/** The entry as it was read, of which a change starts. */
export type ReadEntry = { accountId: string; entryId: string; version: number };

type Changes = Partial<Omit<AddressBookTable, 'entry_id' | 'account_id' | 'version'>>;

/**
 * Undefined when the entry is not, or no longer, as it was read. Throws the driver's error for an address that
 * another entry has.
 */
export async function updateEntry(
  db: Kysely<Tables>,
  { accountId, entryId, version }: ReadEntry,
  changes: Changes,
): Promise<AddressBookTable | undefined> {
  return await db
    .updateTable('address_book')
    .set({ ...changes, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('entry_id', '=', entryId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
}

/** False when the entry is not, or no longer, as it was read. */
export async function deleteEntry(
  db: Kysely<Tables>,
  { accountId, entryId, version }: ReadEntry,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('address_book')
    .where('account_id', '=', accountId)
    .where('entry_id', '=', entryId)
    .where('version', '=', version)
    .returning('entry_id')
    .execute();
  return deleted.length > 0;
}
