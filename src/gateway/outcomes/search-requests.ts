import { parseResponse } from '#contract/parse-response.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { type Instant, parseTimestamp, toDate } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { ListedRequest } from './compare-requests.ts';

/** The provider's requests, as far as they could be read, and why these are not proved to be all of them. */
export type Search = {
  seen: ListedRequest[];
  /** Undefined: every request since then was read. */
  gap: string | undefined;
  /** What the provider shows for an external ID, which it may ignore: this can only confirm a withdrawal. */
  lookUp: (externalId: string) => Promise<ListedRequest[]>;
};

/** A window of time in which requests were created, in milliseconds since 1970. `to` undefined: until now. */
type Window = { from: number; to: number | undefined };

type Page = { rows: ListedRequest[]; total: number | undefined; hasOtherRows: boolean };

/** Tried one after the other until the provider accepts one; the last is whatever it takes for usual. */
const pageSizes = ['300', '100', undefined] as const;
/** How far the provider's clock may be ahead or behind: no request is dated later or earlier. */
export const CLOCK_DIFFERENCE_MS = 15 * 60_000;
const SECOND_MS = 1000;
const MOST_QUESTIONS = 400;

/** Ends the search: what was seen until then is all there is. */
class GapError extends Error {}

/**
 * Reads every withdrawal request that the provider created since a moment, in windows of time that are narrowed until
 * each fits into one response. Believes a list only where it proves itself: its rows are as many as its total, each
 * has an external ID and a date within the window, and none that is shown without dates is missing. Never throws what
 * a provider does. Only reads.
 */
export async function searchRequests(
  ask: AskService,
  apiKey: string,
  { since, now, signal }: { since: Instant; now: Instant; signal?: AbortSignal | undefined },
): Promise<Search> {
  const seen = new Map<string, ListedRequest>();
  let questions = 0;
  let pageSize = 0;
  /** Whether a total was larger than its response, and so counts more than that. */
  let countsBeyondPage = false;

  const note = (rows: ListedRequest[]): void => {
    for (const row of rows) seen.set(row.request_id ?? `without ID ${seen.size}`, row);
  };

  const askOnce = async (query: Record<string, string>): Promise<Page> => {
    for (;;) {
      if (signal?.aborted === true) throw new GapError('The console stopped during the check.');
      questions += 1;
      if (questions > MOST_QUESTIONS) throw new GapError('There are too many withdrawals to search.');
      const limit = pageSizes[pageSize];
      const asked = { ...query, ...(limit !== undefined && { limit }) };
      const { status, body, date } = await ask(listWithdrawalRequests, asked, apiKey);
      const answer = parseResponse(listWithdrawalRequests, status, body, { query: asked });
      if (answer.ok) {
        requireSameTime(date, now);
        const rows = answer.data.rows.map(({ value }) => value);
        note(rows);
        const total = answer.data.stated ?? undefined;
        countsBeyondPage ||= total !== undefined && total > rows.length;
        return { rows, total, hasOtherRows: answer.data.hasOtherRows };
      }
      if (status === 401) {
        throw new GapError('The wallet service no longer accepts the API key. Check again with yours.');
      }
      const isRefused = status === 400 && answer.errorCode !== 'system' && limit !== undefined;
      if (!isRefused)
        throw new GapError(sentence(`The wallet service can't list its requests: ${answer.message}`));
      pageSize += 1;
    }
  };

  /** The IDs of all requests of the window. */
  const readWindow = async (window: Window): Promise<Set<string>> => {
    const { from, to } = window;
    const { rows, total, hasOtherRows } = await askOnce({
      created_from: isoTime(from),
      ...(to !== undefined && { created_to: isoTime(to) }),
    });
    // Each may be a withdrawal that can't be read.
    if (hasOtherRows)
      throw new GapError('The wallet service’s list of withdrawals has rows of another kind.');
    for (const row of rows) requireWithin(row, window);
    if (total === undefined)
      throw new GapError('The wallet service doesn’t report how many withdrawals there are.');
    const ids = new Set(rows.map(({ request_id: id }) => id ?? ''));
    if (ids.size !== rows.length || ids.has('')) {
      throw new GapError('The wallet service returned a withdrawal without an ID, or the same one twice.');
    }
    if (rows.length === total) return ids;
    if (rows.length > total)
      throw new GapError('The wallet service returned more withdrawals than it counts.');
    const end = to ?? upToSecond(toDate(now).getTime() + CLOCK_DIFFERENCE_MS);
    const middle = upToSecond((from + end) / 2);
    if (middle <= from || middle >= end) {
      throw new GapError(
        `The wallet service returned ${rows.length} of ${total} withdrawals with the same time.`,
      );
    }
    const halves = new Set(await readWindow({ from, to: middle }));
    for (const id of await readWindow({ from: middle, to: end })) halves.add(id);
    if (halves.size < total) {
      throw new GapError(`The wallet service counts ${total} withdrawals but returned ${halves.size}.`);
    }
    return halves;
  };

  /** A total that was never larger than its response may count nothing else: then there may be more rows. */
  const requireNoMore = async (from: number, known: ReadonlySet<string>): Promise<void> => {
    if (countsBeyondPage || known.size === 0) return;
    // It doesn't ask beyond the last page, which a provider may refuse.
    const offset = String(known.size - 1);
    const { rows } = await askOnce({ created_from: isoTime(from), offset });
    const more = new Set(rows.map(({ request_id: id }) => id ?? ''));
    if (rows.length > 1) {
      // It ignores the offset, but not the dates: each part of the window has room for what the whole left out.
      const times = [...known].map((id) => timeOf(seen.get(id) ?? {}) ?? from);
      const middle = upToSecond((Math.min(...times) + Math.max(...times)) / 2);
      const parts = [
        await readWindow({ from, to: middle }),
        await readWindow({ from: middle, to: undefined }),
      ];
      for (const id of parts.flatMap((part) => [...part])) more.add(id);
      if (parts.some((part) => part.size === known.size)) {
        throw new GapError(
          'The wallet service can’t show whether it counts only the requests of one response.',
        );
      }
    }
    if ([...more].some((id) => !known.has(id))) {
      throw new GapError('The wallet service counts only the withdrawals in one response.');
    }
  };

  /** What isn't of the window must be earlier: a date that the provider misunderstands may leave out any request. */
  const requireEarlier = async (undated: Page, from: number, known: ReadonlySet<string>): Promise<void> => {
    if (undated.total === undated.rows.length) return;
    if (!isNewestFirst(undated.rows)) {
      throw new GapError('The wallet service doesn’t return its newest withdrawals first.');
    }
    const earlier = await askOnce({ created_to: isoTime(from) });
    if (earlier.rows.some((row) => (timeOf(row) ?? Infinity) > from + SECOND_MS)) {
      throw new GapError('The wallet service interprets the requested dates differently.');
    }
    if (undated.total === undefined || earlier.total === undefined) {
      throw new GapError('The wallet service doesn’t report how many withdrawals there are.');
    }
    const dated = earlier.total + known.size;
    if (dated < undated.total) {
      throw new GapError(
        `The wallet service counts ${undated.total} requests, but ${dated} when they are filtered by date.`,
      );
    }
  };

  const readAll = async (): Promise<void> => {
    // Asks without dates as well, to notice a provider that understands dates differently.
    const undated = await askOnce({});
    const from = Math.floor(toDate(since).getTime() / SECOND_MS) * SECOND_MS;
    const ids = await readWindow({ from, to: undefined });
    await requireNoMore(from, ids);
    await requireEarlier(undated, from, ids);
    const missing = undated.rows.find(
      (row) => !ids.has(row.request_id ?? '') && (timeOf(row) ?? Infinity) >= from,
    );
    if (missing !== undefined) {
      throw new GapError(
        `The wallet service leaves out the request ${missing.request_id ?? ''} when requests are filtered by date.`,
      );
    }
  };

  const gap = await gapOf(readAll);
  return {
    seen: [...seen.values()],
    gap,
    lookUp: async (externalId) => {
      let found: ListedRequest[] = [];
      await gapOf(async () => {
        found = (await askOnce({ external_id: externalId })).rows;
      });
      return found;
    },
  };
}

