import type * as z from 'zod/mini';

/**
 * What a query parameter says about the rows of the answer, as data: from it we tell whether an answer proves that the
 * parameter was ignored (see `check-answer.ts`).
 */
export type ParameterMeaning<Field extends string = string> =
  /** Every row has this value in the field, whatever the case. */
  | { kind: 'equals'; field: Field }
  /** Every row has this text in one of the fields, whatever the case. */
  | { kind: 'contains'; fields: readonly Field[] }
  /** Every row has more than nothing of this currency in the field, which maps currencies to balances. */
  | { kind: 'holds'; field: Field }
  /** No row is before, or after, this moment. Inclusive. */
  | { kind: 'from' | 'to'; field: Field }
  /** Each value of the parameter names a field, and says how that field is compared. */
  | { kind: 'sort'; by: Readonly<Record<string, SortKey | BalanceKey>> }
  | { kind: 'direction' }
  | { kind: 'limit' }
  | { kind: 'offset' };

/**
 * How a field orders rows. Which of the `groups` comes first is up to the provider: only equal values must be adjacent.
 * Alphabets differ on `text`, but not on the order of two plain letters.
 */
export type SortKey = 'time' | 'amount' | 'groups' | 'text';

/** Rows are ordered by the balance of one currency: the one that the parameter `currencyFrom` names, if it names one. */
type BalanceKey = { balancesIn: string; currencyFrom: string; otherwise: string };

type Fields<R> = R extends z.ZodMiniObject<infer Shape> ? keyof Shape & string : never;

/** Every parameter of a list's query has one meaning: a new parameter does not compile without it. */
export type ParameterMeanings<Q extends z.ZodMiniObject, R extends z.ZodMiniObject> = {
  readonly [Name in keyof Q['shape'] & string]: ParameterMeaning<Fields<R>>;
};

/** The meanings that every list of the interface shares. */
export const paging = {
  limit: { kind: 'limit' },
  offset: { kind: 'offset' },
} as const;

const restricting = new Set<ParameterMeaning['kind']>(['equals', 'contains', 'holds', 'from', 'to']);

/** Whether the parameter decides which rows belong to the list, rather than which of them come first. */
export function isRestricting(meaning: ParameterMeaning): boolean {
  return restricting.has(meaning.kind);
}
