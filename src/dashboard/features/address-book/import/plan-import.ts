import { type Limits, noLimits } from '#contract/gateway/limits.ts';
import { networkRefusal } from '#dashboard/session/limits.ts';
import * as z from 'zod/mini';
import { type BookEntry, entryFields, MOST_ENTRIES } from '#contract/gateway/address-book.ts';
import { parseCsvTable } from '#dashboard/list/export/file/read-csv.ts';
import { entryKey } from '#dashboard/entities/address-book/book-paths.ts';
import { capitalize } from '#dashboard/lib/format.ts';
import { networkNamed } from '#domain/networks.ts';
import { parseTypedAddress } from '#dashboard/entities/address-book/entry-address.ts';

const columns = ['name', 'network', 'address', 'note'] as const;

type Column = (typeof columns)[number];

export type PlannedEntry = Pick<BookEntry, Column>;

export type PlannedRow = {
  line: number;
  /** The values as written in the file. */
  written: Record<Column, string>;
} & (
  | { state: 'ready'; entry: PlannedEntry }
  /** The address is in the book already, or earlier in the file, so there is nothing to do. */
  | { state: 'known'; reason: string }
  | { state: 'wrong'; reason: string }
);

export type ImportPlan =
  | { ok: true; rows: PlannedRow[]; ignoredColumns: string[] }
  /** The file as a whole cannot be read. */
  | { ok: false; reason: string };

const texts = z.strictObject({ name: entryFields.name, note: entryFields.note });

/** What an import of the file would do, row by row, to a book with these entries. `limits`: those of the user's roles. */
export function planImport(file: string, book: readonly BookEntry[], limits: Limits = noLimits): ImportPlan {
  const table = parseCsvTable(file, { columns, optional: ['note'], mostRows: MOST_ENTRIES });
  if (!table.ok) return table;
  const known = new Map(book.map((entry) => [entryKey(entry), `Already saved as “${entry.name}”`]));
  const rows = table.rows.map(({ line, written }): PlannedRow => {
    const read = parseRow(written, limits);
    if (typeof read === 'string') return { line, written, state: 'wrong', reason: read };
    const key = entryKey(read);
    const reason = known.get(key);
    if (reason !== undefined) return { line, written, state: 'known', reason };
    known.set(key, `Duplicate of line ${line}`);
    return { line, written, state: 'ready', entry: read };
  });
  return { ok: true, rows, ignoredColumns: table.ignoredColumns };
}

/** The entry, or why the row isn’t one. */
function parseRow(written: Record<Column, string>, limits: Limits): PlannedEntry | string {
  const { name, note } = written;
  const read = z.safeParse(texts, { name, note });
  const [issue] = read.error?.issues ?? [];
  if (!read.success) return `${capitalize(String(issue?.path[0]))}: ${issue?.message}`;
  const network = networkNamed(written.network);
  if (network === undefined) return `Network: unknown network “${written.network}”`;
  const refusal = networkRefusal(limits, network);
  if (refusal !== undefined) return `Network: ${refusal}`;
  const address = parseTypedAddress(network, written.address);
  if (address.state === 'valid') return { ...read.data, network, address: address.address };
  return `Address: ${address.state === 'empty' ? 'required field' : address.reason}`;
}
