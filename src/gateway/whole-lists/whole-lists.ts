import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { wholeListRows } from '#contract/gateway/whole-list.ts';
import type { Operation } from '#contract/operation.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { type Clock, toDate } from '#domain/time.ts';
import { type AskList, createAsker } from '../capabilities/ask-list.ts';
import type { EventSignals } from '../events/event-signals.ts';
import type { AskService } from '../sessions/key-check.ts';
import {
  type Reading,
  type ReadWhole,
  readWholeList,
  unreadable,
  type Unreadable,
} from './read-whole-list.ts';

/** What was read is used for so long, or for several times as long as reading it took. */
const KEPT_MS = 15_000;
const KEPT_FOR_READINGS = 5;
/** A list that couldn't be read whole is tried again after so long. */
const RETRY_MS = {
  too_long: 60_000,
  no_pages: 60_000,
  unclear: 15_000,
  changing: 15_000,
  failed: 5_000,
} as const;
/** What nobody has asked for is forgotten. */
const IDLE_MS = 60_000;
/** One list has at most this part of the room. */
const LARGEST_SHARE = 4;
/** The most rows that the interface allows on a page. */
const LARGEST_PAGE = 300;
export type WholeListLimits = {
  /** The most rows that are read of a list. Wallets are always read. */
  rows: number;
  /** How much is kept of all lists together, in bytes as the provider sends them. */
  bytes: number;
  /** A request doesn't wait longer for a reading, which goes on. */
  waitMs: number;
};

const defaultLimits: WholeListLimits = { rows: wholeListRows, bytes: 64 * 1024 * 1024, waitMs: 25_000 };

/** All rows of a list. `readAt`: when reading began, in milliseconds since 1970. */
export type WholeList = ReadWhole & { readAt: number };

/** Whose lists are read. */
export type Owner = { apiKey: string; accountId: string };

/** Which earlier reading a request accepts. */
export type Accepted = {
  /** In milliseconds since 1970: what was read before this isn't used. */
  notBefore?: number;
  /** Whether an older reading still holds, as far as the request is concerned. `ask` asks the provider. */
  stillHolds?: ((found: WholeList, ask: AskList) => Promise<boolean>) | undefined;
};

type Pages = Reading['pages'];

/** The lists that are read whole, because their provider lacks a filter, a sort order, a count or the like. */
export type WholeLists = {
  /**
   * Reads the list, unless that was just done or what was read still holds. `reading`: it takes longer than a request
   * should.
   */
  read: (
    operation: Operation,
    owner: Owner,
    pages: Pages,
    accepted?: Accepted,
  ) => Promise<WholeList | Unreadable | 'reading'>;
  /** What is known without a request. `stated`: how many rows the provider says there are. */
  whyUnreadable: (
    operation: Operation,
    apiKey: string,
    list: { stated: number | null } & Pick<Pages, 'largest' | 'hasOffset'>,
  ) => Unreadable | undefined;
  /** Something may have changed: what was read before now isn't used any more. */
  invalidate: (apiKey: string) => void;
  /** More is known of the provider: a list that couldn't be read whole before may be readable now. */
  reconsider: (apiKey: string) => void;
  /** From now on, an event of an account counts as a change. */
  follow: (signals: EventSignals) => void;
};

/** One list as one key sees it. */
type Entry = {
  keyHash: string;
  usedAt: number;
  /** What began to be read before this change is out of date. Changes are counted, because clocks stand still. */
  changedAt: number;
  last: { found: WholeList | Unreadable; readAt: number; tookMs: number } | undefined;
  /** `began`: after which change; undefined while others of the key are read. */
  running: { began: number | undefined; done: Promise<WholeList | Unreadable> } | undefined;
};

type Deps = {
  ask: AskService;
  keyHash: (apiKey: string) => string;
  nameOf: (operation: Operation, parameter: string) => string;
  log: FastifyBaseLogger;
  now: Clock;
  limits?: Partial<WholeListLimits> | undefined;
};

