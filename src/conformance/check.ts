import type { Operation } from '#contract/operation.ts';
import { NeedsWriteError, NoAnswerError, type Provider } from './provider.ts';

/** Where a rule comes from: the published document, or what we decided where that leaves something open. */
export type Basis = 'published' | 'decided';

/** One rule of the interface, tried on a provider. */
export type Check = {
  operation: Operation;
  basis: Basis;
  /** The rule, as a statement: "refuses a limit of 301". */
  says: string;
  /** Gives undefined when the provider agrees, otherwise how it differs. Throws NotCheckable or WrongAnswerError. */
  run: (provider: Provider) => Promise<string | undefined>;
};

/** The provider's data do not allow the rule to be tried, for instance because a list is empty. */
export class NotCheckable extends Error {
  override readonly name = 'NotCheckable';
}

/**
 * The provider did not answer a question that the rule needs as the rule says it should. The message contains the
 * answer.
 */
export class WrongAnswerError extends Error {
  override readonly name = 'WrongAnswerError';
}

export type Result = Pick<Check, 'operation' | 'basis' | 'says'> & {
  outcome: 'agrees' | 'differs' | 'not checked';
  detail: string | undefined;
};

/** Tries one rule. Whatever the provider does, it becomes a result. */
export async function tryCheck(check: Check, provider: Provider): Promise<Result> {
  const { operation, basis, says } = check;
  try {
    const detail = await check.run(provider);
    return { operation, basis, says, outcome: detail === undefined ? 'agrees' : 'differs', detail };
  } catch (error) {
    if (error instanceof NotCheckable || error instanceof NeedsWriteError) {
      return { operation, basis, says, outcome: 'not checked', detail: error.message };
    }
    if (error instanceof NoAnswerError || error instanceof WrongAnswerError) {
      return { operation, basis, says, outcome: 'differs', detail: error.message };
    }
    throw error;
  }
}
