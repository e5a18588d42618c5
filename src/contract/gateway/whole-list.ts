import * as z from 'zod/mini';

// What the gateway tells the console, and only the console, about a list of a provider that lacks something. It stands in
// headers, written as a query is, because bodies stay as published.

/** On a response that the gateway made from all rows of the list. */
export const wholeListHeader = 'x-console-read';

/** On a response of the provider whose list the console can't read whole: what can't be used with it, and why. */
export const unavailableHeader = 'x-unavailable-parameters';

const names = z.pipe(
  z._default(z.string(), ''),
  z.transform((text: string) => text.split(',').filter((name) => name !== '')),
);
const count = z.coerce.number().check(z.int(), z.minimum(0));

const wholeList = z.object({
  /** How many rows the list has in all. */
  rows: count,
  /** How many rows of another kind came with them. */
  other_rows: count,
  /** ISO 8601: when the first of them was read. */
  read_at: z.string(),
  /** The parameters that the provider doesn't have, or the aspect `count`. */
  lacking: names,
  /** Those that it may have. */
  unproved: names,
});

/** What the gateway has read, and what for. */
export type WholeListInfo = z.output<typeof wholeList>;

/** Why a list can't be read whole. */
export const unreadableReasons = ['too_long', 'no_pages', 'changing', 'failed', 'unclear'] as const;

const unavailable = z.object({
  /** The parameters that the provider doesn't have, or a sort order as `sort_by=value`. */
  names,
  /** Those of the request that it may have, which its response doesn't show. */
  unproved: names,
  reason: z.enum(unreadableReasons),
  /** How many rows the list has, or how many don't show whether they match; null where that is unknown. */
  rows: z._default(z.nullable(count), null),
});

export type UnavailableInfo = z.output<typeof unavailable>;

export function writeInfo(info: WholeListInfo | UnavailableInfo): string {
  const given = Object.entries(info).filter(([, value]) => value !== null && String(value) !== '');
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
}

export function parseWholeList(header: string | null): WholeListInfo | undefined {
  return z.safeParse(wholeList, fieldsOf(header)).data;
}

export function parseUnavailable(header: string | null): UnavailableInfo | undefined {
  return z.safeParse(unavailable, fieldsOf(header)).data;
}

function fieldsOf(header: string | null): Record<string, string> {
  const fields = (header ?? '').split('&').map((field) => {
    const at = field.indexOf('=');
    return [field.slice(0, at), decoded(field.slice(at + 1))];
  });
  return Object.fromEntries(fields) as Record<string, string>;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