/** Why the reading ended early; undefined where it didn't. */
async function gapOf(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof GapError) return error.message;
    if (error instanceof ServiceError) return sentence(error.message);
    throw error;
  }
}

/** The windows are of the console's time. */
function requireSameTime(date: string | undefined, now: Instant): void {
  const difference = Math.abs(Date.parse(date ?? '') - toDate(now).getTime());
  if (difference > CLOCK_DIFFERENCE_MS) {
    const minutes = Math.floor(difference / 60_000);
    throw new GapError(
      `The clocks of the console and the wallet service differ by ${minutes} minutes. Correct the console’s clock.`,
    );
  }
}

function requireWithin(row: ListedRequest, { from, to }: Window): void {
  const name = `the request ${row.request_id ?? 'without an ID'}`;
  if (row.external_id === undefined || row.external_id.trim() === '') {
    throw new GapError(`The wallet service doesn’t return the reference of ${name}.`);
  }
  const created = timeOf(row);
  if (created === undefined)
    throw new GapError(`The wallet service doesn’t return when ${name} was created.`);
  // A provider may know no fractions of a second.
  const isEarly = created < from - SECOND_MS;
  const isLate = to !== undefined && created > to + SECOND_MS;
  if (isEarly || isLate) {
    throw new GapError(`The wallet service ignores the requested dates: it returned ${name}.`);
  }
}

/** What was created lately is among the first rows of such a list. */
function isNewestFirst(rows: readonly ListedRequest[]): boolean {
  const times = rows.map((row) => timeOf(row) ?? -Infinity);
  return times.every((time, index) => index === 0 || time <= (times[index - 1] ?? Infinity) + SECOND_MS);
}

/** When the request was created, in milliseconds since 1970; undefined if that isn't certain. */
export function timeOf({ created_at: text }: ListedRequest): number | undefined {
  const read = parseTimestamp(text ?? '');
  return read?.zone === 'stated' ? toDate(read.instant).getTime() : undefined;
}

function upToSecond(ms: number): number {
  return Math.ceil(ms / SECOND_MS) * SECOND_MS;
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
