import type { Reconciliation, ReconciliationSummary } from '#contract/gateway/reconciliations.ts';
import { formatAmount, formatCount } from '#domain/format.ts';
import { isDecimal } from '#domain/decimal.ts';
import type { Difference, MatchMethod, ResultKind } from '#domain/reconciliation/lines.ts';
import type { ListLine } from '#domain/reconciliation/list-lines.ts';
import type { BookFault } from '#domain/reconciliation/compare-books.ts';

export const kindLabels = {
  matched: 'Matched',
  missing_here: 'Missing here',
  missing_there: 'Missing there',
  different: 'Different',
} as const satisfies Record<ResultKind, string>;

export const kindMeanings = {
  matched: 'In the file and in our books, with the same amount, currency and direction',
  missing_here: 'In the file, not in our books',
  missing_there: 'In our books, not in the file',
  different: 'The same movement, but something of it differs',
} as const satisfies Record<ResultKind, string>;

export const methodLabels = {
  hash: 'Transaction hash',
  reference: 'Reference',
  amount: 'Amount and time',
} as const satisfies Record<MatchMethod, string>;

const fieldLabels = {
  amount: 'Amount',
  currency: 'Currency',
  direction: 'Direction',
  fee: 'Fee',
  network: 'Network',
  time: 'Time',
} as const satisfies Record<Difference['field'], string>;

const written = (text: string) => (isDecimal(text) ? formatAmount(text) : text);

/** `Amount: 5 here, 5.01 there (+0.01)`. Times are shown by how far they are apart alone. */
export function describeDifference({ field, ours, theirs, by }: Difference): string {
  if (field === 'time') return `Time: ${describeDuration(Number(by))} in the file`;
  const more = by === null ? '' : ` (${by.startsWith('-') ? '' : '+'}${written(by)})`;
  return `${fieldLabels[field]}: ${written(ours)} here, ${written(theirs)} there${more}`;
}

const hourMs = 3_600_000;

/** `25 hours earlier`: how far the file’s time is from ours. */
function describeDuration(ms: number): string {
  const direction = ms < 0 ? 'earlier' : 'later';
  const apart = Math.abs(ms);
  if (apart < hourMs) return `${formatCount(Math.max(1, Math.floor(apart / 60_000)), 'minute')} ${direction}`;
  if (apart < 72 * hourMs) return `${formatCount(Math.floor(apart / hourMs), 'hour')} ${direction}`;
  return `${formatCount(Math.floor(apart / (24 * hourMs)), 'day')} ${direction}`;
}

const listLabels = {
  transactions: 'transactions',
  exchanges: 'exchanges',
  withdrawals: 'withdrawals',
} as const satisfies Record<ListLine['list'], string>;

/** What is wrong between the ledger and a list, as a sentence. */
export function describeFault({ kind, list, reference, differences }: BookFault): string {
  const name = list === null ? 'lists' : `list of ${listLabels[list]}`;
  if (kind === 'not_posted')
    return `${reference} is completed in the ${name}, but has no entry in the ledger.`;
  if (kind === 'not_listed')
    return `${reference} has an entry in the ledger, but isn’t completed in the lists.`;
  return `${reference} differs between the ledger and the ${name}. ${differences.map(describeDifference).join('. ')}.`;
}

/** What doesn’t agree, each as a few words; empty if everything does. */
export function disagreements(summary: ReconciliationSummary): string[] {
  const { problem_count: problems, books, balances, unreadable_rows: unreadable } = summary;
  const lines = unmatched(summary);
  const faults = books?.fault_count ?? 0;
  const wrong = balances?.faults.length ?? 0;
  return [
    lines > 0 && `${formatCount(lines, 'line')} ${lines === 1 ? 'doesn’t' : 'don’t'} match`,
    problems > 0 && `${formatCount(problems, 'line')} of the file couldn’t be read`,
    faults > 0 && `${formatCount(faults, 'document')} and the ledger differ`,
    wrong > 0 && `${formatCount(wrong, 'balance')} and the ledger differ`,
    unreadable > 0 && `${formatCount(unreadable, 'row')} of the provider couldn’t be read`,
  ].filter((text) => text !== false);
}

/** What agrees with what, in one line. */
export function agreement({ rows, books, balances }: ReconciliationSummary): string {
  const file = `All ${formatCount(rows, 'line')} of the file`;
  return books === null || balances === null
    ? `${file} and the provider’s lists agree.`
    : `${file}, the ledger, the lists and the balances agree.`;
}

/** The lines that need attention: all that don’t match. */
function unmatched({ counts }: ReconciliationSummary): number {
  return counts.missing_here + counts.missing_there + counts.different;
}

/** Whether every line that doesn’t match is resolved, and nothing else disagrees. */
export function isAllResolved({ summary, resolved }: Pick<Reconciliation, 'summary' | 'resolved'>): boolean {
  if (summary === null) return false;
  const lines = unmatched(summary);
  return lines > 0 && resolved === lines && disagreements(summary).length === 1;
}
