import { add } from '#domain/arithmetic.ts';
import { type Decimal, isDecimal, ZERO } from '#domain/decimal.ts';
import type { SumRules } from '../export-lists.ts';

/** The rows that agree in the columns of `group`: how many there are, and their sums to the last digit. */
export type SumLine = { group: Record<string, string>; rows: number; sums: Record<string, Decimal> };

/** Adds rows up as they come; amounts that could not be read, which are empty cells, add nothing. */
export function makeSums(rules: SumRules) {
  const lines = new Map<string, SumLine>();
  const startingSums = () =>
    Object.fromEntries(
      rules.amounts.flatMap((rule) => ('by' in rule ? rule.names : [rule.name])).map((name) => [name, ZERO]),
    );
  return {
    /** The row's cells by the names of their columns. */
    addRow(cells: ReadonlyMap<string, string>): void {
      const values = rules.per.map((column) => cells.get(column) ?? '');
      const key = JSON.stringify(values);
      const line = lines.get(key) ?? {
        group: Object.fromEntries(rules.per.map((column, index) => [column, values[index] ?? ''])),
        rows: 0,
        sums: startingSums(),
      };
      lines.set(key, line);
      line.rows += 1;
      for (const rule of rules.amounts) {
        const amount = cells.get(rule.column) ?? '';
        const name = 'by' in rule ? (cells.get(rule.by) ?? '') : rule.name;
        if (isDecimal(amount)) line.sums[name] = add(line.sums[name] ?? ZERO, amount);
      }
    },
    /** In the order of the groups' names. */
    lines: (): SumLine[] => [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line),
  };
}

/** What a line is about: `USDT`, or `BTC → USDT`. */
export function groupWords({ group }: SumLine): string {
  return Object.values(group)
    .map((value) => (value === '' ? '(not readable)' : value))
    .join(' → ');
}
