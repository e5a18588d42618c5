import type { UnreadableReason } from '#contract/gateway/whole-list.ts';
import type { Operation } from '#contract/operation.ts';
import { type ReadRow, sourceOf } from '#contract/read-answer.ts';
import type { AskList, ListAnswer } from '../capabilities/ask-list.ts';
import { unknownParameter } from '#contract/probe-values.ts';

type Page = Extract<ListAnswer, { kind: 'rows' }>;

export type WholeRow = {
  /** The same for the same row. */
  key: string;
  id: string;
  value: Readonly<Record<string, unknown>>;
  /** As the provider wrote it. */
  source: unknown;
};

export type Unreadable = {
  kind: 'unreadable';
  reason: UnreadableReason;
  /** How many rows there are; null where that is unknown. */
  rows: number | null;
  /** The rows of the first page, where no other one can be read. */
  firstRows?: readonly WholeRow[];
};

/** Every row of a list, each once, in the provider's order. */
export type ReadWhole = {
  kind: 'whole';
  rows: WholeRow[];
  /** How many rows of another kind came with them. */
  others: number;
  firstBody: string;
  bytes: number;
};

export type Reading = {
  operation: Operation;
  ask: AskList;
  /** What the provider has shown of its pages. */
  pages: { largest: number | undefined; hasOffset: boolean; countState: 'proved' | 'disproved' | 'unknown' };
  mostRows: number;
  mostBytes: number;
};

/** The most that the interface allows first. */
const pageSizes = [300, 100, 50, 25, 10];
/** How often a list is read again that changed on the way. */
const mostAttempts = 3;
/** So few rows come at once from any provider. */
const fewRows = 10;

/**
 * Reads a list page by page, one request after the other. Each page begins with the last row of the one before it, so
 * that rows that come or go meanwhile are noticed. Only what is proved to be every row is whole.
 */
export async function readWholeList(reading: Reading): Promise<ReadWhole | Unreadable> {
  const pager = createPager(reading);
  for (let attempt = 1; ; attempt += 1) {
    const read = await readOnce(reading, pager);
    if (read.kind === 'whole' || read.reason !== 'changing' || attempt === mostAttempts) return read;
  }
}

type Pager = (offset: number, limit?: number) => Promise<(Page & { asked: number }) | Unreadable>;

/** Finds the largest page that the provider gives. */
function createPager({ ask, pages: { largest } }: Reading): Pager {
  let sizes: readonly (number | undefined)[] = [
    ...(largest === undefined ? [] : [largest]),
    ...pageSizes.filter((size) => largest === undefined || size < largest),
  ];
  return async (offset, wanted) => {
    for (;;) {
      const [size] = sizes;
      const limit = size === undefined ? undefined : Math.min(size, wanted ?? size);
      const answer = await ask({
        ...(limit !== undefined && { limit: String(limit) }),
        ...(offset > 0 && { offset: String(offset) }),
      });
      if (answer.kind === 'rows') return { ...answer, asked: limit ?? answer.rows.length };
      if (answer.kind !== 'refused') return unreadable('failed');
      const reason = answer.reasonOf('limit');
      if (reason === undefined || size === undefined) {
        return unreadable(answer.reasonOf('offset') === undefined ? 'failed' : 'no_pages');
      }
      sizes = unknownParameter.test(reason) ? [undefined] : sizes.slice(1);
      if (sizes.length === 0) return unreadable('failed');
    }
  };
}

