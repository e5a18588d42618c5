import { formatList, pluralize } from '#domain/format.ts';
import { type Decimal, parseDecimal, ZERO } from '#domain/decimal.ts';
import type { WithdrawalBody } from '../create/withdrawal-fields.ts';
import type { WrongRow } from './plan-list.ts';
import type { Recipient } from './screen-list.ts';

export const problemsOf = ({ problems }: WrongRow) => problems.join('; ');

/** `lines 2, 5, and 7`; of many the first few. */
export function formatLines(lines: readonly number[]): string {
  const most = 12;
  const shown = lines.slice(0, most).map(String);
  if (lines.length > most) shown.push(`${lines.length - most} more`);
  return `${pluralize(lines.length, 'line')} ${formatList(shown)}`;
}

export function decimalOf({ amount }: WithdrawalBody): Decimal {
  return parseDecimal(amount) ?? ZERO;
}

function noveltyOf(times: number | undefined, isHistoryComplete: boolean): string {
  if (times === undefined) return 'Not in the address book';
  return isHistoryComplete ? 'First payment to this address' : 'Earlier payments unknown';
}

/** What is known of a recipient, one line each; `isWarning`: the user should look at it. */
export function recipientMessage(recipient: Recipient): { message: string; isWarning: boolean }[] {
  const { ownName, entry, isCoolingOff, times, isHistoryComplete, isNew, lookAlikes } = recipient;
  const known = [
    ...(ownName === undefined ? [] : [`Your wallet “${ownName}”`]),
    ...(entry === undefined ? [] : [`“${entry.name}” in the address book`]),
    ...(times === undefined || times === 0 ? [] : [`Paid before`]),
  ];
  const warnings = [
    ...(isNew ? [noveltyOf(times, isHistoryComplete)] : []),
    ...(isCoolingOff ? ['Waiting period not over'] : []),
    ...(lookAlikes.length > 0 ? ['Looks like another address'] : []),
  ];
  return [
    ...warnings.map((message) => ({ message, isWarning: true })),
    ...known.map((message) => ({ message, isWarning: false })),
  ];
}
