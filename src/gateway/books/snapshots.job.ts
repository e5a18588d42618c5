import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import { parseResponse } from '#contract/parse-response.ts';
import { getUserBalances, type UserBalances } from '#contract/wallet-service/balances.ts';
import type { Tables } from '#database/tables.ts';
import { type Clock, type Instant, instantFromDate, msBetween, toDate } from '#domain/time.ts';
import { every } from '#jobs/every.ts';
import type { Job } from '#jobs/job.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { findAccountKey, listUserAccounts } from '../users/account-keys.ts';
import { hasSnapshot, insertSnapshot } from './snapshots.store.ts';

const EVERY_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A later answer says too little about the hour. */
const LATEST_MS = 10 * 60_000;

type Deps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  ask: AskService;
  now: Clock;
  log: FastifyBaseLogger;
  everyMs?: number | undefined;
};

/**
 * Notes what a remote provider says the balances of each account are, on every full hour, so that a day of any time zone
 * of full hours begins and ends with a snapshot. With the key that the account’s users work with: an account without one
 * has no snapshots. A provider that doesn’t answer is asked again each minute, for ten minutes.
 */
export function snapshotsJob({ everyMs = EVERY_MS, ...deps }: Deps): Job {
  const { db, now } = deps;
  return every({
    name: 'balance snapshots',
    everyMs,
    db,
    now,
    run: async () => {
      const moment = now();
      const hour = hourOf(moment);
      if (msBetween(hour, moment) > LATEST_MS) return;
      for (const { id } of await listUserAccounts(db)) await takeSnapshot(deps, id, hour);
    },
  });
}

/** The full hour that a moment is in. Every time zone in use with full hours has the same ones. */
function hourOf(moment: Instant): Instant {
  const ms = toDate(moment).getTime();
  return instantFromDate(new Date(ms - (ms % HOUR_MS)));
}

async function takeSnapshot(deps: Deps, accountId: string, hour: Instant): Promise<void> {
  const { db, cipher, now, log } = deps;
  if (await hasSnapshot(db, accountId, hour)) return;
  const key = await findAccountKey(db, cipher, accountId);
  if (key === undefined) return;
  try {
    const balances = await readBalances(deps.ask, key.apiKey);
    await insertSnapshot(db, accountId, hour, { takenAt: now(), balances });
  } catch (error) {
    // One account's failure doesn't keep the others from having theirs.
    log.warn({ accountId, hour, err: error }, 'the balances of the full hour could not be read');
  }
}

/** What a remote provider says the balances of a key’s account are now. Throws for an answer that isn’t as published. */
export async function readBalances(ask: AskService, apiKey: string): Promise<UserBalances> {
  const { status, body } = await ask(getUserBalances, {}, apiKey);
  const answer = parseResponse(getUserBalances, status, body, { query: {} });
  if (!answer.ok) throw new Error(`${getUserBalances.path}: ${answer.status} ${answer.message}`);
  return answer.data.balances;
}
