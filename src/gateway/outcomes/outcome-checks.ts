import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { addMs, type Clock, formatUtcTime, type Instant } from '#domain/time.ts';
import type { Job } from '#jobs/job.ts';
import { pauseAfter } from '#jobs/pause-after.ts';
import { plainText } from '../audit-log/describe-request.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { judgeSearch, type Verdict } from './judge-search.ts';
import {
  claimDueOutcomes,
  closed,
  confirmOutcome,
  endOutcome,
  extendLeases,
  type OutcomeRow,
} from './outcomes.store.ts';
import { CLOCK_DIFFERENCE_MS, searchRequests } from './search-requests.ts';

export type OutcomeDeps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  ask: AskService;
  log: FastifyBaseLogger;
  now: Clock;
  /** How long after the last attempt it can be proved, at the earliest, that no request was created. */
  proofMs: number;
  /** Ends checks early. */
  signal?: AbortSignal | undefined;
};

const pauses = { firstMs: 2_000, factor: 2, longestMs: 6 * 3_600_000 };
/** How many of those that one check can't find are looked up by their external IDs. */
const MOST_LOOK_UPS = 20;
/** How long the claim of a check excludes others. Longer checks extend it, until they end or are killed. */
const CHECK_LEASE_MS = 15_000;
const LEASE_EXTENSION_MS = 5_000;

export function checkLease(at: Instant): Instant {
  return addMs(at, CHECK_LEASE_MS);
}

/** What an API key of an outcome is encrypted for, beside the wallet service. */
export function sealOf(outcomeId: string): string {
  return `withdrawal-outcome/${outcomeId}`;
}

/** No check before then can prove that no request was created. */
export function provableAt({ unknown_since: since }: OutcomeRow, proofMs: number): Instant | undefined {
  return since === null ? undefined : addMs(since, proofMs);
}

/** When an outcome is next checked that `checks` checks have left unknown. */
export function nextCheckAt(
  row: OutcomeRow,
  checks: number,
  { now, proofMs }: Pick<OutcomeDeps, 'now' | 'proofMs'>,
): Instant {
  const at = now();
  const next = addMs(at, pauseAfter(checks + 1, pauses));
  const provable = provableAt(row, proofMs);
  // Checked as soon as there may be a proof, and not at the end of a longer pause.
  return provable !== undefined && provable > at && provable < next ? provable : next;
}

/** Checks outcomes that were claimed, each with the key that it is sealed with. Never throws what a provider does. */
export async function checkOutcomes(rows: readonly OutcomeRow[], deps: OutcomeDeps): Promise<void> {
  const ofOneKey = Map.groupBy(rows, (row) => JSON.stringify([row.account_id, keyOf(row, deps)]));
  await Promise.all(
    Array.from(ofOneKey.values(), async (group) =>
      keepingLeases(group, deps, async (onStored) => checkWithOneKey(group, deps, onStored)),
    ),
  );
}

/** Extends the leases of rows while they are checked, each until it is stored. */
async function keepingLeases(
  rows: readonly OutcomeRow[],
  { db, now, log }: OutcomeDeps,
  check: (onStored: (row: OutcomeRow) => void) => Promise<void>,
): Promise<void> {
  const open = new Set(rows);
  let extending = Promise.resolve();
  const timer = setInterval(() => {
    extending = extending
      .then(async () => extendLeases(db, [...open], checkLease(now())))
      .catch((error: unknown) => {
        log.error({ err: error }, 'the leases of checks of withdrawals could not be extended');
      });
  }, LEASE_EXTENSION_MS);
  try {
    await check((row) => void open.delete(row));
  } finally {
    clearInterval(timer);
    await extending;
  }
}

function keyOf(row: OutcomeRow, { cipher }: OutcomeDeps): string | undefined {
  return row.sealed_key === null ? undefined : cipher.decrypt(row.sealed_key, sealOf(row.outcome_id));
}