export function createWholeLists(app: FastifyInstance, deps: Deps): WholeLists {
  const { ask, keyHash, nameOf, log, now } = deps;
  const nowMs = (): number => toDate(now()).getTime();
  const limits = { ...defaultLimits, ...deps.limits };
  const entries = new Map<string, Entry>();
  /** One reading of each key runs at a time. */
  const queues = new Map<string, Promise<unknown>>();
  const listeners = new Map<string, Promise<() => void>>();
  const stop = new AbortController();
  let signals: EventSignals | undefined;
  let changes = 0;

  const noteChange = (hash: string): void => {
    changes += 1;
    for (const entry of entries.values()) {
      if (entry.keyHash !== hash) continue;
      entry.changedAt = changes;
      if (entry.last?.found.kind === 'whole') entry.last = undefined;
    }
  };

  const forgetAll = (hash: string): void => {
    noteChange(hash);
    for (const entry of entries.values()) if (entry.keyHash === hash) entry.last = undefined;
  };

  const listen = (hash: string, accountId: string): void => {
    if (signals === undefined || listeners.has(hash)) return;
    const listener = signals.listen(accountId, () => noteChange(hash));
    listeners.set(hash, listener);
    listener.catch((error: unknown) => {
      log.error({ err: error }, 'incoming events cannot be noticed');
      listeners.delete(hash);
    });
  };

  const remove = (id: string, hash: string): void => {
    entries.delete(id);
    if ([...entries.values()].some((entry) => entry.keyHash === hash)) return;
    void listeners.get(hash)?.then(
      (end) => end(),
      () => undefined,
    );
    listeners.delete(hash);
  };

  /** Forgets what is not used, and then what was used longest ago, until the rest has room. */
  const makeRoom = (): void => {
    const oldestFirst = [...entries].toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    let bytes = oldestFirst.reduce((sum, [, entry]) => sum + bytesOf(entry), 0);
    for (const [id, entry] of oldestFirst) {
      const isIdle = nowMs() - entry.usedAt > IDLE_MS;
      if (entry.running !== undefined || !(isIdle || bytes > limits.bytes)) continue;
      bytes -= bytesOf(entry);
      remove(id, entry.keyHash);
    }
  };
  const timer = setInterval(makeRoom, IDLE_MS / 2).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    stop.abort();
    await Promise.all(queues.values());
    for (const [id, entry] of entries) remove(id, entry.keyHash);
  });

  const start = (entry: Entry, operation: Operation, apiKey: string, pages: Pages) => {
    const running: Entry['running'] = { began: undefined, done: Promise.resolve(failed) };
    entry.running = running;
    const readNow = async (): Promise<WholeList | Unreadable> => {
      const began = changes;
      running.began = began;
      const readAt = nowMs();
      const startedAt = performance.now();
      const read = await readWholeList({
        operation,
        ask: createAsker(operation, { ask, apiKey, nameOf, signal: stop.signal }),
        pages,
        mostRows: operation.id === listWallets.id ? Number.POSITIVE_INFINITY : limits.rows,
        mostBytes: limits.bytes / LARGEST_SHARE,
      });
      const found = read.kind === 'whole' ? { ...read, readAt } : read;
      const isCurrent = entry.changedAt <= began;
      entry.last = isCurrent ? { found, readAt, tookMs: performance.now() - startedAt } : undefined;
      return found;
    };
    const before = queues.get(entry.keyHash) ?? Promise.resolve();
    const done = before
      .then(readNow)
      .catch((error: unknown) => {
        if (!stop.signal.aborted)
          log.error({ err: error, operation: operation.id }, 'a list couldn’t be read');
        return failed;
      })
      .finally(() => {
        entry.running = undefined;
        if (queues.get(entry.keyHash) === done) queues.delete(entry.keyHash);
        makeRoom();
      });
    running.done = done;
    queues.set(entry.keyHash, done);
    return done;
  };

  const current = ({ last }: Entry): WholeList | Unreadable | undefined => {
    if (last === undefined) return undefined;
    const { found, readAt, tookMs } = last;
    const keptMs =
      found.kind === 'whole' ? Math.max(KEPT_MS, KEPT_FOR_READINGS * tookMs) : RETRY_MS[found.reason];
    return nowMs() - readAt < keptMs ? found : undefined;
  };

  /** The last reading as of now, if the provider shows that it still holds. */
  const confirm = async (
    entry: Entry,
    operation: Operation,
    { apiKey, stillHolds }: { apiKey: string } & Pick<Accepted, 'stillHolds'>,
  ): Promise<WholeList | undefined> => {
    const found = entry.last?.found;
    if (stillHolds === undefined || found?.kind !== 'whole') return undefined;
    const began = changes;
    const readAt = nowMs();
    const holds = await stillHolds(found, createAsker(operation, { ask, apiKey, nameOf }));
    return holds && entry.changedAt <= began ? { ...found, readAt } : undefined;
  };

  const readFresh = async (
    entry: Entry,
    operation: Operation,
    request: { apiKey: string; pages: Pages; notBefore: number } & Pick<Accepted, 'stillHolds'>,
  ) => {
    const { apiKey, pages, notBefore } = request;
    const asked = changes;
    let isConfirmable = true;
    const isRecent = (found: WholeList | Unreadable) => found.kind !== 'whole' || found.readAt >= notBefore;
    for (;;) {
      const known = current(entry);
      if (known !== undefined && isRecent(known)) return known;
      const { running } = entry;
      if (running === undefined && isConfirmable) {
        const confirmed = await confirm(entry, operation, request);
        if (confirmed !== undefined) return confirmed;
        isConfirmable = false;
        continue;
      }
      if (running === undefined) return await start(entry, operation, apiKey, pages);
      const found = await running.done;
      // What began before the last change that this request may know of is out of date.
      if ((running.began ?? 0) >= Math.min(asked, entry.changedAt) && isRecent(found)) return found;
    }
  };

  return {
    read: async (operation, { apiKey, accountId }, pages, { notBefore = 0, stillHolds } = {}) => {
      const hash = keyHash(apiKey);
      const id = idOf(operation, hash);
      const entry = entries.get(id) ?? newEntry(hash);
      entries.set(id, entry);
      entry.usedAt = nowMs();
      listen(hash, accountId);
      const cancel = new AbortController();
      const patience = sleep(limits.waitMs, 'reading' as const, { signal: cancel.signal, ref: false });
      patience.catch(() => undefined);
      const since = Math.min(notBefore, nowMs());
      const fresh = readFresh(entry, operation, { apiKey, pages, notBefore: since, stillHolds });
      return await Promise.race([fresh, patience]).finally(() => cancel.abort());
    },
    whyUnreadable: (operation, apiKey, { stated, largest = LARGEST_PAGE, hasOffset }) => {
      const entry = entries.get(idOf(operation, keyHash(apiKey)));
      const known = entry === undefined ? undefined : current(entry);
      if (known?.kind === 'unreadable' && known.reason !== 'failed') return known;
      if (stated === null) return undefined;
      if (operation.id !== listWallets.id && stated > limits.rows) return unreadable('too_long', stated);
      return !hasOffset && stated > largest ? unreadable('no_pages', stated) : undefined;
    },
    invalidate: (apiKey) => noteChange(keyHash(apiKey)),
    reconsider: (apiKey) => forgetAll(keyHash(apiKey)),
    follow: (followed) => {
      signals = followed;
    },
  };
}

const failed = unreadable('failed');

function idOf(operation: Operation, keyHash: string): string {
  return `${keyHash} ${operation.id}`;
}

function newEntry(keyHash: string): Entry {
  return { keyHash, usedAt: 0, changedAt: 0, last: undefined, running: undefined };
}

function bytesOf({ last }: Entry): number {
  return last?.found.kind === 'whole' ? last.found.bytes : 0;
}
