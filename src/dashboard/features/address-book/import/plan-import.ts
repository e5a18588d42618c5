import * as z from 'zod/mini';
import { type BookEntry, entryFields, MOST_ENTRIES } from '#contract/gateway/address-book.ts';
import { entryKey } from '../book-paths.ts';
import { networkNamed, readTypedAddress } from '../entry-address.ts';
import { type CsvRecord, readCsv } from './read-csv.ts';

const columns = ['name', 'network', 'address', 'note'] as const;

type Column = (typeof columns)[number];

export type PlannedEntry = Pick<BookEntry, Column>;

export type PlannedRow = {
  line: number;
  /** As the file has them. */
  written: Record<Column, string>;
} & (
  | { state: 'ready'; entry: PlannedEntry }
  /** In the book already, or earlier in the file: nothing is to be done. */
  | { state: 'known'; reason: string }
  | { state: 'wrong'; reason: string }
);

export type ImportPlan =
  | { ok: true; rows: PlannedRow[]; ignoredColumns: string[] }
  /** The file as a whole cannot be read. */
  | { ok: false; reason: string };

const texts = z.strictObject({ name: entryFields.name, note: entryFields.note });

/** What an import of the file would do, row by row, to a book with these entries. */
export function planImport(file: string, book: readonly BookEntry[]): ImportPlan {
  const records = recordsOf(file);
  if (records === undefined) return { ok: false, reason: 'The file is no CSV: its quotes do not match.' };
  const [header, ...lines] = records;
  const names = header?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const missing = columns.filter((column) => column !== 'note' && !names.includes(column));
  if (missing.length > 0) {
    return {
      ok: false,
      reason: `The first line must name the columns ${columns.join(', ')}; missing: ${missing.join(', ')}.`,
    };
  }
  if (lines.length > MOST_ENTRIES) {
    return { ok: false, reason: `The file has more than ${MOST_ENTRIES.toLocaleString('en')} rows.` };
  }
  const known = new Map(book.map((entry) => [entryKey(entry), `in the book already, as “${entry.name}”`]));
  const rows = lines.map(({ line, cells }): PlannedRow => {
    const cell = (column: Column) => cells[names.indexOf(column)] ?? '';
    const written = {
      name: cell('name'),
      network: cell('network'),
      address: cell('address'),
      note: cell('note'),
    };
    const read = readRow(written);
    if (typeof read === 'string') return { line, written, state: 'wrong', reason: read };
    const key = entryKey(read);
    const reason = known.get(key);
    if (reason !== undefined) return { line, written, state: 'known', reason };
    known.set(key, `the same address as in line ${line}`);
    return { line, written, state: 'ready', entry: read };
  });
  const isKnown = (name: string) => columns.some((column) => column === name);
  return { ok: true, rows, ignoredColumns: names.filter((name) => name !== '' && !isKnown(name)) };
}

function recordsOf(file: string): CsvRecord[] | undefined {
  try {
    return readCsv(file);
  } catch {
    return undefined;
  }
}

/** The entry, or why the row is none. */
function readRow(written: Record<Column, string>): PlannedEntry | string {
  const { name, note } = written;
  const read = z.safeParse(texts, { name, note });
  const [issue] = read.error?.issues ?? [];
  if (!read.success) return `${String(issue?.path[0])}: ${issue?.message}`;
  const network = networkNamed(written.network);
  if (network === undefined) return `network: “${written.network}” is none that the book knows`;
  const address = readTypedAddress(network, written.address);
  if (address.state === 'valid') return { ...read.data, network, address: address.address };
  return `address: ${address.state === 'empty' ? 'required field' : address.reason}`;
}
