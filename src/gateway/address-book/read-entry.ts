import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { type BookEntry, entryFields } from '#contract/gateway/address-book.ts';
import type { AddressBookTable } from '#database/console-tables.ts';
import { checkAddress } from '#domain/addresses.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import { brokenRules } from '#http/serve.ts';
import { searchKeyOf } from './address-book.store.ts';

const written = z.strictObject(entryFields);

export type WrittenEntry = z.output<typeof written>;

/** The entry with its address in canonical spelling, or the rule that each field breaks. */
export function checkEntry(
  entry: WrittenEntry,
): { ok: true; entry: WrittenEntry } | { ok: false; problems: Record<string, string> } {
  const check = checkAddress(entry.network, entry.address);
  return check.ok
    ? { ok: true, entry: { ...entry, address: check.address } }
    : { ok: false, problems: { address: check.reason } };
}

/** Reads a row of an import, which may be anything. */
export function parseRow(row: unknown): ReturnType<typeof checkEntry> {
  const read = z.safeParse(written, row);
  if (read.success) return checkEntry(read.data);
  return { ok: false, problems: brokenRules(read.error, 'unknown field') };
}

/** The columns that follow from what was written. */
export function writtenColumns({ name, network, address, note }: WrittenEntry) {
  return {
    name,
    name_key: searchKeyOf(name),
    network,
    address,
    note,
    // No field has a line break: a match never runs from one into the next.
    search_key: searchKeyOf(`${name}\n${address}\n${note}`),
  };
}

type Added = { accountId: string; actorName: string | null; at: Instant; usableFrom: Instant };

export function newEntry(
  entry: WrittenEntry,
  { accountId, actorName, at, usableFrom }: Added,
): AddressBookTable {
  return {
    entry_id: `book_${randomBytes(12).toString('hex')}`,
    account_id: accountId,
    ...writtenColumns(entry),
    version: 1,
    added_by: actorName,
    added_at: at,
    updated_at: at,
    usable_from: usableFrom,
  };
}

export function toEntryResponse(row: AddressBookTable): BookEntry {
  const { entry_id, name, network, address, note, version, added_by } = row;
  return {
    id: entry_id,
    name,
    network,
    address,
    note,
    version,
    added_by,
    added_at: writeIsoTime(row.added_at),
    updated_at: writeIsoTime(row.updated_at),
    usable_from: writeIsoTime(row.usable_from),
  };
}
