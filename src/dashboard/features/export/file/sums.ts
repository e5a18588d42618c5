import { add } from '#domain/arithmetic.ts';
import { type Decimal, isDecimal, ZERO } from '#domain/decimal.ts';
import type { Column, SumRules } from '../export-lists.ts';

/** The rows that agree in the columns of `group`: how many there are, and their sums to the last digit. */
export type SumLine = { group: Record<string, string>; rows: number; sums: Record<string, Decimal> };

/** Adds rows up as they come; amounts that could not be read, which are empty cells, add nothing. */
export function makeSums(columns: readonly Column[], rules: SumRules) {
  const lines = new Map<string, SumLine>();
  const indexOf = (name: string) => columns.findIndex((column) => column.name === name);
  const groups = rules.per.map((name) => ({ name, index: indexOf(name) }));
  const amounts = rules.amounts.map((rule) => ({
    index: indexOf(rule.column),
    nameOf: 'by' in rule ? cellAt(indexOf(rule.by)) : () => rule.name,
  }));
  const startingSums = () =>
    Object.fromEntries(
      rules.amounts.flatMap((rule) => ('by' in rule ? rule.names : [rule.name])).map((name) => [name, ZERO]),
    );
  return {
    /** The row's cells in the order of the columns. */
    addRow(cells: readonly string[]): void {
      const values = groups.map(({ index }) => cells[index] ?? '');
      const key = JSON.stringify(values);
      let line = lines.get(key);
      if (line === undefined) {
        const group = Object.fromEntries(groups.map(({ name }, at) => [name, values[at] ?? '']));
        lines.set(key, (line = { group, rows: 0, sums: startingSums() }));
      }
      line.rows += 1;
      for (const { index, nameOf } of amounts) {
        const amount = cells[index] ?? '';
        const name = nameOf(cells);
        if (isDecimal(amount)) line.sums[name] = add(line.sums[name] ?? ZERO, amount);
      }
    },
    /** In the order of the groups' names. */
    lines: (): SumLine[] => [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line),
  };
}

const cellAt = (index: number) => (cells: readonly string[]) => cells[index] ?? '';

/** What a line is about: `USDT`, or `BTC → USDT`. */
export function groupWords({ group }: SumLine): string {
  return Object.values(group)
    .map((value) => (value === '' ? '(not readable)' : value))
    .join(' → ');
}
