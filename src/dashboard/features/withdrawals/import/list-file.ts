import { csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import { type CsvRow, type CsvTable, parseCsvTable } from '#dashboard/list/export/file/read-csv.ts';

/** The columns of a list of withdrawals, in the order of the template. */
const listColumns = [
  'source',
  'network',
  'currency',
  'recipient',
  'amount',
  'fee_included',
  'comment',
  'external_id',
] as const;

export type ListColumn = (typeof listColumns)[number];

/** A row as the file has it. */
export type ListRow = CsvRow<ListColumn>;

/** How many rows a list may have: each is looked up, and sent, on its own. */
const MOST_ROWS = 2000;

/** The rows of a file, or why it isn’t a list of withdrawals. */
export function parseList(text: string): CsvTable<ListColumn> {
  const table = parseCsvTable(text, {
    columns: listColumns,
    optional: ['fee_included', 'comment', 'external_id'],
    mostRows: MOST_ROWS,
  });
  return table.ok && table.rows.length === 0
    ? { ok: false, reason: 'There are no rows below the column names.' }
    : table;
}

/** A file to fill in. Its one row is refused until it names a recipient. */
export function listTemplate(): string {
  const columns = textColumns(listColumns);
  const example = ['pool', 'trx', 'USDT', 'Address or address book name', '25.5', 'true', 'Invoice 1001', ''];
  return csvHeader(columns) + csvRow(columns, example);
}

/** The outcome of a row of the list. */
export type ListResult = {
  line: number;
  written: ListRow['written'];
  /** The external ID that it was sent with; empty if it wasn't sent. */
  externalId: string;
  result: string;
  requestId: string;
  reason: string;
};

/** The results as comma-separated values that can be read as a list again, under the external ids of the requests. */
export function resultsAsCsv(results: readonly ListResult[]): string {
  const columns = textColumns([...listColumns, 'line', 'result', 'request_id', 'reason']);
  const lines = results.map(({ line, written, externalId, result, requestId, reason }) => {
    const cells = { ...written, external_id: externalId || written.external_id };
    const asWritten = listColumns.map((column) => cells[column]);
    return csvRow(columns, [...asWritten, String(line), result, requestId, reason]);
  });
  return [csvHeader(columns), ...lines].join('');
}
