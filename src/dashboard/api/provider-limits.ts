import { type AskedQuery, textOf } from '#contract/check-answer.ts';
import { ignoredParametersHeader } from '#contract/gateway/ignored-parameters.ts';
import {
  parseUnavailable,
  parseWholeList,
  type UnavailableInfo,
  unavailableHeader,
  type WholeListInfo,
  wholeListHeader,
} from '#contract/gateway/whole-list.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import type { Asked, ReadList } from '#contract/read-answer.ts';
import type { ApiError } from '#dashboard/lib/api-error.ts';

/** What the provider has shown that it can and can't do with one list. */
type Limits = {
  ignored: Set<string>;
  /** Parameter and the field whose values it was seen to find. */
  works: Set<string>;
  /** Parameter, or `sort_by=value`, → the provider's reason. */
  refused: Map<string, string>;
  largestPage: number | undefined;
  /** Its pages have had rows of another kind. */
  hasOtherRows: boolean;
  /** What the gateway said last: it read the whole list, or what can't be used. */
  wholeList: WholeListInfo | undefined;
  unavailable: UnavailableInfo | undefined;
};

// An answer with few rows may match by chance, so a proof holds until the next sign-in.
const known = new Map<string, Limits>();
const listeners = new Set<() => void>();

/** Calls back when what can't be used may have changed. Returns a function that ends that. */
export function subscribeToLimits(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What can't be used of a list, as far as is known: the same object until that changes. */
export function unavailableOf(operationId: string): UnavailableInfo | undefined {
  return known.get(operationId)?.unavailable;
}

/** Forgets all of it: another key may be of another provider. */
export function forgetProviderLimits(): void {
  known.clear();
  for (const listener of listeners) listener();
}

function limitsOf({ id }: Operation): Limits {
  const limits = known.get(id) ?? {
    ignored: new Set(),
    works: new Set(),
    refused: new Map(),
    largestPage: undefined,
    hasOtherRows: false,
    wholeList: undefined,
    unavailable: undefined,
  };
  known.set(id, limits);
  return limits;
}

/** One order may be refused while the others work, so each has a key of its own. */
const refusalKey = (name: string, value: unknown) => (name === 'sort_by' ? `${name}=${textOf(value)}` : name);

/** What of a query this provider is asked, and how its answer is to be read. */
export function askable(operation: Operation, query: AskedQuery): { sent: AskedQuery; asked: Asked } {
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
export function learnFromHeaders(operation: Operation, headers: Headers): void {
  const limits = limitsOf(operation);
  for (const name of headers.get(ignoredParametersHeader)?.split(',') ?? []) limits.ignored.add(name);
  limits.wholeList = parseWholeList(headers.get(wholeListHeader));
  const unavailable = parseUnavailable(headers.get(unavailableHeader));
  if (JSON.stringify(unavailable) === JSON.stringify(limits.unavailable)) return;
  limits.unavailable = unavailable;
  for (const listener of listeners) listener();
}

/** Remembers what an answer has proved. */
export function learnFromAnswer(operation: Operation, query: AskedQuery, list: ReadList<unknown>): void {
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

const filterKey = (parameter: string, field: string) => `${parameter} ${field}`;

/** Whether this provider has been seen to find rows by the values of a field with this parameter. */
export function isSeenToFilter(operation: Operation, parameter: string, field: string): boolean {
  return limitsOf(operation).works.has(filterKey(parameter, field));
}

export function noteFilter(operation: Operation, parameter: string, field: string): void {
  limitsOf(operation).works.add(filterKey(parameter, field));
}

/** What is tried when a page is refused as too large. */
const smallerPages = [100, 50, 25, 10];

const unknownParameter =
  /unknown|unsupported|not supported|unexpected|unrecogni[sz]ed|not recogni[sz]ed|not allowed|no such/i;

/** Remembers what a refusal says about the query. Whether the same is worth asking again without it. */
export function learnFromRefusal(operation: Operation, sent: AskedQuery, error: ApiError): boolean {
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
