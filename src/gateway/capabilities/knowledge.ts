import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { instantFromDate } from '#domain/time.ts';
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

type Deps = { db: Kysely<Tables>; provider: string; log: FastifyBaseLogger; now: () => Date };

export function createKnowledge({ db, provider, log, now }: Deps): Knowledge {
  const known = new Map<string, { facts: Map<string, FoundCapability>; readAt: number }>();
  const whose = (keyHash: string) => ({ provider, key_hash: keyHash });

  const find = async (keyHash: string): Promise<Map<string, FoundCapability>> => {
    const before = known.get(keyHash);
    if (before !== undefined && now().getTime() - before.readAt < KEPT_MS) return before.facts;
    try {
      const rows = await listCapabilities(db, whose(keyHash));
      const facts = new Map(rows.map((row) => [row.subject, row]));
      known.delete(keyHash);
      known.set(keyHash, { facts, readAt: now().getTime() });
      for (const [oldest] of known) if (known.size > MOST_KEYS) known.delete(oldest);
      return facts;
    } catch (error) {
      log.error({ err: error }, 'the capabilities of the provider couldn’t be read');
      return before?.facts ?? new Map<string, FoundCapability>();
    }
  };

  return {
    of: find,
    note: async (keyHash, subject, { state, detail }, suggestedName) => {
      const found = {
        subject,
        state,
        detail,
        suggested_name: suggestedName ?? null,
        found_at: instantFromDate(now()),
      };
      const facts = await find(keyHash);
      if (facts.get(subject)?.state !== state && state === 'disproved') {
        log.warn({ subject, detail }, 'the wallet service lacks something');
      }
      facts.set(subject, found);
      try {
        await saveCapability(db, whose(keyHash), found);
      } catch (error) {
        log.error({ err: error, subject }, 'a capability of the provider couldn’t be stored');
      }
    },
    forget: async (keyHash, subjects) => {
      const facts = await find(keyHash);
      for (const subject of subjects) facts.delete(subject);
      await deleteCapabilities(db, whose(keyHash), subjects);
    },
  };
}
