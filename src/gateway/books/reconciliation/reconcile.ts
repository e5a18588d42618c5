import { createHash } from 'node:crypto';
import { MOST_NAMED_PROBLEMS, type ReconciliationSummary } from '#contract/gateway/reconciliations.ts';
import { compareBooks, type LedgerLine } from '#domain/reconciliation/compare-books.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import { type BookLine, contentOf, type MatchResult } from '#domain/reconciliation/lines.ts';
import type { ListLine } from '#domain/reconciliation/list-lines.ts';
import { matchLines, type MatchOptions } from '#domain/reconciliation/match-lines.ts';
import { readFile } from '#domain/reconciliation/read-file.ts';
import { countResults, sumResults } from '#domain/reconciliation/sum-results.ts';

/** What a thread works on: plain data and bytes. */
export type ToReconcile = {
  /** UTF-8. */
  file: Uint8Array;
  mapping: FileMapping;
  /** JSON of `BookLines` of our own ledger, in chunks. */
  books: readonly Uint8Array[];
  /** JSON of the lines of a remote provider’s lists, which has no ledger to compare them with. */
  provider: Uint8Array | undefined;
  options: MatchOptions;
};

export type Reconciled =
  | {
      ok: true;
      summary: Omit<ReconciliationSummary, 'balances' | 'unreadable_rows'>;
      /** JSON arrays of rows to be stored. */
      rows: string[];
    }
  | { ok: false; reason: string };

/** So many rows are stored at once. */
const CHUNK = 500;

/** Reads the file, compares the ledger with the lists, and finds what became of each line. */
export function reconcile({ file, mapping, books, provider, options }: ToReconcile): Reconciled {
  const read = readFile(textOf(file), mapping);
  if (!read.ok) return read;
  const { ledger, lists } = mergeBooks(books);
  const ours = provider === undefined ? ledger : (JSON.parse(textOf(provider)) as BookLine[]);
  const { results, leftOut } = matchLines(ours, read.lines, options);
  return {
    ok: true,
    summary: {
      rows: read.lines.length + read.problems.length + read.empty.length,
      problem_count: read.problems.length,
      problems: read.problems.slice(0, MOST_NAMED_PROBLEMS),
      empty: read.empty.length,
      left_out: leftOut,
      counts: countResults(results),
      sums: sumResults(results),
      books: provider === undefined ? compareOwnBooks(ledger, lists, options) : null,
    },
    rows: chunksOf(storedRows(results)),
  };
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function mergeBooks(chunks: readonly Uint8Array[]): { ledger: LedgerLine[]; lists: ListLine[] } {
  const books = chunks.map(
    (chunk) => JSON.parse(textOf(chunk)) as { ledger: LedgerLine[]; lists: ListLine[] },
  );
  return {
    ledger: books.flatMap(({ ledger }) => ledger),
    lists: books.flatMap(({ lists }) => lists),
  };
}

/** Those of the period itself: around it only the file needs them. */
function compareOwnBooks(
  ledger: readonly LedgerLine[],
  lists: readonly ListLine[],
  { from, to, currency }: MatchOptions,
): ReconciliationSummary['books'] {
  const isWanted = (line: BookLine) =>
    line.at >= from && line.at < to && (currency === undefined || line.currency === currency);
  const { compared, faults } = compareBooks(ledger.filter(isWanted), lists.filter(isWanted));
  return { compared, fault_count: faults.length, faults: faults.slice(0, MOST_NAMED_PROBLEMS) };
}

/**
 * The key of a line is the same in another run if both sides and what differs are. Equal lines of the file count, so that
 * each of them has a key of its own.
 */
function* storedRows(results: readonly MatchResult[]) {
  const counts = new Map<string, number>();
  let number = 0;
  for (const { kind, method, isAmbiguous, ours, theirs, differences, duplicateOf } of results) {
    const content = JSON.stringify([kind, ours?.id, theirs && contentOf(theirs), differences]);
    const count = (counts.get(content) ?? 0) + 1;
    counts.set(content, count);
    number += 1;
    yield {
      number,
      kind,
      line_key: createHash('sha256').update(`${count} ${content}`).digest('hex').slice(0, 40),
      content: JSON.stringify({
        method,
        is_ambiguous: isAmbiguous,
        ours,
        theirs,
        differences,
        duplicate_of: duplicateOf,
      }),
    };
  }
}

function chunksOf(rows: Iterable<unknown>): string[] {
  const chunks: string[] = [];
  let chunk: unknown[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    chunks.push(JSON.stringify(chunk));
    chunk = [];
  }
  if (chunk.length > 0) chunks.push(JSON.stringify(chunk));
  return chunks;
}
