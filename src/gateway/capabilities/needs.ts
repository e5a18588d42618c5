import { type AskedQuery, defaultOf, textOf } from '#contract/asked-query.ts';
import { capabilityAspects, type CapabilityState, subjectOf } from '#contract/gateway/capabilities.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import type { JudgedList } from './judge-list.ts';
import type { Facts } from './knowledge.ts';

/** What of a request for a list the provider may not do, by parameter or as the aspect `count`. */
export type Needs = {
  /** It has shown that it doesn't. */
  lacking: string[];
  /** It has not shown that it does. */
  unproved: string[];
};

/** What a provider has shown of its lists. */
export type Known = { facts: Facts; isAbsent: (operation: Operation, name: string) => boolean };

/** What a query needs that isn't proved. Defaults and the count are taken for it until they are disproved. */
export function needsOf(operation: Operation, query: AskedQuery, { facts, isAbsent }: Known): Needs {
  const stateOf = (aspect: string): CapabilityState =>
    facts.get(subjectOf(operation.id, aspect))?.state ?? 'unknown';
  const needs: Needs = { lacking: [], unproved: [] };
  const add = (name: string, state: CapabilityState) => {
    if (state === 'disproved') needs.lacking.push(name);
    if (state === 'unknown') needs.unproved.push(name);
  };
  for (const [name, meaning] of Object.entries(operation.rows?.parameters ?? {})) {
    const given = textOf(query[name]);
    const value = given || defaultOf(operation, name) || '';
    const isOwn = given !== '' && given !== defaultOf(operation, name);
    const state =
      isOwn && isAbsent(operation, name)
        ? 'disproved'
        : stateOf(meaning.kind === 'sort' ? `${name}=${value}` : name);
    // What has the contract's default isn't sent, and what a page's size is can be seen of it.
    if (isOwn && meaning.kind !== 'limit') add(name, state);
    else if (state === 'disproved' && (meaning.kind === 'sort' || meaning.kind === 'limit')) add(name, state);
  }
  if (stateOf(capabilityAspects.count) === 'disproved') add(capabilityAspects.count, 'disproved');
  return needs;
}

/** The same, in the light of the provider's answer to the query. */
export function needsAfter(
  operation: Operation,
  query: AskedQuery,
  known: Known,
  answer: Extract<JudgedList, { kind: 'rows' }>,
): Needs {
  const { lacking, unproved } = needsOf(operation, query, known);
  const shown = new Set([...lacking, ...answer.ignored]);
  // A filter that is ignored leaves no count either.
  const isFiltered = !answer.ignored.some((name) => isRestrictingName(operation, name));
  if (answer.count === null && isFiltered) shown.add(capabilityAspects.count);
  const isOrderShown = isOneRow(answer) || answer.order === 'as_asked';
  return {
    lacking: [...shown],
    unproved: unproved.filter((name) => !shown.has(name) && !(isOrderShown && isOrdering(operation, name))),
  };
}

/** Every parameter of a list that the provider has shown that it doesn't have, and every sort order. */
export function disprovedOf(operation: Operation, { facts, isAbsent }: Known): string[] {
  const isDisproved = (aspect: string) => facts.get(subjectOf(operation.id, aspect))?.state === 'disproved';
  return Object.entries(operation.rows?.parameters ?? {}).flatMap(([name, meaning]) => {
    if (meaning.kind === 'sort') {
      return Object.keys(meaning.by)
        .map((value) => `${name}=${value}`)
        .filter((aspect) => isAbsent(operation, name) || isDisproved(aspect));
    }
    const isCounted = isRestricting(meaning) || meaning.kind === 'direction' || meaning.kind === 'offset';
    return isCounted && (isAbsent(operation, name) || isDisproved(name)) ? [name] : [];
  });
}

function isRestrictingName(operation: Operation, name: string): boolean {
  const meaning = operation.rows?.parameters?.[name];
  return meaning !== undefined && isRestricting(meaning);
}

function isOneRow({ count }: { count: number | null }): boolean {
  return count !== null && count <= 1;
}

function isOrdering(operation: Operation, name: string): boolean {
  const kind = operation.rows?.parameters?.[name]?.kind;
  return kind === 'sort' || kind === 'direction';
}

/** What the provider has shown of a list's pages. */
export function pagesOf(operation: Operation, { facts, isAbsent }: Known) {
  const factOf = (aspect: string) => facts.get(subjectOf(operation.id, aspect));
  const limit = factOf('limit');
  const largest = limit?.state === 'proved' ? Number(limit.detail) : Number.NaN;
  return {
    largest: Number.isSafeInteger(largest) && largest > 0 ? largest : undefined,
    hasOffset: !isAbsent(operation, 'offset') && factOf('offset')?.state !== 'disproved',
    countState: factOf(capabilityAspects.count)?.state ?? ('unknown' as const),
  };
}
