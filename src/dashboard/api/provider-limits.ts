import type { UnavailableInfo, WholeListInfo } from '#contract/gateway/whole-list.ts';
import type { Operation } from '#contract/operation.ts';

/** What the provider has shown that it can and can't do with one list. */
export type Limits = {
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
  announceLimits();
}

/** Says that what can't be used has changed. */
export function announceLimits(): void {
  for (const listener of listeners) listener();
}

/** What is known of one list, to be added to. */
export function limitsOf({ id }: Operation): Limits {
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

const filterKey = (parameter: string, field: string) => `${parameter} ${field}`;

/** Whether this provider has been seen to find rows by the values of a field with this parameter. */
export function isSeenToFilter(operation: Operation, parameter: string, field: string): boolean {
  return limitsOf(operation).works.has(filterKey(parameter, field));
}

export function noteFilter(operation: Operation, parameter: string, field: string): void {
  limitsOf(operation).works.add(filterKey(parameter, field));
}
