import { capabilityDetails, subjectOf } from '#contract/gateway/capabilities.ts';
import { isRestricting } from '#contract/list-parameters.ts';
import type { Operation } from '#contract/operation.ts';
import { impossibleOf } from '#contract/probe-values.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { addMs, type Clock, type Instant } from '#domain/time.ts';
import type { AskService, ServiceAnswer } from '../sessions/key-check.ts';
import { createAsker, type ListAnswer, type Query } from './ask-list.ts';
import type { FoundCapability } from './capabilities.store.ts';
import type { JudgedList } from './judge-list.ts';
import type { Knowledge } from './knowledge.ts';
import { ignored } from './probe-parameter.ts';

/** After a question that proved nothing, the same one waits so long. */
const PAUSE_MS = 30_000;
/** How many of the first rows are compared with those of another page. */
const firstRows = 25;

type Deps = {
  ask: AskService;
  knowledge: Knowledge;
  now: Clock;
  isAbsent: (operation: Operation, name: string) => boolean;
};

type Key = { apiKey: string; keyHash: string };

/** `rows`: there are some although there can be none. `refused`: the provider knows the parameter, or says no to it. */
type Outcome = 'rows' | 'none' | 'refused' | 'unknown';

/**
 * Finds out about parameters when they are first used. Rows can match a filter by chance, and then their total still
 * counts all the others. So before the first total of a filter is trusted, a value that no row has must return no rows.
 */
export function createProbes({ ask, knowledge, now, isAbsent }: Deps) {
  const running = new Map<string, Promise<Outcome>>();
  const paused = new Map<string, { until: Instant; outcome: Outcome }>();

  const probe = (operation: Operation, name: string, query: Query, key: Key): Promise<Outcome> => {
    const id = `${key.keyHash} ${subjectOf(operation.id, name)}`;
    const list = createAsker(operation, { ask, apiKey: key.apiKey, nameOf: (_operation, theirs) => theirs });
    const outcome =
      running.get(id) ??
      list(query)
        .then(outcomeOf)
        .finally(() => running.delete(id));
    running.set(id, outcome);
    return outcome;
  };

  const learn = async (
    operation: Operation,
    name: string,
    { keyHash }: Key,
    outcome: Outcome,
    hasRows: boolean,
  ): Promise<void> => {
    const subject = subjectOf(operation.id, name);
    if (outcome === 'rows') await knowledge.note(keyHash, subject, ignored);
    else if (hasRows && outcome !== 'unknown') {
      await knowledge.note(keyHash, subject, { state: 'proved', detail: null });
    }
    // An account without rows teaches nothing; the first row that comes does.
    else paused.set(`${keyHash} ${subject}`, { until: addMs(now(), PAUSE_MS), outcome });
  };

  /** There is nothing behind the end; if the end is unknown, the first rows are others than these. */
  const probeOffset = async (operation: Operation, query: Query, key: Key, page: Page): Promise<void> => {
    const { offset: asked, ...first } = query;
    if (page.end !== null) {
      const beyond = { ...query, offset: String(page.end), limit: '1' };
      await learn(operation, 'offset', key, await probe(operation, 'offset', beyond, key), true);
      return;
    }
    if (Number(asked) < firstRows) return;
    const top = await pageOf(
      operation,
      first,
      ask(operation, { ...first, limit: String(firstRows) }, key.apiKey),
    );
    const outcome = top.rows.includes(page.rows[0] ?? '') ? 'rows' : 'none';
    if (top.hasRows) await learn(operation, 'offset', key, outcome, true);
  };

  return {
    ignoredOf: async (
      operation: Operation,
      query: Query,
      key: Key,
      answer: Promise<JudgedList>,
    ): Promise<string[]> => {
      const parameters = Object.entries(operation.rows?.parameters ?? {});
      const asked = parameters.filter(([name]) => (query[name] ?? '') !== '');
      if (asked.length === 0) return [];
      const facts = await knowledge.of(key.keyHash);
      const pauseOf = (name: string) => {
        const pause = paused.get(`${key.keyHash} ${subjectOf(operation.id, name)}`);
        return pause !== undefined && pause.until > now() ? pause : undefined;
      };
      const isOpen = (name: string): boolean => {
        const subject = subjectOf(operation.id, name);
        const isKnown = (facts.get(subject)?.state ?? 'unknown') !== 'unknown';
        return !isKnown && !isAbsent(operation, name) && pauseOf(name)?.outcome !== 'unknown';
      };
      const open = asked.filter(([name, meaning]) => isRestricting(meaning) && isOpen(name));
      const probes = open.map(async ([name, meaning]) => {
        const impossible = { [name]: impossibleOf(meaning), limit: '1' };
        const outcome = pauseOf(name)?.outcome ?? (await probe(operation, name, impossible, key));
        return { name, outcome };
      });
      const pastEnd = (query['offset'] ?? '0') !== '0' && isOpen('offset') && !pauseOf('offset');
      if (probes.length > 0 || pastEnd) {
        const [page, ...outcomes] = await Promise.all([asPage(answer), ...probes]);
        for (const { name, outcome } of outcomes) {
          if (page.hasRows || !pauseOf(name)) await learn(operation, name, key, outcome, page.hasRows);
        }
        if (pastEnd && page.hasRows) await probeOffset(operation, query, key, page);
      }
      const found = await knowledge.of(key.keyHash);
      return asked.flatMap(([name]) =>
        isAbsent(operation, name) || isIgnored(found.get(subjectOf(operation.id, name))) ? [name] : [],
      );
    },
  };
}

/** One that the provider refuses is named in its own response. */
function isIgnored(fact: FoundCapability | undefined): boolean {
  return fact?.state === 'disproved' && fact.detail === capabilityDetails.ignored;
}

function outcomeOf(answer: ListAnswer): Outcome {
  if (answer.kind === 'rows') return answer.rows.length > 0 ? 'rows' : 'none';
  return answer.kind === 'refused' ? 'refused' : 'unknown';
}

type Page = {
  hasRows: boolean;
  /** The rows as JSON texts, to be compared. */
  rows: string[];
  /** Behind the last row; null if that is unknown. */
  end: number | null;
};

const noPage: Page = { hasRows: false, rows: [], end: null };

/** The page that was asked for, of which the first row is compared with others. */
async function asPage(judged: Promise<JudgedList>): Promise<Page> {
  try {
    const list = await judged;
    if (list.kind !== 'rows') return noPage;
    const { received, firstRow, stated } = list;
    return { hasRows: received > 0, rows: firstRow === undefined ? [] : [firstRow], end: stated };
  } catch {
    return noPage;
  }
}

async function pageOf(operation: Operation, query: Query, asked: Promise<ServiceAnswer>): Promise<Page> {
  try {
    const { status, body } = await asked;
    const answer = parseResponse(operation, status, body, { query });
    if (!answer.ok || !isList(answer.data)) return noPage;
    const { rows, stated } = answer.data;
    return { hasRows: rows.length > 0, rows: rows.map((row) => JSON.stringify(row)), end: stated };
  } catch {
    return noPage;
  }
}

function isList(data: unknown): data is { rows: unknown[]; stated: number | null } {
  return typeof data === 'object' && data !== null && 'rows' in data && 'stated' in data;
}
