import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { addMs, type Instant, msBetween } from '#domain/time.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { ServiceError } from '#http/service-error.ts';
import { busyFailure } from '#http/temporary-failures.ts';
import type { Caller, CallerOf, SessionOf } from '../caller.ts';
import { plainText } from '../audit-log/describe-request.ts';
import type { ProviderAnswer } from '../remote/provider-client.ts';
import { NoAnswerError } from '../remote/provider-failures.ts';
import { blockedBy, blockedByTwin, stateNow } from './blocked-payment.ts';
import { readConfirmed } from './confirmed-request.ts';
import { madeTwice, nextCheckAt, type OutcomeDeps, sealOf } from './outcome-checks.ts';
import {
  claimAgain,
  closed,
  confirmOutcome,
  endOutcome,
  findOutcome,
  findUnknownTwin,
  insertOutcome,
  type OutcomeRow,
} from './outcomes.store.ts';
import { parsePayment, type SentPayment } from './read-payment.ts';
import { readResponse } from './read-response.ts';
import { responseText } from './response-text.ts';

type Deps = OutcomeDeps & {
  callerOf: CallerOf;
  sessionOf: SessionOf;
  /** The provider takes no longer. */
  timeoutMs: number;
};

/** The provider's response, or the JSON text of the confirmation that the same withdrawal got before. */
type SentOnce = { kind: 'sent'; response: ProviderAnswer } | { kind: 'repeated'; body: string };

type Send = () => Promise<ProviderAnswer>;
type Guard = (send: Send) => Promise<ProviderAnswer>;

/**
 * Sends a withdrawal to a remote provider at most once for each external ID, no matter who asks and in how many
 * processes, and stores the outcome. `send` returns the provider's response, and throws what `ProviderClient.send`
 * throws. `guard` calls it, or throws before it does. Throws the ServiceError that says why nothing was sent, or that
 * the outcome is unknown.
 */
export type SendOnce = (request: FastifyRequest, send: Send, guard: Guard) => Promise<SentOnce>;

/** Longer than the provider's timeout: the sender has ended by then, whatever happened. */
const LEASE_BEYOND_RESPONSE_MS = 15_000;
/** A process that was held up for longer after writing its row, as on a machine that slept, sends nothing any more. */
const LONGEST_HOLD_UP_MS = 5_000;
const STORING_ATTEMPTS = 6;
const CLAIMING_ATTEMPTS = 5;
const LONGEST_RESPONSE = 65_536;
const LONGEST_REASON = 1000;

/** The sender and its key. */
type Sender = { caller: Caller; apiKey: string; via: OutcomeRow['via'] };

