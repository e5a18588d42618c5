import { type AskedQuery, textOf } from '#contract/asked-query.ts';
import { ignoredParametersHeader } from '#contract/gateway/ignored-parameters.ts';
import {
  parseUnavailable,
  parseWholeList,
  unavailableHeader,
  wholeListHeader,
} from '#contract/gateway/whole-list.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import type { Asked, FailedAnswer, ReadDataOf, ReadList } from '#contract/read-answer.ts';
import type { ApiError } from '#dashboard/lib/api-error.ts';
import { announceLimits, limitsOf } from './provider-limits.ts';

type Response = { status: number; text: string; headers: Headers };

type Asking<R extends Response> = {
  /** The response to the query as it is, where it was sent before this code was there. */
  first?: R;
  send: (query: AskedQuery) => Promise<R>;
  asError: (failure: FailedAnswer, response: R) => ApiError;
};

/**
 * Calls a list operation of a provider that may differ from the contract: asks again without what it refuses, and checks the
 * rows against the query. Returns the data with the response that it came in. Throws what `send` and `asError` give.
 */
export async function callProvidersList<O extends Operation, R extends Response>(
  operation: O,
  query: AskedQuery,
  { first, send, asError }: Asking<R>,
): Promise<{ data: ReadDataOf<O>; response: R }> {
  for (let known = first; ; known = undefined) {
    const { sent } = askable(operation, query);
    const response = known ?? (await send(sent));
    learnFromHeaders(operation, response.headers);
    const { sent: askedNow, asked } = askable(operation, query);
    // The gateway has just shown that it does what the provider refuses.
    if (Object.keys(askedNow).length > Object.keys(sent).length) continue;
    const answer = parseResponse(operation, response.status, response.text, asked);
    if (answer.ok) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the data of a list
      learnFromAnswer(operation, query, answer.data as ReadList<unknown>);
      return { data: answer.data, response };
    }
    const error = asError(answer, response);
    // Each refusal leaves less to refuse, so that this ends.
    if (!learnFromRefusal(operation, sent, error)) throw error;
  }
}

/** One order may be refused while the others work, so each has a key of its own. */
const refusalKey = (name: string, value: unknown) => (name === 'sort_by' ? `${name}=${textOf(value)}` : name);

/** What of a query this provider is asked, and how its answer is to be read. */
function askable(operation: Operation, query: AskedQuery): { sent: AskedQuery; asked: Asked } {
  const {
    ignored,
    refused: reasons,
    largestPage,
    hasOtherRows,
    wholeList,
    unavailable,
  } = limitsOf(operation);
  const sent: Record<string, unknown> = {};
  const refused: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    // What the gateway does by itself, the provider isn't asked.
    const reason = wholeList === undefined ? reasons.get(refusalKey(name, value)) : undefined;
    if (textOf(value) !== '' && reason !== undefined) refused[name] = reason;
    else sent[name] = value;
  }
  if (largestPage !== undefined && Number(sent['limit']) > largestPage) sent['limit'] = largestPage;
  const asked =
    wholeList === undefined
      ? { query, ignored: [...ignored], refused, largestPage, hasOtherRows, unavailable }
      : { query, wholeList };
  return { sent, asked };
}

/** Remembers what the gateway says of its response, and of the provider. */
function learnFromHeaders(operation: Operation, headers: Headers): void {
  const limits = limitsOf(operation);
  for (const name of headers.get(ignoredParametersHeader)?.split(',') ?? []) limits.ignored.add(name);
  limits.wholeList = parseWholeList(headers.get(wholeListHeader));
  const unavailable = parseUnavailable(headers.get(unavailableHeader));
  if (JSON.stringify(unavailable) === JSON.stringify(limits.unavailable)) return;
  limits.unavailable = unavailable;
  announceLimits();
}

/** Remembers what an answer has proved. */
function learnFromAnswer(operation: Operation, query: AskedQuery, list: ReadList<unknown>): void {
  const limits = limitsOf(operation);
  const { parameters = {} } = operation.rows ?? {};
  for (const name of list.ignored) {
    const meaning = parameters[name];
    if (name in list.refused || meaning === undefined) continue;
    if (isRestricting(meaning) || meaning.kind === 'offset') limits.ignored.add(name);
  }
  limits.hasOtherRows ||= list.hasOtherRows;
  if (list.pageSize < Number(textOf(query['limit']) || 0)) {
    limits.largestPage = Math.min(limits.largestPage ?? Number.POSITIVE_INFINITY, list.pageSize);
  }
}

/** What is tried when a page is refused as too large. */
const smallerPages = [100, 50, 25, 10];

const unknownParameter =
  /unknown|unsupported|not supported|unexpected|unrecogni[sz]ed|not recogni[sz]ed|not allowed|no such/i;

/** Remembers what a refusal says about the query. Whether the same is worth asking again without it. */
function learnFromRefusal(operation: Operation, sent: AskedQuery, error: ApiError): boolean {
  if (error.kind !== 'validation') return false;
  const limits = limitsOf(operation);
  let isWorthAsking = false;
  for (const [name, reason] of Object.entries(error.fields)) {
    if (textOf(sent[name]) === '') continue;
    if (name === 'limit') {
      const smaller = smallerPages.find((size) => size < Number(sent['limit']));
      if (smaller === undefined) continue;
      limits.largestPage = smaller;
      isWorthAsking = true;
    } else if (unknownParameter.test(reason)) {
      limits.refused.set(refusalKey(name, sent[name]), reason);
      isWorthAsking = true;
    }
  }
  return isWorthAsking;
}
