import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { timeParameters } from '#contract/list-address.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { canonicalRows } from '#domain/canonical-rows.ts';
import { csvHeader, csvRow } from '#domain/csv.ts';
import { instantFromDate, lastMomentOfDay, parseDateTimeParameter } from '#domain/time.ts';
import { formatInteger } from '#domain/format.ts';
import { makeSums } from '#domain/list-sums.ts';
import { type ExportList, exportLists, rowIdOf } from './export-lists.ts';
import type { ExportedFile, ExportRequest } from './export-request.ts';
import { makeCells } from './file/cells.ts';
import { FormatLimit } from '#domain/xlsx/cells.ts';
import { formats } from './file/formats.ts';
import { RowFilter } from './row-filter.ts';
import { type ReadingHooks, type ReadPage, fetchPages } from './read-pages.ts';

/** `expected`: null where the service doesn't say how many rows there are. */
export type ExportProgress = { read: number; expected: number | null; elapsedMs: number };

export type ExportHooks = ReadingHooks & {
  onProgress: (progress: ExportProgress) => void;
  /** The time, in milliseconds since 1970. */
  now: () => number;
};

/** Rows that are not whole are many or none: so many are named. */
const namedProblems = 50;

const longestFilters = 80;

/** `transactions-completed-tron-2026-11-23T101530Z`: the list, its filters and the time that the data is as of. */
function fileName({ list, filterLabels, pin }: ExportRequest): string {
  const filters = filterLabels
    .map(({ value }) =>
      value
        .toLowerCase()
        .replaceAll(/[^a-z\d]+/g, '-')
        .replaceAll(/^-|-$/g, ''),
    )
    .filter((value) => value !== '')
    .join('-')
    .slice(0, longestFilters);
  const time = `${pin.slice(0, 19).replaceAll(':', '')}Z`;
  return [list, filters, time].filter((part) => part !== '').join('-');
}

/**
 * Reads a list to its end and writes it into one file, with the proof of what is in it. A file that is not complete
 * says so. Knows nothing of workers; rejects with what `onFailure` rejects with, or a FormatLimit.
 */
export async function runExport(
  request: ExportRequest,
  fetchPage: (query: Record<string, string>) => ReadPage,
  hooks: ExportHooks,
): Promise<ExportedFile> {
  const list: ExportList = exportLists[request.list];
  const format = formats[request.format];
  const time = list.operation.query && timeParameters(list.operation.query);
  const query = time === undefined ? queryTexts(request) : pinnedQuery(request, time.to);
  const name = fileName(request);
  const writer = format.open({ columns: list.columns, name, at: new Date(hooks.now()) });
  const rows = makeRowsPiece(list, request.zone);
  const hash = sha256.create();
  const faults = new Faults();
  const begunAt = performance.now();
  const encoder = new TextEncoder();

  const filter = new RowFilter(list.operation, query);
  let expected: number | null = null;
  let read = 0;
  const put = (texts: string[], cells: string[][]) => {
    const csv = encoder.encode(texts.join(''));
    hash.update(csv);
    writer.write({ rows: cells, csv });
  };
  put([csvHeader(list.columns)], []);
  for await (const page of fetchPages(fetchPage(query), hooks)) {
    if (page.offset === 0) expected = page.stated;
    const matching = filter.keep(page);
    read += page.rows.length;
    const least = filter.appliedHere.length === 0 ? (expected ?? 0) : rows.written() + matching.length;
    if (least > format.maximumRows) {
      throw new FormatLimit(
        `The list has ${formatInteger(least)} rows, but this format holds at most ${formatInteger(format.maximumRows)}. Choose another format or narrow your filters.`,
      );
    }
    if (page.stated !== expected) {
      faults.note(
        `The number of rows that match changed from ${expected ?? 'unknown'} to ${page.stated ?? 'unknown'} during the export. Rows may be missing, or may no longer match.`,
      );
    }
    const piece = rows.add(matching, faults);
    put(piece.csv, piece.cells);
    hooks.onProgress({ read, expected, elapsedMs: performance.now() - begunAt });
  }
  if (expected === null) {
    faults.note('The service doesn’t report a total, so the export may not include all rows.');
  } else if (!filter.isWhole(read, expected)) faults.note(`Expected ${expected} rows but received ${read}.`);
  for (const problem of filter.problems()) faults.note(problem);

  const sums = rows.sums();
  const header: ExportedFile['header'] = {
    product: 'Wallet Console',
    list: request.list,
    complete: faults.words().length === 0,
    rows_expected: filter.appliedHere.length === 0 ? expected : null,
    rows_read: read,
    rows_written: rows.written(),
    problems: faults.words(),
    notes: filter.notes(),
    filtered_by_console: filter.appliedByConsole,
    query,
    filters: request.filterLabels,
    pinned_to: request.pin,
    time_zone: request.zone,
    exported_at: instantFromDate(new Date(hooks.now())),
    account_id: request.accountId,
    user_name: request.userName,
    key_name: request.keyName,
    columns: list.columns.map((column) => column.name),
    sums,
    sums_note: list.sums.noteOf(sums),
    rows_sha256: bytesToHex(hash.digest()),
    rows_sha256_of: canonicalRows,
  };
  return { name: name + format.ending, blob: writer.finish(header), header };
}

/** The query as it is sent with each page: never beyond the pin, so that rows which arrive change nothing. */
function pinnedQuery({ query, pin }: ExportRequest, name: string): Record<string, string> {
  const sent = queryTexts({ query });
  const moment = parseDateTimeParameter(sent[name] ?? '');
  // A date alone is the whole day, as the contract has it.
  const end = moment?.isDateOnly === true ? lastMomentOfDay(moment.instant) : moment?.instant;
  return { ...sent, [name]: end !== undefined && end < pin ? end : pin };
}

/** The parameters that are sent, as texts. */
function queryTexts({ query }: Pick<ExportRequest, 'query'>): Record<string, string> {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(given);
}

/** Converts pages to cells and lines, adds them up, and prevents duplicate rows. */
function makeRowsPiece(list: ExportList, zone: string) {
  const cellsOf = makeCells(list.columns, zone);
  const sums = makeSums(list.sums);
  const ids = new Set<string>();
  const indexes = new Map(list.columns.map(({ name }, index) => [name, index]));
  let written = 0;
  return {
    add(page: readonly ReadRow<Record<string, unknown>>[], faults: Faults) {
      const cells = page.map((row) => {
        const read = cellsOf(row);
        written += 1;
        const cell = (column: string) => read.cells[indexes.get(column) ?? -1] ?? '';
        const id = rowIdOf(list, cell);
        const which = () => `Row ${written}${id === '' ? '' : ` (${id})`}`;
        for (const problem of read.problems) faults.note(`${which()}: ${problem}.`);
        if (id !== '' && ids.has(id)) {
          faults.note(
            `${which()} was received twice. The list changed during the export, so another row may be missing.`,
          );
        }
        ids.add(id);
        sums.addRow(cell);
        return read.cells;
      });
      return { cells, csv: cells.map((row) => csvRow(list.columns, row)) };
    },
    written: () => written,
    sums: sums.lines,
  };
}

/** Why an export is not complete; the same words once, and only so many of them. */
class Faults {
  #words = new Set<string>();
  #more = 0;

  note(words: string): void {
    if (this.#words.has(words)) return;
    if (this.#words.size < namedProblems) this.#words.add(words);
    else this.#more += 1;
  }

  words(): string[] {
    return [...this.#words, ...(this.#more === 0 ? [] : [`And ${this.#more} more like these.`])];
  }
}
