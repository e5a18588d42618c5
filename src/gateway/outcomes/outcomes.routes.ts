import type { FastifyRequest } from 'fastify';
import {
  checkWithdrawalOutcome,
  handleWithdrawalOutcome,
  listWithdrawalOutcomes,
  type WithdrawalOutcome,
} from '#contract/gateway/withdrawal-outcomes.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { apiKeyOf, type SessionOf } from '../caller.ts';
import { stateNow } from './blocked-payment.ts';
import { checkLease, checkOutcomes, type OutcomeDeps, provableAt, sealOf } from './outcome-checks.ts';
import {
  claimOutcome,
  closeAsHandled,
  findOutcomeById,
  listOutcomes,
  type OutcomeRow,
  type Owner,
} from './outcomes.store.ts';

type Deps = OutcomeDeps & { sessionOf: SessionOf };

/**
 * The outcomes belong to the account: each of its keys that may read withdrawals sees all of them. A key also sees its
 * own while the provider doesn't tell whose key it is.
 */
export function registerOutcomeRoutes(host: Host<SignedIn>, deps: Deps): void {
  const { db, now, cipher } = deps;

  const toResponse = (row: OutcomeRow): WithdrawalOutcome => toOutcome(row, now(), deps);
  const get = async (owner: Owner, id: string): Promise<OutcomeRow> => {
    const row = await findOutcomeById(db, owner, id);
    if (row === undefined) throw new ServiceError(404, 'Withdrawal outcome not found');
    return row;
  };

  const ownerOf = ({ accountId }: SignedIn, request: FastifyRequest): Owner => ({
    accountId,
    fingerprint: cipher.fingerprint(apiKeyOf(request, deps)),
  });

  serve(host, listWithdrawalOutcomes, async ({ query, caller, request }) => {
    const { count, rows } = await listOutcomes(db, ownerOf(caller, request), query);
    return { count, outcomes: rows.map(toResponse) };
  });

  serve(host, checkWithdrawalOutcome, async ({ body: { id }, caller, request }) => {
    const owner = ownerOf(caller, request);
    const at = now();
    const claimed = await claimOutcome(db, owner, id, {
      at,
      next_at: checkLease(at),
      // From now on this key is used, because the provider may no longer accept the one that it was sent with.
      sealed_key: cipher.encrypt(apiKeyOf(request, deps), sealOf(id)),
    });
    if (claimed !== undefined) await checkOutcomes([claimed], deps);
    return toResponse(await get(owner, id));
  });

  serve(host, handleWithdrawalOutcome, async ({ body: { id, note }, caller, request }) => {
    const owner = ownerOf(caller, request);
    const at = now();
    const closed = await closeAsHandled(db, owner, id, { note, by: caller.actorName, at });
    if (closed === undefined) throw notUnknown(await get(owner, id));
    request.log.info(
      { accountId: owner.accountId, outcomeId: id },
      'marked a withdrawal whose outcome was unknown as handled',
    );
    return toResponse(closed);
  });
}

function notUnknown({ state, request_id: requestId, external_id: externalId }: OutcomeRow): ServiceError {
  const messages = {
    confirmed: `has been confirmed as ${requestId ?? ''}`,
    in_flight: 'is being sent right now',
    refused: 'was refused, so there is nothing to handle',
    not_created: 'was not created, so there is nothing to handle',
    handled: 'was already marked as handled by someone else',
    outcome_unknown: 'is being checked right now. Try again',
  };
  return new ServiceError(409, `The withdrawal “${externalId}” wasn’t changed: it ${messages[state]}`);
}

function toOutcome(row: OutcomeRow, at: Instant, { proofMs }: Deps): WithdrawalOutcome {
  const state = stateNow(row, at);
  const provable = state === 'outcome_unknown' ? provableAt(row, proofMs) : undefined;
  const isUnknown = state === 'outcome_unknown';
  return {
    id: row.outcome_id,
    external_id: row.external_id,
    state,
    network: row.network,
    currency: row.currency,
    amount: row.amount,
    recipient_wallet: row.recipient_wallet,
    sender: row.sender,
    sender_wallet: row.sender_wallet,
    requested_by: row.key_name,
    via: row.via,
    attempts: row.attempts,
    first_attempt_at: writeIsoTime(row.first_attempt_at),
    last_attempt_at: writeIsoTime(row.last_attempt_at),
    request_id: row.request_id,
    refusal: row.refusal,
    unknown_because: row.unknown_because,
    checks: row.checks,
    last_checked_at: timeOrNull(row.checked_at),
    last_finding: row.finding,
    provable_at: provable === undefined ? null : writeIsoTime(provable),
    next_check_at: isUnknown ? timeOrNull(row.next_at) : null,
    handled:
      row.note === null || row.handled_at === null
        ? null
        : { note: row.note, by: row.handled_by, at: writeIsoTime(row.handled_at) },
  };
}

function timeOrNull(instant: Instant | null): string | null {
  return instant && writeIsoTime(instant);
}
