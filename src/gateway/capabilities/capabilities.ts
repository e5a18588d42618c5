import { createHash } from 'node:crypto';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  type Capability,
  capabilityAspects,
  capabilityDetails,
  type ProviderCapabilities,
  splitSubject,
  subjectOf,
} from '#contract/gateway/capabilities.ts';
import type { Operation } from '#contract/operation.ts';
import { unknownParameter } from '#contract/probe-values.ts';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { isLarge } from '#http/thread-pool.ts';
import type { AskService, ServiceAnswer } from '../sessions/key-check.ts';
import type { ParameterNames } from '../remote/parameter-names.ts';
import { type Query, readRefusal } from './ask-list.ts';
import {
  claimLook,
  deleteLooksBefore,
  endLook,
  findLook,
  type FoundCapability,
} from './capabilities.store.ts';
import type { JudgedList } from './judge-list.ts';
import { createKnowledge } from './knowledge.ts';
import { look } from './look.ts';
import { isOperationMissing } from './missing-operations.ts';
import type { Known } from './needs.ts';
import { createProbes } from './probe-on-demand.ts';
import { observeAnswer } from './observe-answer.ts';

const DAY_MS = 24 * 3_600_000;
/** What nobody has asked for is forgotten. */
const KEPT_MS = 90 * DAY_MS;
/** The first page of a new session is requested first. */
const DEFAULT_LOOK_DELAY_MS = 3_000;

/** What a remote provider can do, as far as it has shown it to each key. */
export type Capabilities = {
  /**
   * The parameters of a query that the provider ignores. For one that has not proved itself yet, the provider is asked
   * for rows that can't exist. `answer` is what it gave to the query itself. Never throws.
   */
  ignoredOf: (
    operation: Operation,
    query: Query,
    apiKey: string,
    answer: Promise<JudgedList>,
  ) => Promise<string[]>;
  /**
   * Learns from the response to a request of any kind, and from `list` if the console asked for one. A program's causes
   * no further one. Never throws.
   */
  observe: (
    operation: Operation,
    asked: { query: Query; body: unknown; apiKey: string; isConsole: boolean },
    answer: ServiceAnswer,
    list?: JudgedList,
  ) => Promise<void>;
  /** What is known of the lists now. */
  known: (apiKey: string) => Promise<Known>;
  /** Learns which parameters the provider doesn't know, where its answer to a list's query says so. Never throws. */
  noteRefusal: (operation: Operation, query: Query, apiKey: string, answer: JudgedList) => Promise<void>;
  /** The provider's name of a parameter. */
  nameOf: (operation: Operation, parameter: string) => string;
  /** The parameters of a query that the settings say don't exist. */
  absentIn: (operation: Operation, query: Query) => string[];
  /** Looks in the background if that is due. Never throws. */
  keepFresh: (apiKey: string) => void;
  /** Looks in the background now, or again after a look that is under way, and forgets which operations were missing. */
  lookAgain: (apiKey: string) => Promise<void>;
  describe: (apiKey: string) => Promise<ProviderCapabilities>;
  /** The IDs of operations that the provider doesn't have. */
  missingOperations: (apiKey: string) => Promise<string[]>;
};

type Deps = {
  db: Kysely<Tables>;
  ask: AskService;
  provider: { url: URL; parameters?: ParameterNames | undefined; without?: readonly string[] | undefined };
  keyHash: (apiKey: string) => string;
  log: FastifyBaseLogger;
  now: Clock;
  /** Called when a look has ended, as soon as what it found is known. */
  onLooked?: (apiKey: string) => void;
  /** How long after sign-in the first look begins; Infinity: none begins by itself. */
  lookDelayMs?: number | undefined;
};

