import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { FileContent, FileDescription } from './describe-file.ts';

/** Takes the bytes of a file, in order. */
export type FileOutput = (bytes: Uint8Array) => void;

/** Entries with their cells in the order of `entryColumns`, and the same as lines of CSV. */
type EntryRows = { entries: readonly LedgerEntry[]; cells: readonly string[][]; csv: string };

/** Writes one format: the statement when it begins, then the entries, then what the file says about itself. */
type FormatWriter = {
  write: (rows: EntryRows) => void;
  end: (about: FileDescription) => void | Promise<void>;
};

/** `statementCsv`: the rows of the statement as CSV. */
export type BeginFormat = (
  content: FileContent,
  statementCsv: string,
  output: FileOutput,
) => FormatWriter | Promise<FormatWriter>;
