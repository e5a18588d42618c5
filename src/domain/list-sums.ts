import { add } from './arithmetic.ts';
import { type Decimal, isDecimal, ZERO } from './decimal.ts';
import { debitOf, receivedOf, type WithdrawalAmounts } from './withdrawal-amounts.ts';

/** The text of a row's value in the named column; empty where it could not be read. */
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
};

/** The rows that agree in the columns of `group`: how many there are, and their sums to the last digit. */
export type SumLine = { group: Record<string, string>; rows: number; sums: Record<string, Decimal> };

/** Adds rows up as they come; amounts that could not be read, which are empty, add nothing. */
export function makeSums(rules: SumRules) {
  const lines = new Map<string, { line: SumLine; unknown: Set<string> }>();
  const startingSums = () =>
    Object.fromEntries(
      rules.amounts.flatMap((rule) => ('by' in rule ? rule.names : [rule.name])).map((name) => [name, ZERO]),
    );
  return {
    addRow(cell: CellOf): void {
      const group = Object.fromEntries(rules.per.map((name) => [name, cell(name)]));
      const key = keyOf(group);
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
    lines: (): SumLine[] =>
      inOrder(
        [...lines.values()].map(({ line, unknown }) => {
          const { group, rows } = line;
          const known = Object.entries(line.sums).filter(([name]) => !unknown.has(name));
          return { group, rows, sums: Object.fromEntries(known) };
        }),
      ),
  };
}

/** Lines in the order of their groups' names. */
export function inOrder(lines: readonly SumLine[]): SumLine[] {
  return lines.toSorted((a, b) => (keyOf(a.group) < keyOf(b.group) ? -1 : 1));
}

function keyOf(group: Record<string, string>): string {
  return JSON.stringify(Object.values(group));
}

/** What a withdrawal moves, where its row says who pays the fee or there is none to pay. */
function movedBy(cell: CellOf, of: (amounts: WithdrawalAmounts) => Decimal): Decimal | undefined {
  const [amount, fee, included] = [cell('amount'), cell('fee'), cell('fee_included')];
  if (!isDecimal(amount) || !isDecimal(fee)) return undefined;
  if (included !== 'true' && included !== 'false' && fee !== ZERO) return undefined;
  return of({ amount, fee, fee_included: included === 'true' });
}

/** How the lists of funds add up. */
export const sumRules = {
  transactions: {
    per: ['currency', 'status'],
    amounts: [
      { column: 'amount', by: 'direction', names: ['in', 'out'] },
      { column: 'fee', name: 'fees' },
    ],
  },
  exchanges: {
    per: ['currency_from', 'currency_to', 'status'],
    amounts: [
      { column: 'amount_from', name: 'given' },
      { column: 'amount_to', name: 'received' },
      { column: 'fee', name: 'fee' },
    ],
  },
  entries: {
    per: ['currency'],
    amounts: [
      { column: 'amount', name: 'amount' },
      { column: 'fee', name: 'fee' },
    ],
  },
  withdrawals: {
    per: ['currency', 'status'],
    amounts: [
      { column: 'amount', name: 'requested' },
      { column: 'fee', name: 'fees' },
      { name: 'debited', of: (cell) => movedBy(cell, debitOf) },
      { name: 'recipients_get', of: (cell) => movedBy(cell, receivedOf) },
    ],
  },
} as const satisfies Record<string, SumRules>;
