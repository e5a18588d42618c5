import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { isUniqueViolation } from '#database/unique-violation.ts';
import { addMs, type Clock } from '#domain/time.ts';
import type { Job } from '#jobs/job.ts';
import { recordRates } from './exchange-rates.store.ts';
import { type FetchRules, fetchRates } from './fetch-rates.ts';
import { claimRateSources, endRateRequest, type RateSourceRow } from './rate-sources.store.ts';

export type RateSourceDeps = { db: Kysely<Tables>; now: Clock; rules: FetchRules };

const DAY_MS = 86_400_000;
/** After a failure. */
const RETRY_MS = 3_600_000;
/** Longer than a request takes at most. */
const LEASE_MS = 60_000;
const LOOK_MS = 10_000;

/** Reads the rates of every URL that an administrator has set, once a day, and after a failure again in an hour. */
export function rateSourceJob(deps: RateSourceDeps): Job {
  return {
    name: 'exchange-rates',
    atOnce: 1,
    pauseMs: LOOK_MS,
    claim: async (most, atHand) => {
      const claim = { most, atHand, now: deps.now(), leaseMs: LEASE_MS };
      const sources = await claimRateSources(deps.db, claim);
      return sources.map((source) => ({
        id: source.account_id,
        work: async () => readRateSource(source, { ...deps, by: null }),
      }));
    },
  };
}

/**
 * Requests the URL once, records its rates and says how it went. A value that differs from the one for the same moment
 * takes its place, as a source may correct itself; the earlier one is kept as superseded.
 */
export async function readRateSource(
  source: RateSourceRow,
  { db, now, rules, by }: RateSourceDeps & { by: string | null },
): Promise<void> {
  const { account_id: accountId, url } = source;
  const triedAt = now();
  const fetched = await fetchRates(url, rules, triedAt);
  const at = now();
  if (!fetched.ok) {
    await endRateRequest(db, source, {
      tried_at: triedAt,
      failure: fetched.failure,
      next_at: addMs(at, RETRY_MS),
    });
    return;
  }
  const recording = { accountId, source: 'url', origin: new URL(url).host, by, at } as const;
  try {
    await recordRates(db, recording, { rates: fetched.rates, mayReplace: true });
  } catch (error) {
    // Another process has just recorded the same rates.
    if (!isUniqueViolation(error)) throw error;
  }
  await endRateRequest(db, source, {
    tried_at: triedAt,
    failure: null,
    read_at: at,
    rates_read: fetched.rates.length,
    next_at: addMs(at, DAY_MS),
  });
}
