import { formatCount, formatList, pluralize } from '#domain/format.ts';
import type { UnavailableInfo, WholeListInfo } from '#contract/gateway/whole-list.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import type { ReadList } from '#contract/read-answer.ts';

/** A number that the provider's answer does not prove. */
export class UnprovedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnprovedError';
  }
}

/** The consequence of an ignored parameter that isn't a filter. */
const otherParameters: Partial<Record<string, string>> = {
  sort_by: 'This provider ignores sorting. Rows are in the provider’s own order.',
  sort_direction: 'This provider ignores the sort direction. Rows are in the opposite order.',
  limit: 'This provider ignores the page size.',
  offset:
    'This provider ignores the page number and returned the first rows again. The remaining rows can’t be shown.',
};

const refusedOrder = 'This provider can’t sort this way. Rows are in the provider’s own order.';

/** What the provider didn't do, one sentence each; empty if it did everything. */
export function ignoredMessages({
  ignored: all,
  refused,
  unproved = [],
}: Pick<ReadList<unknown>, 'ignored' | 'refused' | 'unproved'>): string[] {
  const ignored = all.filter((name) => !unproved.includes(name));
  const filters = ignored.filter((name) => !(name in otherParameters));
  const silent = filters.filter((name) => !(name in refused)).map(labelOf);
  const others = ignored.flatMap((name) =>
    name in refused && name.startsWith('sort_') ? [refusedOrder] : (otherParameters[name] ?? []),
  );
  return [
    ...(silent.length === 0 ? [] : [`This provider ignored ${filterList(silent)}.`]),
    ...filters.flatMap((name) =>
      name in refused ? [`This provider refused ${filterList([labelOf(name)])}: “${refused[name]}”.`] : [],
    ),
    ...new Set(others),
    ...(unproved.length === 0 ? [] : [`${subjectOf(false)} ${abilities(unproved)}.`]),
  ];
}

/** What each list's rows are called. */
const nouns: Readonly<Record<string, string>> = {
  listWallets: 'wallet',
  listTransactions: 'transaction',
  listExchangeTransactions: 'exchange',
  listWithdrawalRequests: 'withdrawal',
};

/** What the gateway did in the provider's place, and what of it matters to a reader of the rows. */
export function wholeListMessages(
  { rows, other_rows: others, lacking, unproved }: WholeListInfo,
  operationId: string,
): string[] {
  const whole = `${rows > 1 ? 'all ' : ''}${formatCount(rows, nouns[operationId] ?? 'row')}`;
  const read = `The console read ${whole} to do it.`;
  const able = abilities([...lacking, ...unproved]);
  return [
    `${subjectOf(unproved.length === 0)} ${able}. ${read}`,
    ...(others === 0 ? [] : [otherRowsMessage(others)]),
  ];
}

/** Why something can't be used: `name` is a parameter, or a sort order as `sort_by=value`. */
export function unavailableMessage(name: string, info: UnavailableInfo): string {
  return `${subjectOf(info.names.includes(name))} ${abilities([name])}. ${unavailableReason(info)}`;
}

/** Why the console doesn't do it in the provider's place. */
export function unavailableReason({ reason, rows }: UnavailableInfo): string {
  switch (reason) {
    case 'too_long':
      return `${rows === null ? 'The list has too many rows' : `The list has ${formatCount(rows, 'row')}, too many`} for the console to do it.`;
    case 'no_pages':
      return 'The console can’t do it either, because the provider returns only its first rows.';
    case 'changing':
      return 'The console can’t do it either, because the list changed each time that it was read.';
    case 'unclear':
      return rows === null
        ? 'The console can’t do it either, because the rows don’t have what they are sorted by.'
        : `The console can’t do it either, because ${formatCount(rows, 'row')} ${rows === 1 ? 'doesn’t' : 'don’t'} show whether they match.`;
    case 'failed':
    default:
      return 'The console couldn’t read all rows to do it.';
  }
}

const subjectOf = (isDisproved: boolean): string =>
  isDisproved ? 'This provider can’t' : 'This provider may not be able to';

/** What a provider would do with these parameters, as verbs. */
function abilities(names: readonly string[]): string {
  const parameters = [...new Set(names.map((name) => name.split('=', 1)[0] ?? name))];
  const filters = parameters.filter((name) => labelOfParameter(name) !== null && !(name in verbs));
  const subjects = filters.map((name) => (name.startsWith('created_') ? 'time' : inSentence(labelOf(name))));
  return formatList([
    ...(subjects.length === 0 ? [] : [`filter by ${formatList([...new Set(subjects)])}`]),
    ...new Set(parameters.flatMap((name) => verbs[name] ?? [])),
  ]);
}

const verbs: Partial<Record<string, string>> = {
  search: 'search',
  sort_by: 'sort this way',
  sort_direction: 'sort this way',
  limit: 'limit the page size',
  offset: 'open other pages',
  count: 'count the rows',
};

/** Only the first letter, so that an ID stays one. “From currency” would be no word of a sentence. */
function inSentence(label: string): string {
  return /^(?:From|To) /.test(label) ? label : label.slice(0, 1).toLowerCase() + label.slice(1);
}

/** What a list says about rows that it leaves out, as far as this page or file has some. */
export function otherRowsMessage(count: number): string {
  return `${formatCount(count, 'row')} of another kind ${count === 1 ? 'was' : 'were'} left out.`;
}

const countsOthers =
  'This provider’s list has rows of another kind, which its total may include, so the number of rows is unknown.';

/** Whether the rows differ from those that were requested. */
export function isUnfiltered({ ignored }: Pick<ReadList<unknown>, 'ignored'>): boolean {
  return ignored.some((name) => !(name in otherParameters));
}

/**
 * How many rows are asked for where only their number is wanted: a single one may match by chance, and then proves
 * nothing about the filters.
 */
export const countedRows = 20;

/** The number of matching rows. Throws an UnprovedError that says why it is unknown. */
export function requireCount(list: Omit<ReadList<unknown>, 'rows'>): number {
  if (list.count === null) throw unprovedError(list);
  return list.count;
}

/** The same for one page of many. Throws an UnprovedError. */
export function requireStated(page: Omit<ReadList<unknown>, 'rows' | 'count' | 'pageSize'>): number {
  if (page.stated === null || isUnfiltered(page)) throw unprovedError(page);
  return page.stated;
}

function unprovedError(
  list: Pick<ReadList<unknown>, 'ignored' | 'refused' | 'hasOtherRows' | 'unproved'>,
): UnprovedError {
  return new UnprovedError(
    isUnfiltered(list)
      ? ignoredMessages(list).join(' ')
      : list.hasOtherRows
        ? countsOthers
        : 'This provider doesn’t say how many rows there are.',
  );
}

function labelOf(name: string): string {
  return labelOfParameter(name) ?? name;
}

function filterList(names: readonly string[]): string {
  return `the ${pluralize(names.length, 'filter')} ${formatList(names)}`;
}
