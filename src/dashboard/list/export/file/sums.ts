import type { SumLine } from '#domain/list-sums.ts';

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
  amount: 'Amount',
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
