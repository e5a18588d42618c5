import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation } from '#contract/operation.ts';
import type { FailedAnswer, ReadList } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import type { AskService } from '../sessions/key-check.ts';

export type Query = Readonly<Record<string, string>>;

type Page = Pick<ReadList<Record<string, unknown>>, 'rows' | 'stated' | 'step' | 'otherRows' | 'ignored'>;

/** What a provider says to a request for a list. */
export type ListAnswer =
  | ({ kind: 'rows'; body: string } & Page)
  /** It says no to the query. `reasonOf`: what it says of a parameter; undefined where it doesn't name it. */
  | { kind: 'refused'; reasonOf: (name: string) => string | undefined }
  /** The operation doesn't exist. */
  | { kind: 'missing' }
  /** Nothing can be learned from it. */
  | { kind: 'failed'; reason: string };

export type AskList = (query: Query) => Promise<ListAnswer>;

export type AskerDeps = {
  ask: AskService;
  apiKey: string;
  /** The provider's name of a parameter. */
  nameOf: (operation: Operation, parameter: string) => string;
  /** Ends a wait. Without it, a provider that was asked too often isn't waited for. */
  signal?: AbortSignal;
};

/** How long a provider is waited for that was asked too often, and how often. */
const LONGEST_WAIT_S = 120;
const MOST_WAITS = 5;

export function createAsker(operation: Operation, deps: AskerDeps): AskList {
  return async (query) => {
    try {
      const { status, body } = await askPatiently(operation, query, deps);
      return parseListAnswer(operation, query, { status, body }, deps);
    } catch (error) {
      deps.signal?.throwIfAborted();
      return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  };
}

/** Asks, and waits as long as the provider says where it was asked too often. */
export async function askPatiently(
  operation: Operation,
  query: Query,
  { ask, apiKey, signal }: Pick<AskerDeps, 'ask' | 'apiKey' | 'signal'>,
) {
  for (let waits = 0; ; waits += 1) {
    const answer = await ask(operation, { ...query }, apiKey);
    if (answer.status !== 429 || signal === undefined || waits === MOST_WAITS) return answer;
    const seconds = Number.parseInt(answer.retryAfter ?? '', 10);
    const waitS = Math.min(Number.isNaN(seconds) ? 1 : Math.max(1, seconds), LONGEST_WAIT_S);
    await sleep(waitS * 1000, undefined, { signal });
  }
}

/** Reads what a provider answered to a request for a list. */
function parseListAnswer(
  operation: Operation,
  query: Query,
  { status, body }: { status: number; body: string },
  { nameOf }: Pick<AskerDeps, 'nameOf'>,
): ListAnswer {
  const answer = parseResponse(operation, status, body, { query });
  if (answer.ok && isList(answer.data)) {
    const { rows, stated, step, otherRows, ignored } = answer.data;
    return { kind: 'rows', body, rows, stated, step, otherRows, ignored };
  }
  if (answer.ok) return { kind: 'failed', reason: 'The response isn’t a list.' };
  return readRefusal(operation, answer, { nameOf });
}

/** What an answer without rows says of the query. */
export function readRefusal(
  operation: Operation,
  answer: FailedAnswer,
  { nameOf }: Pick<AskerDeps, 'nameOf'>,
): Exclude<ListAnswer, { kind: 'rows' }> {
  const { status } = answer;
  if (status === 405 || (status === 404 && isMissingList(answer.message, answer.kind))) {
    return { kind: 'missing' };
  }
  const isAboutQuery = (status === 400 || status === 422) && answer.errorCode !== 'system';
  if (!isAboutQuery) return { kind: 'failed', reason: answer.message };
  const fields = typeof answer.data === 'object' && answer.data !== null ? Object.entries(answer.data) : [];
  return {
    kind: 'refused',
    reasonOf: (name) => {
      const names = new Set([name, nameOf(operation, name)]);
      const [, rule] = fields.find(([field]) => names.has(field)) ?? [];
      if (rule !== undefined) return String(rule);
      const isNamed = [...names].some((each) => new RegExp(`(?:^|\\W)${each}(?:$|\\W)`).test(answer.message));
      return isNamed ? answer.message : undefined;
    },
  };
}

/** Published: the wallet list may fail with a 404 that says so. */
function isMissingList(message: string, kind: 'failure' | 'unreadable'): boolean {
  return kind === 'unreadable' || !/wallets?\b/i.test(message);
}

function isList(data: unknown): data is Page {
  return typeof data === 'object' && data !== null && 'rows' in data && 'stated' in data;
}
