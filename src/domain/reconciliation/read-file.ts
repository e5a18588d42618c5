import { add, negate } from '../arithmetic.ts';
import { parseCsvRecords } from '../csv-records.ts';
import { type Decimal, isNegative, isZero, ZERO } from '../decimal.ts';
import { formatInteger } from '../format.ts';
import { networkNamed } from '../networks.ts';
import type { Instant } from '../time.ts';
import { zoneMoments } from '../zone-moments.ts';
import { magnitude } from './compare-lines.ts';
import { type FileMapping, type MappedColumn, mappedColumns } from './file-mapping.ts';
import type { FileLine } from './lines.ts';
import { type ReadCell, readAmountCell, readDirectionCell, readTimeCell } from './read-cells.ts';

/** How many lines a file can have, its first one aside. */
const MOST_FILE_LINES = 100_000;

/** A line that can’t be read, and why: a sentence. */
type LineProblem = { line: number; problem: string };

export type ReadFile =
  | {
      ok: true;
      lines: FileLine[];
      problems: LineProblem[];
      /** The numbers of lines with an amount of zero: nothing moved. */
      empty: number[];
    }
  /** The file as a whole can’t be read, for a reason to show. */
  | { ok: false; reason: string };

/** The names of the columns and the first rows, as they are written. */
export type FilePreview =
  | { ok: true; names: string[]; rows: { line: number; cells: string[] }[] }
  | { ok: false; reason: string };

const notCsv = 'This isn’t a valid CSV file: a quotation mark isn’t closed.';
const hasNoNames = 'The first line must have the names of the columns.';

/** The beginning of a file, to map its columns. */
export function previewFile(text: string, rows: number): FilePreview {
  const records = parseCsvRecords(text, rows + 1);
  if (records === undefined) return { ok: false, reason: notCsv };
  const [header, ...lines] = records;
  if (header === undefined || header.cells.every((cell) => cell === '')) {
    return { ok: false, reason: hasNoNames };
  }
  return { ok: true, names: header.cells, rows: lines };
}

/** Reads all lines of a CSV file as the mapping says. Every line is read, empty or a problem. */
export function readFile(text: string, mapping: FileMapping): ReadFile {
  const records = parseCsvRecords(text);
  if (records === undefined) return { ok: false, reason: notCsv };
  const [header, ...rows] = records;
  if (header === undefined) return { ok: false, reason: hasNoNames };
  if (rows.length > MOST_FILE_LINES) {
    return { ok: false, reason: `The file has more than ${formatInteger(MOST_FILE_LINES)} lines. Split it.` };
  }
  const missing = missingColumns(header.cells, mapping);
  if (missing.length > 0) return { ok: false, reason: `The file has no column ${missing.join(', ')}.` };
  const readRow = rowReader(header.cells, mapping);
  const lines: FileLine[] = [];
  const problems: LineProblem[] = [];
  const empty: number[] = [];
  for (const { line, cells } of rows) {
    const row = readRow(line, cells);
    if (row.kind === 'line') lines.push(row.line);
    else if (row.kind === 'empty') empty.push(line);
    else problems.push({ line, problem: row.problem });
  }
  return { ok: true, lines, problems, empty };
}

/** The columns of a mapping that a file with these names lacks. */
export function missingColumns(names: readonly string[], mapping: FileMapping): string[] {
  return mappedColumns.flatMap((column) => {
    const name = mapping[column];
    return name !== null && !names.includes(name) ? [name] : [];
  });
}

export type ReadRow =
  | { kind: 'line'; line: FileLine }
  | { kind: 'empty' }
  | { kind: 'problem'; problem: string };

/** A column’s cell that can’t be read: what is said of its line. */
class CellProblem extends Error {}

/** Reads rows of a file with these column names. Throws a RangeError if the mapping’s time zone is unknown. */
export function rowReader(
  names: readonly string[],
  mapping: FileMapping,
): (line: number, cells: readonly string[]) => ReadRow {
  const momentsOf = zoneMoments(mapping.time_zone);
  const places = new Map(
    mappedColumns.map((column) => [column, names.indexOf(mapping[column] ?? '')] as const),
  );
  return (line, cells) => {
    const cell = (column: MappedColumn) => cells[places.get(column) ?? -1] ?? '';
    try {
      return readCells(line, cell, mapping, momentsOf);
    } catch (error) {
      if (error instanceof CellProblem) return { kind: 'problem', problem: error.message };
      throw error;
    }
  };
}

type CellOf = (column: MappedColumn) => string;

function readCells(
  line: number,
  cell: CellOf,
  mapping: FileMapping,
  momentsOf: (clock: Date) => Instant[],
): ReadRow {
  const valueOf = <T>(column: MappedColumn, read: ReadCell<T>): T => {
    if (read.ok) return read.value;
    throw new CellProblem(`${mapping[column] ?? column}: ${read.problem}.`);
  };
  const amountIn = (column: MappedColumn) =>
    valueOf(column, readAmountCell(cell(column), mapping.number_format));
  const textOf = (column: MappedColumn) => (cell(column) === '' ? null : cell(column));

  const at = valueOf('time', readTimeCell(cell('time'), mapping.date_order, momentsOf));
  const fee = cell('fee') === '' ? null : magnitude(amountIn('fee'));
  const written = signedAmount(cell, mapping, amountIn, () =>
    valueOf('direction', readDirectionCell(cell('direction'))),
  );
  const hasFee = mapping.includes_fee && isNegative(written) && fee !== null;
  const amount = hasFee ? add(written, fee) : written;
  if (isZero(amount)) {
    if (fee === null || isZero(fee)) return { kind: 'empty' };
    throw new CellProblem('There is a fee, but no amount.');
  }
  if (hasFee && !isNegative(amount))
    throw new CellProblem('The fee is larger than the amount that includes it.');
  const currency = (mapping.fixed_currency ?? cell('currency')).toUpperCase();
  if (currency === '') throw new CellProblem(`${mapping.currency ?? 'Currency'}: is empty.`);
  const network = textOf('network');
  return {
    kind: 'line',
    line: {
      line,
      at,
      amount,
      fee,
      currency,
      // A network that isn’t ours stays what it is, and so differs from all of ours.
      network: network === null ? null : (networkNamed(network) ?? network),
      hash: textOf('hash'),
      reference: textOf('reference'),
    },
  };
}

/** Above zero: received; below zero: given. */
function signedAmount(
  cell: CellOf,
  { amount_layout: layout }: FileMapping,
  amountIn: (column: MappedColumn) => Decimal,
  direction: () => 'in' | 'out',
): Decimal {
  if (layout === 'signed') return amountIn('amount');
  if (layout === 'in_out') {
    const [received, given] = (['amount_in', 'amount_out'] as const).map((column) =>
      cell(column) === '' ? ZERO : magnitude(amountIn(column)),
    );
    if (received === undefined || given === undefined) return ZERO;
    if (!isZero(received) && !isZero(given)) throw new CellProblem('It is both received and given.');
    return isZero(given) ? received : negate(given);
  }
  const amount = amountIn('amount');
  const isOut = direction() === 'out';
  if (isNegative(amount) && !isOut) throw new CellProblem('It is received, but its amount is below zero.');
  return isOut && !isNegative(amount) ? negate(amount) : amount;
}
