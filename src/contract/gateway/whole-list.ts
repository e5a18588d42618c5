// What the gateway tells the console, and only the console, about a list of a provider that lacks something. It stands in
// headers, written as a query is, because bodies stay as published.

/** On a response that the gateway made from all rows of the list. */
export const wholeListHeader = 'x-console-read';

/** On a response of the provider whose list the console can't read whole: what can't be used with it, and why. */
export const unavailableHeader = 'x-unavailable-parameters';

/** How many rows of a list the console reads at most to do what a provider can't. */
export const wholeListRows = 10_000;

/** What the gateway has read, and what for. */
export type WholeListInfo = {
  /** How many rows the list has in all. */
  rows: number;
  /** How many rows of another kind came with them. */
  other_rows: number;
  /** ISO 8601: when the first of them was read. */
  read_at: string;
  /** The parameters that the provider doesn't have, or the aspect `count`. */
  lacking: readonly string[];
  /** Those that it may have. */
  unproved: readonly string[];
};

/** Why a list can't be read whole. */
export const unreadableReasons = ['too_long', 'no_pages', 'changing', 'failed', 'unclear'] as const;

export type UnreadableReason = (typeof unreadableReasons)[number];

/** Whether the same list may well be readable in a moment. */
export function isPassing(reason: UnreadableReason): boolean {
  return reason === 'changing' || reason === 'failed';
}

export type UnavailableInfo = {
  /** The parameters that the provider doesn't have, or a sort order as `sort_by=value`. */
  names: readonly string[];
  /** Those of the request that it may have, which its response doesn't show. */
  unproved: readonly string[];
  reason: UnreadableReason;
  /** How many rows the list has, or how many don't show whether they match; null where that is unknown. */
  rows: number | null;
};

export function writeInfo(info: WholeListInfo | UnavailableInfo): string {
  const given = Object.entries(info).filter(([, value]) => value !== null && String(value) !== '');
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

/** Undefined where there is no such header. */
export function parseWholeList(header: string | null): WholeListInfo | undefined {
  const { rows, other_rows: others, read_at: readAt, lacking, unproved } = fieldsOf(header);
  if (rows === undefined || readAt === undefined) return undefined;
  return {
    rows: Number(rows),
    other_rows: Number(others),
    read_at: readAt,
    lacking: namesOf(lacking),
    unproved: namesOf(unproved),
  };
}

/** Undefined where there is no such header. */
export function parseUnavailable(header: string | null): UnavailableInfo | undefined {
  const { names, unproved, rows, ...fields } = fieldsOf(header);
  const reason = unreadableReasons.find((known) => known === fields['reason']);
  if (reason === undefined) return undefined;
  return {
    names: namesOf(names),
    unproved: namesOf(unproved),
    reason,
    rows: rows === undefined ? null : Number(rows),
  };
}

function namesOf(text = ''): string[] {
  return text.split(',').filter((name) => name !== '');
}

function fieldsOf(header: string | null): Partial<Record<string, string>> {
  const fields = (header ?? '').split('&').map((field) => field.split('='));
  return Object.fromEntries(fields.map(([name = '', value = '']) => [name, decodeURIComponent(value)]));
}
