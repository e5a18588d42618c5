import { formatCount, formatList, pluralize } from '#domain/format.ts';
import type { UnavailableInfo, WholeListInfo } from '#contract/gateway/whole-list.ts';
import { labelOfParameter } from '#contract/list-parameter-names.ts';
import type { ReadList } from '#contract/read-answer.ts';
import { isNotFilter, isUnfiltered, type notFilters, otherRowsMessage } from './unproved.ts';

/** The consequence of an ignored parameter that isn't a filter. */
const consequences: Readonly<Record<(typeof notFilters)[number], string>> = {
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
  const filters = ignored.filter((name) => !isNotFilter(name));
  const silent = filters.filter((name) => !(name in refused)).map(labelOf);
  const others = ignored.flatMap((name) =>
    name in refused && name.startsWith('sort_')
      ? [refusedOrder]
      : isNotFilter(name)
        ? [consequences[name]]
        : [],
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

/**
 * What a list says above its rows: what the provider didn't do, and whether the console did it. Empty if it did
 * everything.
 */
export function listNotices(
  list: Pick<
    ReadList<unknown>,
    'ignored' | 'refused' | 'otherRows' | 'unproved' | 'wholeList' | 'unavailable'
  >,
  operationId: string,
): string[] {
  const { ignored, otherRows, wholeList, unavailable } = list;
  if (wholeList !== undefined) return wholeListMessages(wholeList, operationId);
  return [
    ...ignoredMessages(list),
    ...(unavailable === undefined || ignored.length === 0 ? [] : [unavailableReason(unavailable)]),
    ...(otherRows === 0 ? [] : [otherRowsMessage(otherRows)]),
    ...(isUnfiltered(list) ? ['So no rows are shown, and the number of matches is unknown.'] : []),
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
function unavailableReason({ reason, rows }: UnavailableInfo): string {
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

/** Why the number of rows is unknown. */
export function uncountedMessage(
  list: Pick<ReadList<unknown>, 'ignored' | 'refused' | 'hasOtherRows' | 'unproved'>,
): string {
  if (isUnfiltered(list)) return ignoredMessages(list).join(' ');
  return list.hasOtherRows ? countsOthers : 'This provider doesn’t say how many rows there are.';
}

const countsOthers =
  'This provider’s list has rows of another kind, which its total may include, so the number of rows is unknown.';

function labelOf(name: string): string {
  return labelOfParameter(name) ?? name;
}

function filterList(names: readonly string[]): string {
  return `the ${pluralize(names.length, 'filter')} ${formatList(names)}`;
}