export function createCapabilities(app: FastifyInstance, deps: Deps): Capabilities {
  const { db, ask, provider, keyHash, log, now, onLooked, lookDelayMs = DEFAULT_LOOK_DELAY_MS } = deps;
  const { parameters = {}, without = [] } = provider;
  const providerId = identify(provider.url, parameters);
  const knowledge = createKnowledge({ db, provider: providerId, log, now });
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const nextLookAt = new Map<string, Instant>();
  /** Looks of this process that are under way, by key, and whether another one was asked for meanwhile. */
  const looks = new Map<string, { isAskedAgain: boolean }>();
  const whose = (apiKey: string) => ({ provider: providerId, key_hash: keyHash(apiKey) });

  const nameOf = ({ id }: Operation, name: string) =>
    parameters[id]?.[name] ?? parameters['*']?.[name] ?? name;
  const isAbsent = ({ id }: Operation, name: string) => {
    const own = parameters[id];
    return (own !== undefined && name in own ? own[name] : parameters['*']?.[name]) === null;
  };

  const probes = createProbes({ ask, knowledge, now, isAbsent });
  const run = (work: () => Promise<void>): void => {
    const promise = work()
      .catch((error: unknown) => log.error({ err: error }, 'looking at the wallet service failed'))
      .finally(() => running.delete(promise));
    running.add(promise);
  };
  app.addHook('onClose', async () => {
    stop.abort();
    await Promise.all(running);
  });

  /** Looks in the background if no look began since `before`. */
  const startLook = async (apiKey: string, before: Instant): Promise<void> => {
    const began = now();
    const isDue = await claimLook(db, whose(apiKey), { at: began, before });
    if (isDue) run(() => finishLook(apiKey, began));
  };

  const finishLook = async (apiKey: string, began: Instant): Promise<void> => {
    const hash = keyHash(apiKey);
    const state = { isAskedAgain: false };
    looks.set(hash, state);
    try {
      let problem: string | null;
      do {
        state.isAskedAgain = false;
        problem = await lookOnce(apiKey);
        onLooked?.(apiKey);
      } while (state.isAskedAgain && !stop.signal.aborted);
      await endLook(db, whose(apiKey), { began, at: now(), problem });
    } finally {
      looks.delete(hash);
    }
    if (state.isAskedAgain && !stop.signal.aborted) await startLook(apiKey, now());
  };

  /** What kept it from finding out everything; null if nothing did. */
  const lookOnce = async (apiKey: string): Promise<string | null> => {
    try {
      await look({
        ask,
        apiKey,
        nameOf,
        isAbsent,
        signal: stop.signal,
        note: (subject, finding, suggested) => knowledge.note(keyHash(apiKey), subject, finding, suggested),
      });
      return null;
    } catch (error) {
      return stop.signal.aborted ? 'The server was stopped meanwhile.' : messageOf(error);
    }
  };

  return {
    ignoredOf: (operation, query, apiKey, answer) =>
      probes.ignoredOf(operation, query, { apiKey, keyHash: keyHash(apiKey) }, answer),
    known: async (apiKey) => ({ facts: await knowledge.of(keyHash(apiKey)), isAbsent }),
    nameOf,
    noteRefusal: async (operation, query, apiKey, answer) => {
      if (answer.kind === 'rows') return;
      const refused = readRefusal(operation, answer.failure, { nameOf });
      if (refused.kind !== 'refused') return;
      for (const [name, meaning] of Object.entries(operation.rows?.parameters ?? {})) {
        const reason = query[name] === undefined ? undefined : refused.reasonOf(name);
        if (reason === undefined || !unknownParameter.test(reason)) continue;
        const aspect = meaning.kind === 'sort' ? `${name}=${query[name]}` : name;
        const subject = subjectOf(operation.id, aspect);
        await knowledge.note(keyHash(apiKey), subject, { state: 'disproved', detail: reason });
      }
    },
    absentIn: (operation, query) => Object.keys(query).filter((name) => isAbsent(operation, name)),
    observe: async (operation, { query, body, apiKey, isConsole }, answer, list) => {
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (!isSuccess && answer.status !== 404 && answer.status !== 405) return;
      try {
        const hash = keyHash(apiKey);
        const facts = await knowledge.of(hash);
        const subject = subjectOf(operation.id, capabilityAspects.operation);
        const isKnownMissing = facts.get(subject)?.state === 'disproved';
        if (isSuccess) {
          if (isKnownMissing) await knowledge.note(hash, subject, { state: 'proved', detail: null });
          if (list !== undefined) {
            await observeAnswer(operation, query, list, {
              facts,
              note: (...found) => knowledge.note(hash, ...found),
            });
          }
        } else if (!isKnownMissing && !isLarge(answer.body)) {
          const isMissing = await isOperationMissing(operation, answer, {
            requestBody: body,
            ask: isConsole ? ask : undefined,
            apiKey,
          });
          if (isMissing) await knowledge.note(hash, subject, { state: 'disproved', detail: null });
        }
      } catch (error) {
        log.error({ err: error, operation: operation.id }, 'nothing was learned from a response');
      }
    },
    keepFresh: (apiKey) => {
      const hash = keyHash(apiKey);
      const at = now();
      const nextAt = nextLookAt.get(hash);
      if (!Number.isFinite(lookDelayMs) || (nextAt !== undefined && nextAt > at)) return;
      // The database says whether it is due; it is asked once an hour.
      nextLookAt.set(hash, addMs(at, DAY_MS / 24));
      const timer = setTimeout(() => {
        stop.signal.removeEventListener('abort', cancel);
        if (!stop.signal.aborted) run(() => startLook(apiKey, addMs(now(), -DAY_MS)));
      }, lookDelayMs);
      const cancel = () => clearTimeout(timer);
      stop.signal.addEventListener('abort', cancel, { once: true });
    },
    lookAgain: async (apiKey) => {
      const hash = keyHash(apiKey);
      const missing = [...(await knowledge.of(hash)).values()].filter(
        ({ subject, state }) =>
          state === 'disproved' && splitSubject(subject).aspect === capabilityAspects.operation,
      );
      await knowledge.forget(
        hash,
        missing.map(({ subject }) => subject),
      );
      // What has changed may be behind what a running look has already seen.
      const current = looks.get(hash);
      if (current === undefined) await startLook(apiKey, now());
      else current.isAskedAgain = true;
    },
    describe: async (apiKey) => {
      const facts = await knowledge.of(keyHash(apiKey));
      const last = await findLook(db, whose(apiKey));
      const found = [...facts.values()].map(toResponse);
      const bySetting = without.map((id) => ({
        operation: id,
        aspect: capabilityAspects.operation,
        state: 'disproved' as const,
        detail: capabilityDetails.setting,
        suggested_name: null,
        found_at: writeIsoTime(now()),
      }));
      const isSet = (one: { operation: string; aspect: string }) =>
        one.aspect === capabilityAspects.operation && without.includes(one.operation);
      return {
        provider: provider.url.host,
        looked_at: last?.ended_at ? writeIsoTime(last.ended_at) : null,
        is_looking: last !== undefined && last.ended_at === null,
        problem: last?.problem ?? null,
        capabilities: [...found.filter((one) => !isSet(one)), ...bySetting],
        parameters,
      };
    },
    missingOperations: async (apiKey) => {
      const facts = await knowledge.of(keyHash(apiKey));
      const found = [...facts.values()].flatMap(({ subject, state }) => {
        const { operation, aspect } = splitSubject(subject);
        return aspect === capabilityAspects.operation && state === 'disproved' ? [operation] : [];
      });
      return [...new Set([...without, ...found])].sort();
    },
  };
}

/** Deletes what was learned with keys that haven't been used for long. */
export function createCapabilityCleanup(db: Kysely<Tables>, now: Clock): () => Promise<void> {
  return async () => deleteLooksBefore(db, addMs(now(), -KEPT_MS));
}

/** Under other parameter names, everything is found out anew. */
function identify({ href }: URL, parameters: ParameterNames): string {
  if (Object.values(parameters).every((names) => Object.keys(names).length === 0)) return href;
  const names = createHash('sha256').update(JSON.stringify(parameters)).digest('hex').slice(0, 16);
  return `${href}#${names}`;
}

function toResponse(fact: FoundCapability): Capability {
  const { operation, aspect } = splitSubject(fact.subject);
  const { state, detail, suggested_name, found_at } = fact;
  return { operation, aspect, state, detail, suggested_name, found_at: writeIsoTime(found_at) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
