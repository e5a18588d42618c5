import * as z from 'zod/mini';
import { openOutcomeStates, type WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import type { WithdrawalBody } from '../create/fields.ts';
import { isRequestOf } from '../create/find-request.ts';

/** How a withdrawal stands of which the browser got no confirmation. */
export type Standing =
  /** There is a request. */
  | { kind: 'made'; requestId: string }
  /** Its external ID belongs to another request. */
  | { kind: 'taken' }
  | { kind: 'refused'; reason: string }
  /** There is no request, and sending it again makes one: by what is stored, or by what our own service promises. */
  | { kind: 'sendable'; because: 'never sent' | 'not created' | 'made once' }
  /** It is in flight, or its outcome is unknown: nothing is sent again. */
  | { kind: 'open'; outcome: WithdrawalOutcome }
  | { kind: 'handled'; outcome: WithdrawalOutcome };

/** How a withdrawal stands by what the gateway has stored of its external ID in front of a remote provider. */
export function standingOf(body: WithdrawalBody, outcome: WithdrawalOutcome | undefined): Standing {
  if (outcome === undefined) return { kind: 'sendable', because: 'never sent' };
  const { state, request_id: requestId } = outcome;
  if (state === 'not_created') {
    // Without an unknown outcome before, there was nothing to prove.
    const wasSent = outcome.unknown_because !== null;
    return { kind: 'sendable', because: wasSent ? 'not created' : 'never sent' };
  }
  if (state === 'refused') return { kind: 'refused', reason: outcome.refusal ?? 'No reason was given' };
  const found = {
    recipient_wallet: outcome.recipient_wallet,
    currency: outcome.currency,
    network: outcome.network,
    amount: outcome.amount,
  };
  if (!isRequestOf(body, found)) return { kind: 'taken' };
  if (state === 'confirmed') return { kind: 'made', requestId: requestId ?? '' };
  return { kind: state === 'handled' ? 'handled' : 'open', outcome };
}

/** How a withdrawal stands in front of our own service, which makes it once: by the request of its external ID. */
export function standingOfRequest(
  body: WithdrawalBody,
  found: Partial<WithdrawalRequest> | undefined,
): Standing {
  if (found?.request_id === undefined) return { kind: 'sendable', because: 'made once' };
  return isRequestOf(body, found) ? { kind: 'made', requestId: found.request_id } : { kind: 'taken' };
}

const openData = z.object({ outcome: z.enum(openOutcomeStates), external_id: z.string() });

/** Whether the gateway sent nothing because an earlier attempt under this external ID is open. */
export function isHeldOpen(error: unknown, externalId: string): boolean {
  if (!(error instanceof ApiError)) return false;
  const read = z.safeParse(openData, error.data);
  return read.success && read.data.external_id === externalId;
}