/** The requests of the account are read once for all of its outcomes. */
async function checkWithOneKey(
  rows: readonly OutcomeRow[],
  deps: OutcomeDeps,
  onStored: (row: OutcomeRow) => void,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const { ask, now, signal } = deps;
  const begun = now();
  const apiKey = keyOf(first, deps);
  const since = rows.map(sinceOf).reduce((earliest, each) => (each < earliest ? each : earliest));
  const search =
    apiKey === undefined ? undefined : await searchRequests(ask, apiKey, { since, now: begun, signal });
  let lookUps = 0;
  for (const row of rows) {
    const payment = paymentOf(row);
    let verdict = search === undefined ? unreadableKey : judgeSearch(payment, search, sinceOf(row));
    // Even if not all can be read, the request may still be found.
    if (search?.gap !== undefined && verdict.kind === 'unclear' && lookUps < MOST_LOOK_UPS) {
      lookUps += 1;
      const seen = [...search.seen, ...(await search.lookUp(row.external_id))];
      const known = [...new Map(seen.map((each) => [each.request_id, each])).values()];
      verdict = judgeSearch(payment, { seen: known, gap: search.gap }, sinceOf(row));
    }
    onStored(row);
    await storeVerdict(row, verdict, { begun, apiKey }, deps);
  }
}

/** No request of it can be dated earlier. */
function sinceOf(row: OutcomeRow): Instant {
  return addMs(row.first_attempt_at, -CLOCK_DIFFERENCE_MS);
}

async function storeVerdict(
  row: OutcomeRow,
  verdict: Verdict,
  { begun, apiKey = '' }: { begun: Instant; apiKey: string | undefined },
  deps: OutcomeDeps,
): Promise<void> {
  const { db, now, log, proofMs } = deps;
  const at = now();
  const checked = { checks: row.checks + 1, checked_at: at };
  const names = { outcomeId: row.outcome_id, accountId: row.account_id };
  if (verdict.kind === 'found') {
    const { requestId } = verdict;
    log.info({ ...names, requestId }, 'found the request of a withdrawal whose outcome was unknown');
    const other = await confirmOutcome(db, row, {
      ...checked,
      state: 'confirmed',
      request_id: plainText(requestId, apiKey),
      finding: null,
    });
    if (other !== undefined) log.error({ ...names, requestId, other }, madeTwice);
    return;
  }
  const provable = provableAt(row, proofMs);
  if (verdict.kind === 'none' && provable !== undefined && begun >= provable) {
    log.info(names, 'proved that no request was created for a withdrawal whose outcome was unknown');
    await endOutcome(db, row, { ...checked, ...closed, state: 'not_created', finding: null });
    return;
  }
  const reason = verdict.kind === 'none' ? notYet(provable) : verdict.reason;
  await endOutcome(db, row, {
    ...checked,
    finding: plainText(reason, apiKey, 1000),
    next_at: nextCheckAt(row, checked.checks, deps),
  });
}

export const madeTwice = 'the wallet service created two requests for a withdrawal';

const unreadableKey: Verdict = {
  kind: 'unclear',
  reason: 'The API key that sent it is no longer available. Check again with yours.',
};

function notYet(provable: Instant | undefined): string {
  const from = provable === undefined ? '' : ` until ${formatUtcTime(provable)}`;
  return `The wallet service has no such withdrawal yet, but may still create it${from}.`;
}

function paymentOf(row: OutcomeRow) {
  return {
    externalId: row.external_id,
    network: row.network,
    currency: row.currency,
    amount: row.amount,
    recipient: row.recipient_wallet,
    recipientKey: row.recipient_key,
  };
}

/** How many are claimed at once, and how many accounts are asked at once. */
const MOST_CLAIMED = 100;
const MOST_AT_ONCE = 4;

/** The job that checks the outcomes that are due, those of an account together. */
export function outcomeJob(deps: OutcomeDeps): Job {
  const { db, now } = deps;
  return {
    name: 'withdrawals with unknown outcome',
    atOnce: MOST_AT_ONCE,
    claim: async (_most, atHand) => {
      const rows = await claimDueOutcomes(db, {
        most: MOST_CLAIMED,
        // Those of an account that are due in the meantime are checked with the next ones.
        accountsAtHand: atHand,
        now: now(),
        leaseMs: CHECK_LEASE_MS,
      });
      return Array.from(
        Map.groupBy(rows, (row) => row.account_id),
        ([accountId, ofAccount]) => ({
          id: accountId,
          work: async (signal) => checkOutcomes(ofAccount, { ...deps, signal }),
        }),
      );
    },
  };
}