async function readOnce(reading: Reading, pager: Pager): Promise<ReadWhole | Unreadable> {
  const { operation, pages, mostRows, mostBytes } = reading;
  const first = await pager(0);
  if (first.kind === 'unreadable') return first;
  const rows = new Map<string, WholeRow>();
  const firstRows = rowsOf(operation, first);
  let bytes = 0;
  let others = 0;
  const isTooLong = (stated: number | null) =>
    rows.size > mostRows || bytes > mostBytes || (stated !== null && stated > mostRows);
  /** False where a row came twice. */
  const add = (page: Page, fresh: readonly WholeRow[]): boolean => {
    bytes += page.body.length;
    others += page.otherRows;
    const before = rows.size;
    for (const row of fresh) rows.set(row.key, row);
    return rows.size === before + fresh.length;
  };
  if (!add(first, firstRows)) return unreadable('changing');
  let { stated } = first;
  const isStatedTrusted = pages.countState !== 'disproved';
  if (isTooLong(isStatedTrusted ? stated : null)) return unreadable('too_long', stated ?? rows.size);
  if (!pages.hasOffset) return await onlyPage(reading, pager, first, [...rows.values()], bytes);
  let isEnd = rows.size === 0;
  let hasShifted = false;
  while (!isEnd) {
    if (pages.countState === 'proved' && others === 0 && stated === rows.size) break;
    const last = [...rows.keys()].at(-1);
    const page = await pager(rows.size - 1);
    if (page.kind === 'unreadable') return { ...page, firstRows };
    const found = rowsOf(operation, page);
    const at = found.findIndex(({ key }) => key === last);
    const isFirstAgain = at > 0 && at === firstRows.length - 1 && found[0]?.key === firstRows[0]?.key;
    if (isFirstAgain && rows.size === firstRows.length) {
      return await onlyPage(reading, pager, first, [...rows.values()], bytes);
    }
    // What is above the last row is known, or the list has changed in a way that can't be told.
    if (at < 0 || found.slice(0, at).some(({ key }) => !rows.has(key))) return unreadable('changing', stated);
    hasShifted ||= at > 0;
    const fresh = found.slice(at + 1);
    if (!add(page, fresh)) return unreadable('changing', stated);
    ({ stated } = page);
    if (isTooLong(isStatedTrusted ? stated : null)) return unreadable('too_long', stated ?? rows.size);
    isEnd = fresh.length === 0;
    // A page full of rows of other lists.
    if (isEnd && others > 0 && page.step >= page.asked && page.asked > fewRows)
      return unreadable('changing', stated);
  }
  let whole = [...rows.values()];
  if (hasShifted) {
    const top = await pager(0);
    if (top.kind === 'unreadable') return top;
    const above = rowsOf(operation, top);
    const known = above.findIndex(({ key }) => rows.has(key));
    if (known < 0 || above.slice(known).some(({ key }) => !rows.has(key)))
      return unreadable('changing', stated);
    whole = [...above.slice(0, known), ...whole];
    ({ stated } = top);
  }
  const isComplete = stated === null || whole.length === stated || (others > 0 && whole.length < stated);
  if (isStatedTrusted && !isComplete) return unreadable('changing', stated);
  return { kind: 'whole', rows: whole, others, firstBody: first.body, bytes };
}

/**
 * The first page of a provider that has no others: it is the whole list if the provider says so with a number that
 * isn't just that of the rows on the page.
 */
async function onlyPage(
  { pages }: Reading,
  pager: Pager,
  first: Page & { asked: number },
  rows: WholeRow[],
  bytes: number,
): Promise<ReadWhole | Unreadable> {
  const { stated, otherRows, asked, body } = first;
  const whole = { kind: 'whole', rows, others: otherRows, firstBody: body, bytes } as const;
  if (
    rows.length + otherRows < fewRows &&
    rows.length < asked &&
    (stated ?? rows.length) <= rows.length + otherRows
  ) {
    return whole;
  }
  const onlyFirst = { ...unreadable('no_pages', stated), firstRows: rows };
  const isAll = stated !== null && (stated === rows.length || stated === rows.length + otherRows);
  if (!isAll || pages.countState === 'disproved') return onlyFirst;
  const one = await pager(0, 1);
  if (one.kind === 'unreadable') return one;
  const isTotal = one.rows.length < rows.length && one.stated === stated;
  return isTotal ? whole : onlyFirst;
}

function rowsOf(operation: Operation, page: Page): WholeRow[] {
  return page.rows.map((row) => toWholeRow(operation, row));
}

function toWholeRow({ rows }: Operation, row: ReadRow<Record<string, unknown>>): WholeRow {
  const source = sourceOf(row);
  const id = row.value[rows?.id ?? ''];
  // EVM networks share addresses, so that an address alone isn't one wallet with every provider.
  const key = JSON.stringify(typeof id === 'string' ? [id, row.value['network'] ?? null] : source);
  return { key, id: typeof id === 'string' ? id : key, value: { ...nullsOf(source), ...row.value }, source };
}

/** The fields that the provider has no value for, although the interface has one. */
function nullsOf(source: unknown): Record<string, null> {
  if (typeof source !== 'object' || source === null) return {};
  const names = Object.entries(source).filter(([, value]) => value === null);
  return Object.fromEntries(names.map(([name]) => [name, null]));
}

export function unreadable(reason: Unreadable['reason'], rows: number | null = null): Unreadable {
  return { kind: 'unreadable', reason, rows };
}