export function createSendOnce(deps: Deps): SendOnce {
  const { db, cipher, log, now, timeoutMs } = deps;

  const claim = async (payment: SentPayment, sender: Sender): Promise<OutcomeRow> => {
    const owner = sender.caller;
    for (let attempt = 0; attempt < CLAIMING_ATTEMPTS; attempt += 1) {
      const at = now();
      const existing = await findOutcome(db, owner, payment.externalId);
      const state = existing && stateNow(existing, at);
      if (existing !== undefined) {
        if (state === 'confirmed') return existing;
        if (state === 'in_flight' || state === 'outcome_unknown' || state === 'handled') {
          throw blockedBy(existing, state, at);
        }
      }
      const twin = await findUnknownTwin(db, owner, payment, at);
      if (twin !== undefined) throw blockedByTwin(twin, at);
      const leaseUntil = addMs(at, timeoutMs + LEASE_BEYOND_RESPONSE_MS);
      const row = newRow(payment, sender, { at, leaseUntil, id: existing?.outcome_id });
      // A refused request doesn't count; one proved not to exist may still appear.
      const first = state === 'not_created' ? existing?.first_attempt_at : undefined;
      const claimed =
        existing === undefined
          ? await insertOutcome(db, row)
          : await claimAgain(db, existing, {
              ...row,
              account_id: existing.account_id,
              first_attempt_at: first ?? at,
            });
      if (claimed !== undefined) return claimed;
    }
    throw new ServiceError(409, `The withdrawal “${payment.externalId}” is already being sent`);
  };

  const newRow = (
    payment: SentPayment,
    { caller, apiKey, via }: Sender,
    {
      at,
      leaseUntil,
      id = `out_${randomBytes(12).toString('hex')}`,
    }: { at: Instant; leaseUntil: Instant; id: string | undefined },
  ): OutcomeRow => ({
    outcome_id: id,
    account_id: caller.accountId,
    external_id: payment.externalId,
    state: 'in_flight',
    network: payment.network,
    currency: payment.currency,
    amount: payment.amount,
    recipient_wallet: payment.recipient,
    recipient_key: payment.recipientKey,
    sender: payment.sender,
    sender_wallet: payment.senderWallet,
    body_hash: payment.bodyHash,
    key_name: caller.user?.name ?? caller.keyName,
    key_fingerprint: caller.fingerprint,
    via,
    sealed_key: cipher.encrypt(apiKey, sealOf(id)),
    lease_version: 1,
    attempts: 1,
    first_attempt_at: at,
    last_attempt_at: at,
    request_id: null,
    response: null,
    refusal: null,
    unknown_since: null,
    unknown_because: null,
    checks: 0,
    checked_at: null,
    finding: null,
    next_at: leaseUntil,
    note: null,
    handled_by: null,
    handled_at: null,
  });

  /** A provider answers only once, so the answer isn't dropped because the database is away for a moment. */
  const store = async (row: OutcomeRow, state: string, write: () => Promise<unknown>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await write();
        return;
      } catch (error) {
        const names = { outcomeId: row.outcome_id, state };
        log.error({ err: error, ...names }, 'the outcome of a withdrawal could not be stored');
        // Its lease ends, and then it is checked.
        if (attempt === STORING_ATTEMPTS) return;
        await sleep(100 * 2 ** attempt);
      }
    }
  };

  const storeNotSent = async (row: OutcomeRow, reason: string): Promise<void> =>
    store(row, 'not_created', async () =>
      endOutcome(db, row, { ...closed, state: 'not_created', finding: `Nothing was sent: ${reason}` }),
    );

  const storeUnknown = async (row: OutcomeRow, reason: string): Promise<void> => {
    const at = now();
    const known = { ...row, unknown_since: at };
    log.warn({ outcomeId: row.outcome_id, reason }, 'the outcome of a withdrawal is unknown');
    await store(row, 'outcome_unknown', async () =>
      endOutcome(db, row, {
        state: 'outcome_unknown',
        unknown_since: at,
        unknown_because: reason,
        next_at: nextCheckAt(known, 0, deps),
      }),
    );
  };

  const sendClaimed = async (
    row: OutcomeRow,
    apiKey: string,
    { send, guard }: { send: Send; guard: Guard },
  ): Promise<ProviderAnswer> => {
    if (msBetween(row.last_attempt_at, now()) > LONGEST_HOLD_UP_MS) {
      await storeNotSent(row, 'the console was held up.');
      throw new ServiceError(504, 'The withdrawal wasn’t sent because the server was too busy. Try again');
    }
    let isHandedOver = false;
    const response = await guard(async () => {
      isHandedOver = true;
      return await send();
    }).catch(async (error: unknown) => {
      throw await (isHandedOver ? afterNoResponse(row, error) : afterNothingSent(row, error));
    });
    const body = responseText(response);
    const read = readResponse(response.status, body);
    if (read.kind === 'confirmed') {
      const requestId = plainText(read.requestId, apiKey);
      const kept = plainBody(body);
      await store(row, 'confirmed', async () => {
        const other = await confirmOutcome(db, row, {
          state: 'confirmed',
          request_id: requestId,
          response: kept,
        });
        if (other !== undefined) log.error({ outcomeId: row.outcome_id, requestId, other }, madeTwice);
      });
    } else {
      const reason = plainText(read.reason, apiKey, LONGEST_REASON);
      if (read.kind === 'unknown') await storeUnknown(row, reason);
      else {
        await store(row, 'refused', async () =>
          endOutcome(db, row, { ...closed, state: 'refused', refusal: reason }),
        );
      }
    }
    return response;
  };

  const afterNoResponse = async (row: OutcomeRow, error: unknown): Promise<unknown> => {
    if (error instanceof NoAnswerError && error.mayBeDone) {
      await storeUnknown(row, error.words);
      const words = `${error.words} The outcome is unknown. The console keeps checking, and sends nothing more under this external ID until it’s proved that no withdrawal was created.`;
      return new ServiceError(error.status, words, {
        data: { outcome: 'outcome_unknown', external_id: row.external_id },
      });
    }
    // Thrown before anything is sent, as when too many requests wait for the provider.
    if (error instanceof ServiceError) await storeNotSent(row, error.message);
    else await storeUnknown(row, 'The console failed while sending it.');
    return error;
  };

  const afterNothingSent = async (row: OutcomeRow, error: unknown): Promise<unknown> => {
    if (error instanceof TemporaryFailure) {
      await storeNotSent(row, 'the database was busy.');
      return busyFailure();
    }
    await storeNotSent(row, error instanceof ServiceError ? error.message : 'the console failed.');
    return error;
  };

  return async (request, send, guard) => {
    // Without a body there is nothing to pay.
    if (request.body === undefined) return { kind: 'sent', response: await guard(send) };
    const payment = parsePayment(request.body);
    const sender: Sender = {
      caller: await requireCaller(deps.callerOf, request),
      apiKey: String(request.headers['token']),
      via: deps.sessionOf(request) === undefined ? 'program' : 'session',
    };
    const row = await claim(payment, sender);
    if (row.state !== 'confirmed') {
      return { kind: 'sent', response: await sendClaimed(row, sender.apiKey, { send, guard }) };
    }
    const body = await readConfirmed(deps.ask, sender.apiKey, { row, payment });
    log.info({ outcomeId: row.outcome_id }, 'answered a repeated withdrawal with the first one');
    return { kind: 'repeated', body };
  };
}

/** Stored under the wrong account, the same withdrawal would be sent again under the right one. */
async function requireCaller(callerOf: CallerOf, request: FastifyRequest): Promise<Caller> {
  const caller = await callerOf(request);
  if (caller === undefined) throw new ServiceError(401, 'The API key is missing or unknown');
  const { whyUnnamed } = caller;
  if (whyUnnamed === undefined) return caller;
  const { status, message, headers } = whyUnnamed;
  throw new ServiceError(
    status,
    `The withdrawal wasn’t sent because the API key couldn’t be verified. ${message}`,
    {
      headers,
    },
  );
}

/** A zero byte can't be stored. */
function plainBody(body: string): string | null {
  return body.length > LONGEST_RESPONSE ? null : body.replaceAll('\u0000', '').toWellFormed();
}
