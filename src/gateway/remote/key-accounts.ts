import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, type Instant, msBetween } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import { type AskService, findAccount, testApiKey } from '../sessions/key-check.ts';

/** An account is asked for again after so long. */
const KEPT_MS = 5 * 60_000;
/** How many keys are remembered, the latest ones. */
const MOST_KEYS = 10_000;
/** A request does not wait longer for the name of its account. */
const LONGEST_WAIT_MS = 5_000;

type Known = { accountId: string; at: Instant };

/** `failure`: why the provider could not be asked, so that the key is its own account until it can. */
type KeyAccount = { accountId: string; failure?: ServiceError };

export type KeyAccounts = ((apiKey: string) => Promise<KeyAccount | undefined>) & {
  /** For a key that the provider refuses now. */
  forget: (apiKey: string) => void;
};

type KeyAccountsDeps = {
  ask: AskService;
  /** The account of a key that may read nothing that names one. */
  ownAccount: (apiKey: string) => string;
  log: FastifyBaseLogger;
  now: Clock;
  longestWaitMs?: number | undefined;
};

/**
 * The account that a program's key belongs to at a remote provider, remembered for a while. Undefined for a key that
 * the provider does not know. Never throws: if the provider does not answer in time, the last answer holds, otherwise
 * the key is its own account, with the reason.
 */
export function createKeyAccounts({
  ask,
  ownAccount,
  log,
  now,
  longestWaitMs = LONGEST_WAIT_MS,
}: KeyAccountsDeps): KeyAccounts {
  const known = new Map<string, Known>();
  const running = new Map<string, Promise<KeyAccount | undefined>>();

  /**
   * Recorded only for a key that the provider knows: otherwise anyone could fill the activity log, with a new key each
   * time.
   */
  const accountOfItsOwn = async (apiKey: string): Promise<string> => {
    await testApiKey(ask, apiKey);
    return ownAccount(apiKey);
  };

  const find = async (id: string, apiKey: string): Promise<KeyAccount | undefined> => {
    try {
      const accountId = (await findAccount(ask, apiKey)) ?? (await accountOfItsOwn(apiKey));
      known.delete(id);
      known.set(id, { accountId, at: now() });
      for (const oldest of known.keys()) {
        if (known.size <= MOST_KEYS) break;
        known.delete(oldest);
      }
      return { accountId };
    } catch (error) {
      // It isn't remembered, because the key may be created the next moment.
      if (error instanceof ServiceError && error.status === 401) return undefined;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn({ reason }, 'the wallet service did not say whose key it is');
      const last = known.get(id);
      if (last !== undefined) return { accountId: last.accountId };
      const failure =
        error instanceof ServiceError ? error : new ServiceError(502, 'The wallet service can’t be reached');
      return { accountId: ownAccount(apiKey), failure };
    }
  };

  const accountOf = async (apiKey: string): Promise<KeyAccount | undefined> => {
    const id = idOf(apiKey);
    const last = known.get(id);
    if (last !== undefined && msBetween(last.at, now()) < KEPT_MS) return { accountId: last.accountId };
    const answer = running.get(id) ?? find(id, apiKey).finally(() => running.delete(id));
    running.set(id, answer);
    const cancel = new AbortController();
    const patience = sleep(longestWaitMs, undefined, { signal: cancel.signal, ref: false })
      .then(() => (last === undefined ? late(ownAccount(apiKey)) : { accountId: last.accountId }))
      .catch(() => undefined);
    return await Promise.race([answer, patience]).finally(() => cancel.abort());
  };
  return Object.assign(accountOf, { forget: (apiKey: string) => void known.delete(idOf(apiKey)) });
}

/** The keys themselves are not kept. */
function idOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('base64');
}

function late(accountId: string): KeyAccount {
  return { accountId, failure: new ServiceError(504, 'The wallet service didn’t respond in time') };
}
