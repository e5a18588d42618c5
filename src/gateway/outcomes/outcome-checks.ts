import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { type Instant, instantFromDate, toDate, writeIsoTime } from '#domain/time.ts';
import { plainText } from '../journal/describe-request.ts';
import type { AskService } from '../sessions/key-check.ts';
import type { KeyCipher } from '../sessions/key-cipher.ts';
import { judgeSearch, type Verdict } from './judge-search.ts';
import { claimDueOutcomes, closed, confirmOutcome, endOutcome, type OutcomeRow } from './outcomes.store.ts';
import { searchRequests } from './search-requests.ts';

export type OutcomeDeps = {
  db: Kysely<Tables>;
  cipher: KeyCipher;
  ask: AskService;
  log: FastifyBaseLogger;
  now: () => Date;
  /** So long after the last attempt, and no earlier, can it be proved that no request was created. */
  proofMs: number;
};

/** How far the provider's clock may be behind: no request is dated earlier than its first attempt by more. */
const BEHIND_MS = 15 * 60_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
/** How often the pause is doubled at most: beyond that it is the longest one anyway. */
const MOST_DOUBLINGS = 20;
/** A check reads a list in many questions. Nobody else checks the same meanwhile. */
export const CHECK_LEASE_MS = 10 * 60_000;

/** What an API key of an outcome is encrypted for, beside the wallet service. */
export function sealOf(outcomeId: string): string {
  return `withdrawal-outcome/${outcomeId}`;
}

/** No check before then can prove that no request was created. */
export function provableAt({ unknown_since: since }: OutcomeRow, proofMs: number): Date | undefined {
  return since === null ? undefined : new Date(toDate(since).getTime() + proofMs);
}

/** When an outcome is checked next that `checks` checks have left unknown. */
export function nextCheckAt(
  row: OutcomeRow,
  checks: number,
  { now, proofMs }: Pick<OutcomeDeps, 'now' | 'proofMs'>,
): Instant {
  const moment = now().getTime();
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(checks, MOST_DOUBLINGS));
  const provable = provableAt(row, proofMs)?.getTime() ?? 0;
  // As soon as there may be a proof, and not at the end of a pause that ends later.
  const isBetween = provable > moment && provable < moment + pause;
  return instantFromDate(new Date(isBetween ? provable : moment + pause));
}

/** Checks an outcome that was claimed, with the key that it is sealed with. Never throws what a provider does. */
export async function checkOutcome(row: OutcomeRow, deps: OutcomeDeps): Promise<OutcomeRow | undefined> {
  const { db, cipher, ask, now, log, proofMs } = deps;
  const begun = now();
  const apiKey = row.sealed_key === null ? undefined : cipher.decrypt(row.sealed_key, sealOf(row.outcome_id));
  const since = new Date(toDate(row.first_attempt_at).getTime() - BEHIND_MS);
  const verdict =
    apiKey === undefined
      ? unreadableKey
      : judgeSearch(
          paymentOf(row),
          await searchRequests(ask, apiKey, { since, now: begun, externalId: row.external_id }),
          since,
        );
  const at = instantFromDate(now());
  const checked = { checks: row.checks + 1, checked_at: at };
  const names = { outcomeId: row.outcome_id, accountId: row.account_id };
  if (verdict.kind === 'found') {
    log.info(
      { ...names, requestId: verdict.requestId },
      'found the request of a withdrawal whose outcome was unknown',
    );
    await confirmOutcome(db, row, {
      ...checked,
      state: 'confirmed',
      request_id: plainText(verdict.requestId, apiKey),
      finding: null,
    });
    return undefined;
  }
  const provable = provableAt(row, proofMs);
  if (verdict.kind === 'none' && provable !== undefined && begun >= provable) {
    log.info(names, 'proved that no request was created for a withdrawal whose outcome was unknown');
    return await endOutcome(db, row, { ...checked, ...closed, state: 'not_created', finding: null });
  }
  const reason = verdict.kind === 'none' ? notYet(provable) : verdict.reason;
  return await endOutcome(db, row, {
    ...checked,
    finding: plainText(reason, apiKey, 1000),
    next_at: nextCheckAt(row, checked.checks, deps),
  });
}

const unreadableKey: Verdict = {
  kind: 'unclear',
  reason: 'The API key that it was sent with can no longer be read: check again with yours.',
};

function notYet(provable: Date | undefined): string {
  const from = provable === undefined ? '' : ` until ${writeIsoTime(instantFromDate(provable))}`;
  return `The wallet service has no such request so far, but may still create it${from}.`;
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

const PAUSE_MS = 1_000;
const MOST_AT_ONCE = 4;

/**
 * Checks the outcomes whose time has come from when the app is ready until it closes, which waits for those at hand.
 * Any number of processes may do so on one database.
 */
export function startOutcomeChecks(app: FastifyInstance, deps: OutcomeDeps): void {
  const { db, now, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const atHand = new Set<Promise<unknown>>();
  let done: Promise<void> = Promise.resolve();

  const begin = (row: OutcomeRow): void => {
    const running = checkOutcome(row, deps)
      .catch((error: unknown) => {
        // Its lease ends, and then it is checked again.
        log.error(
          { err: error, outcomeId: row.outcome_id },
          'the outcome of a withdrawal could not be checked',
        );
      })
      .finally(() => atHand.delete(running));
    atHand.add(running);
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        const most = MOST_AT_ONCE - atHand.size;
        const moment = now();
        const at = instantFromDate(moment);
        const leaseUntil = instantFromDate(new Date(moment.getTime() + CHECK_LEASE_MS));
        const rows = most > 0 ? await claimDueOutcomes(db, { most, at, leaseUntil }) : [];
        for (const row of rows) begin(row);
      } catch (error) {
        log.error({ err: error }, 'withdrawals whose outcome is unknown cannot be read; it is tried again');
      }
      await sleep(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
    await Promise.all(atHand);
  };

  app.addHook('onReady', async () => {
    done = run();
  });
  app.addHook('preClose', async () => {
    stopping.abort();
    await done;
  });
}
