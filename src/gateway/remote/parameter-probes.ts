import type { FastifyBaseLogger } from 'fastify';
import { isRestricting, type ParameterMeaning } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/read-answer.ts';
import type { ServiceAnswer } from '../sessions/key-check.ts';

/** After a question that proved nothing, the same one waits so long. */
const PAUSE_MS = 30_000;

type Query = Readonly<Record<string, string>>;

type Ask = (operation: Operation, query: Query, apiKey: string) => Promise<ServiceAnswer>;

type ProbesDeps = { ask: Ask; log: FastifyBaseLogger; now: () => Date };

/** `rows`: there are some although there can be none. `refused`: the provider knows the parameter, or says no to it. */
type Outcome = 'rows' | 'none' | 'refused' | 'unknown';

/** What this provider does with the parameters of its lists, as far as it has shown it. */
export type ParameterProbes = {
  /**
   * The parameters of a query that the provider ignores. For one that has not proved itself yet, the provider is asked
   * for rows that can't exist. `answer` is what it gave to the query itself. Never throws.
   */
  ignoredOf: (
    operation: Operation,
    query: Query,
    apiKey: string,
    answer: Promise<ServiceAnswer>,
  ) => Promise<string[]>;
};

/**
 * Rows can match a filter by chance, and then their total still counts all the others. So before the first total of a
 * filter is trusted, a value that no row has must return no rows.
 */
export function createParameterProbes({ ask, log, now }: ProbesDeps): ParameterProbes {
  const known = new Map<string, 'works' | 'ignored'>();
  const running = new Map<string, Promise<Outcome>>();
  const pausedUntil = new Map<string, number>();

  const question = async (operation: Operation, query: Query, apiKey: string): Promise<Outcome> => {
    try {
      const { status, body } = await ask(operation, query, apiKey);
      const answer = parseResponse(operation, status, body, { query });
      if (answer.ok) return rowsOf(answer.data) > 0 ? 'rows' : 'none';
      return answer.status === 400 && answer.errorCode !== 'system' ? 'refused' : 'unknown';
    } catch {
      return 'unknown';
    }
  };

  const probe = (key: string, operation: Operation, query: Query, apiKey: string): Promise<Outcome> => {
    const outcome = running.get(key) ?? question(operation, query, apiKey).finally(() => running.delete(key));
    running.set(key, outcome);
    return outcome;
  };

  const learn = (key: string, outcome: Outcome, hasRows: boolean): void => {
    if (outcome === 'rows') {
      if (known.get(key) !== 'ignored')
        log.warn({ parameter: key }, 'the wallet service ignores a parameter');
      known.set(key, 'ignored');
    } else if (outcome === 'refused' || (outcome === 'none' && hasRows)) known.set(key, 'works');
    // An account without rows teaches nothing.
    else pausedUntil.set(key, now().getTime() + PAUSE_MS);
  };

  const isOpen = (key: string): boolean => !known.has(key) && (pausedUntil.get(key) ?? 0) <= now().getTime();

  /** There is nothing behind the end; if the end is unknown, the first rows are others than these. */
  const probeOffset = async (
    operation: Operation,
    query: Query,
    apiKey: string,
    page: Page,
  ): Promise<void> => {
    const key = `${operation.id}.offset`;
    const { offset: asked, ...first } = query;
    if (page.end !== null) {
      const beyond = { ...query, offset: String(page.end), limit: '1' };
      learn(key, await probe(key, operation, beyond, apiKey), true);
      return;
    }
    if (Number(asked) < firstRows) return;
    const top = await pageOf(
      operation,
      first,
      ask(operation, { ...first, limit: String(firstRows) }, apiKey),
    );
    if (top.hasRows) learn(key, top.rows.includes(page.rows[0] ?? '') ? 'rows' : 'none', true);
  };

  return {
    ignoredOf: async (operation, query, apiKey, answer) => {
      const keyOf = (name: string) => `${operation.id}.${name}`;
      const parameters = Object.entries(operation.rows?.parameters ?? {});
      const asked = parameters.filter(([name]) => (query[name] ?? '') !== '');
      const open = asked.filter(([name, meaning]) => isRestricting(meaning) && isOpen(keyOf(name)));
      const probes = open.map(async ([name, meaning]) => {
        const impossible = { [name]: impossibleOf(meaning), limit: '1' };
        return { key: keyOf(name), outcome: await probe(keyOf(name), operation, impossible, apiKey) };
      });
      const pastEnd = (query['offset'] ?? '0') !== '0' && isOpen(keyOf('offset'));
      if (probes.length > 0 || pastEnd) {
        const [page, ...outcomes] = await Promise.all([pageOf(operation, query, answer), ...probes]);
        for (const { key, outcome } of outcomes) learn(key, outcome, page.hasRows);
        if (pastEnd && page.hasRows) await probeOffset(operation, query, apiKey, page);
      }
      return asked.flatMap(([name]) => (known.get(keyOf(name)) === 'ignored' ? [name] : []));
    },
  };
}

/** How many of the first rows are compared with those of another page. */
const firstRows = 25;

/** A value that no row has, in the form that the parameter wants. */
function impossibleOf(meaning: ParameterMeaning): string {
  if (meaning.kind === 'from') return '2999-12-31T00:00:00Z';
  return meaning.kind === 'to' ? '2001-01-01T00:00:00Z' : 'no-such-value-0';
}

type Page = {
  hasRows: boolean;
  /** The rows as JSON texts, to be compared. */
  rows: string[];
  /** Behind the last row; null if that is unknown. */
  end: number | null;
};

async function pageOf(operation: Operation, query: Query, asked: Promise<ServiceAnswer>): Promise<Page> {
  const none: Page = { hasRows: false, rows: [], end: null };
  try {
    const { status, body } = await asked;
    const answer = parseResponse(operation, status, body, { query });
    if (!answer.ok || !isList(answer.data)) return none;
    const { rows, stated } = answer.data;
    return { hasRows: rows.length > 0, rows: rows.map((row) => JSON.stringify(row)), end: stated };
  } catch {
    return none;
  }
}

type List = { rows: unknown[]; stated: number | null };

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'rows' in data && 'stated' in data;
}

function rowsOf(data: unknown): number {
  return isList(data) ? data.rows.length : 0;
}
