import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { type Clock, type Instant, msBetween } from '#domain/time.ts';
import {
  deleteCapabilities,
  type FoundCapability,
  listCapabilities,
  saveCapability,
} from './capabilities.store.ts';
import type { Finding } from './probe-parameter.ts';

/** What other processes have found out is seen after so long. */
const KEPT_MS = 15_000;
/** How many keys are remembered, the latest ones. */
const MOST_KEYS = 1_000;

export type Facts = ReadonlyMap<string, FoundCapability>;

/** What a provider has shown to each key, read from the database and kept for a while. */
export type Knowledge = {
  of: (keyHash: string) => Promise<Facts>;
  /** Stores a finding at once. Never throws: what can't be stored is known until the process ends. */
  note: (keyHash: string, subject: string, finding: Finding, suggestedName?: string) => Promise<void>;
  forget: (keyHash: string, subjects: readonly string[]) => Promise<void>;
};

type Deps = { db: Kysely<Tables>; provider: string; log: FastifyBaseLogger; now: Clock };

/** What is known of one key. */
type Entry = {
  facts: Map<string, FoundCapability>;
  /** Undefined before the database was read. */
  readAt: Instant | undefined;
  reading: Promise<void> | undefined;
  /** What changed here and a reading may not have seen. */
  changes: Map<string, Change>;
};

/** `found`: undefined for what is forgotten. */
type Change = { found: FoundCapability | undefined; isStored: boolean };

export function createKnowledge({ db, provider, log, now }: Deps): Knowledge {
  const known = new Map<string, Entry>();
  const whose = (keyHash: string) => ({ provider, key_hash: keyHash });

  const entryOf = (keyHash: string): Entry => {
    const entry = known.get(keyHash) ?? {
      facts: new Map<string, FoundCapability>(),
      readAt: undefined,
      reading: undefined,
      changes: new Map<string, Change>(),
    };
    known.set(keyHash, entry);
    for (const [oldest] of known) if (known.size > MOST_KEYS) known.delete(oldest);
    return entry;
  };

  const read = async (keyHash: string, entry: Entry): Promise<void> => {
    try {
      const rows = await listCapabilities(db, whose(keyHash));
      entry.facts = new Map(rows.map((row) => [row.subject, row]));
      for (const [subject, change] of entry.changes) {
        apply(entry.facts, subject, change);
        if (change.isStored) entry.changes.delete(subject);
      }
      entry.readAt = now();
      // The latest ones come last.
      known.delete(keyHash);
      known.set(keyHash, entry);
    } catch (error) {
      log.error({ err: error }, 'the capabilities of the provider couldn’t be read');
    } finally {
      entry.reading = undefined;
    }
  };

  const find = async (keyHash: string): Promise<Entry> => {
    const entry = entryOf(keyHash);
    const isRecent = entry.readAt !== undefined && msBetween(entry.readAt, now()) < KEPT_MS;
    if (!isRecent) await (entry.reading ??= read(keyHash, entry));
    return entry;
  };

  /** What is known, however long ago it was read: who notes something doesn't wait for another reading. */
  const findOnce = async (keyHash: string): Promise<Entry> => {
    const entry = entryOf(keyHash);
    return entry.readAt === undefined ? await find(keyHash) : entry;
  };

  /** Makes a change here at once, and stores it. A reading that runs meanwhile doesn't undo it. */
  const change = async (
    entry: Entry,
    subjects: readonly string[],
    found: FoundCapability | undefined,
    store: () => Promise<void>,
  ): Promise<void> => {
    const made: Change = { found, isStored: false };
    for (const subject of subjects) {
      entry.changes.set(subject, made);
      apply(entry.facts, subject, made);
    }
    await store();
    made.isStored = true;
    if (entry.reading !== undefined) return;
    for (const subject of subjects) {
      if (entry.changes.get(subject) === made) entry.changes.delete(subject);
    }
  };

  return {
    of: async (keyHash) => (await find(keyHash)).facts,
    note: async (keyHash, subject, { state, detail }, suggestedName) => {
      const found = {
        subject,
        state,
        detail,
        suggested_name: suggestedName ?? null,
        found_at: now(),
      };
      const entry = await findOnce(keyHash);
      if (entry.facts.get(subject)?.state !== state && state === 'disproved') {
        log.warn({ subject, detail }, 'the wallet service lacks something');
      }
      try {
        await change(entry, [subject], found, async () => saveCapability(db, whose(keyHash), found));
      } catch (error) {
        log.error({ err: error, subject }, 'a capability of the provider couldn’t be stored');
      }
    },
    forget: async (keyHash, subjects) => {
      const entry = await findOnce(keyHash);
      try {
        await change(entry, subjects, undefined, async () =>
          deleteCapabilities(db, whose(keyHash), subjects),
        );
      } catch (error) {
        // It is still stored, and the next reading finds it.
        for (const subject of subjects) entry.changes.delete(subject);
        throw error;
      }
    },
  };
}

function apply(facts: Map<string, FoundCapability>, subject: string, { found }: Change): void {
  if (found === undefined) facts.delete(subject);
  else facts.set(subject, found);
}
