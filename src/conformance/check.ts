import type { Operation } from '#contract/operation.ts';
import { NeedsWriteError, NoAnswerError, type Provider } from './provider.ts';

/** Where a rule comes from: the published document, or what we decided where that leaves something open. */
export type Basis = 'published' | 'decided';

/**
 * What a difference costs. `copes`: the console still reads and does everything. `degrades`: something on a page is
 * missing or less certain. `unusable`: the console can't work with it.
 */
export const costs = ['copes', 'degrades', 'unusable'] as const;

export type Cost = (typeof costs)[number];

/** One way in which an answer differs, however many rows have it. */
export type Problem = {
  /** The path in the response, with `[]` for any row and `*` for any key; null for the whole of it. */
  path: string | null;
  problem: string;
  /** How many times it occurs. */
  count: number;
};

export type Difference = {
  rating: Cost;
  problems: readonly Problem[];
  /** The pages of the console that it shows on, and how. */
  effects: readonly string[];
};

/** One rule of the interface, tried on a provider. */
export type Check = {
  operation: Operation;
  basis: Basis;
  /** The rule, as a statement: "refuses a limit of 301". */
  says: string;
  /** The query parameter whose effect it tries. */
  parameter?: string | undefined;
  /** The console never sends such a request, so that it costs nothing if no answer comes. */
  isNeverSent?: true;
  /** Gives undefined when the provider agrees, otherwise how it differs. Throws NotCheckable. */
  run: (provider: Provider) => Promise<Difference | undefined>;
};

/** The provider's data do not allow the rule to be tried, for instance because a list is empty. */
export class NotCheckable extends Error {
  override readonly name = 'NotCheckable';
}

export type Result = Pick<Check, 'operation' | 'basis' | 'says' | 'parameter'> & {
  rating: 'agrees' | Cost | 'not checked';
  problems: readonly Problem[];
  effects: readonly string[];
  /** Why it was not checked. */
  reason: string | null;
};

/** A difference that is one sentence. */
export function difference(rating: Cost, problem: string, ...effects: string[]): Difference {
  return { rating, problems: [{ path: null, problem, count: 1 }], effects };
}

/** Tries one rule. Whatever the provider does, it becomes a result. */
export async function tryCheck(check: Check, provider: Provider): Promise<Result> {
  const { run, isNeverSent, ...rule } = check;
  try {
    const found = await run(provider);
    const { rating, problems, effects } = found ?? { rating: 'agrees' as const, problems: [], effects: [] };
    return { ...rule, rating, problems, effects, reason: null };
  } catch (error) {
    if (error instanceof NotCheckable || error instanceof NeedsWriteError) {
      return { ...rule, rating: 'not checked', problems: [], effects: [], reason: error.message };
    }
    if (error instanceof NoAnswerError) {
      const found = difference(isNeverSent === true ? 'copes' : 'unusable', error.message);
      return { ...rule, ...found, reason: null };
    }
    throw error;
  }
}
