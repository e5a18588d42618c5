import { add } from '#domain/arithmetic.ts';
import { type Decimal, isDecimal, ZERO } from '#domain/decimal.ts';
import type { CsvColumn } from '#domain/csv.ts';

/** The text of a row's cell in the named column; empty where it could not be read. */
type CellOf = (column: string) => string;

/**
 * The kinds of sums of a line: of a column's amounts; of a column's amounts by the value of another one; or of a value
 * computed from each row. If it can't be computed for one row, the line has no such sum.
 */
type SumRule =
  | { column: string; name: string }
  | { column: string; by: string; names: readonly string[] }
  | { name: string; of: (cell: CellOf) => Decimal | undefined };

/** How the rows of a list add up. */
export type SumRules = {
  /** Rows that agree in these columns are added up together. Money is never added up across statuses. */
  per: readonly string[];
  amounts: readonly SumRule[];
  /** What a reader of the sums has to know. */
  noteOf: (lines: readonly SumLine[]) => string;
};

/** The rows that agree in the columns of `group`: how many there are, and their sums to the last digit. */
export type SumLine = { group: Record<string, string>; rows: number; sums: Record<string, Decimal> };

/** Adds rows up as they come; amounts that could not be read, which are empty cells, add nothing. */
export function makeSums(columns: readonly CsvColumn[], rules: SumRules) {
  const lines = new Map<string, { line: SumLine; unknown: Set<string> }>();
  const indexes = new Map(columns.map(({ name }, index) => [name, index]));
  const startingSums = () =>
    Object.fromEntries(
      rules.amounts.flatMap((rule) => ('by' in rule ? rule.names : [rule.name])).map((name) => [name, ZERO]),
    );
  return {
    /** The row's cells in the order of the columns. */
    addRow(cells: readonly string[]): void {
      const cell = (column: string) => cells[indexes.get(column) ?? -1] ?? '';
      const group = Object.fromEntries(rules.per.map((name) => [name, cell(name)]));
      const key = JSON.stringify(Object.values(group));
      const added = lines.get(key) ?? { line: { group, rows: 0, sums: startingSums() }, unknown: new Set() };
      lines.set(key, added);
      const { line, unknown } = added;
      line.rows += 1;
      for (const rule of rules.amounts) {
        const name = 'by' in rule ? cell(rule.by) : rule.name;
        const amount = 'of' in rule ? rule.of(cell) : cell(rule.column);
        if (amount === undefined) unknown.add(name);
        else if (isDecimal(amount)) line.sums[name] = add(line.sums[name] ?? ZERO, amount);
      }
    },
    /** In the order of the groups' names. */
    lines: (): SumLine[] =>
      [...lines.entries()]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { line, unknown }]) => {
          const { group, rows } = line;
          const known = Object.entries(line.sums).filter(([name]) => !unknown.has(name));
          return { group, rows, sums: Object.fromEntries(known) };
        }),
  };
}

/** The names of all sums that the lines have. */
export function sumNames(lines: readonly SumLine[]): string[] {
  return [...new Set(lines.flatMap(({ sums }) => Object.keys(sums)))];
}

/** What a line is about, apart from its status: `USDT`, or `BTC → USDT`. */
export function groupLabel({ group }: SumLine): string {
  const { status: _, ...others } = group;
  const joint = 'currency_from' in group ? ' → ' : ', ';
  return Object.values(others)
    .map((value) => (value === '' ? '(unreadable)' : value))
    .join(joint);
}

/** A sum's name as people read it. */
export function sumLabel(name: string): string {
  return labels[name] ?? name;
}

const labels: Partial<Record<string, string>> = {
  in: 'In',
  out: 'Out',
  given: 'Sold',
  received: 'Bought',
  requested: 'Amount requested',
  fees: 'Fees',
  fee: 'Fees',
  debited: 'Debited',
  recipients_get: 'Recipients get',
};
