import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  listWithdrawalOutcomes,
  openOutcomeStates,
  type OutcomeState,
  type WithdrawalOutcome,
} from '#contract/gateway/withdrawal-outcomes.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import type { WithdrawalBody } from '../create/withdrawal-fields.ts';
import { findRequest, isRequestOf } from '../create/find-request.ts';

function isOpen(state: OutcomeState): boolean {
  return openOutcomeStates.some((open) => open === state);
}

/** What the gateway has stored of the withdrawal with the external ID; undefined for nothing. Throws ApiError. */
export async function findOutcome(
  externalId: string,
  signal?: AbortSignal,
): Promise<WithdrawalOutcome | undefined> {
  const { outcomes } = await call(
    listWithdrawalOutcomes,
    { query: { external_id: externalId, limit: 1 } },
    signal,
  );
  return outcomes[0];
}

/**
 * Finds out the outcome of a withdrawal: with a remote provider by what the gateway has stored, because such a provider
 * may ignore the external ID that it is asked for. Throws ApiError.
 */
export async function findStanding(
  body: WithdrawalBody,
  isRemote: boolean,
  signal?: AbortSignal,
): Promise<Standing> {
  const { external_id: id } = body;
  return isRemote
    ? standingOf(body, await findOutcome(id, signal))
    : standingOfRequest(body, await findRequest(id, signal));
}

const soonMs = 3000;
const laterMs = 15_000;

/** Withdrawals whose outcome is or was unknown. */
export const outcomeQueries = {
  unknown: queryOptions({
    ...queryOf(listWithdrawalOutcomes, { query: { state: 'outcome_unknown', limit: 300 } }),
    refetchInterval: laterMs,
  }),
  resolved: queryOptions({
    queryKey: keyOf(listWithdrawalOutcomes, { part: 'resolved' }),
    queryFn: async ({ signal }) => {
      const { outcomes } = await call(
        listWithdrawalOutcomes,
        { query: { was: 'checked', limit: 50 } },
        signal,
      );
      return outcomes.filter(({ state }) => !isOpen(state));
    },
    refetchInterval: laterMs,
  }),
};

/** How soon an outcome is to be read again; false: it stays as it is. */
export function refetchAfter(state: OutcomeState | undefined): number | false {
  if (state === 'in_flight') return soonMs;
  return state === 'outcome_unknown' ? laterMs / 3 : false;
}

/** The outcome of a withdrawal of which the browser got no confirmation. */
export type Standing =
  /** There is a request. */
  | { kind: 'made'; requestId: string }
  /** Its external ID belongs to another request. */
  | { kind: 'claimed' }
  | { kind: 'refused'; reason: string }
  /** There is no request, and sending it again makes one: by what is stored, or by what our own service promises. */
  | { kind: 'sendable'; because: 'never sent' | 'not created' | 'made once' }
  /** It is in flight, or its outcome is unknown: nothing is sent again. */
  | { kind: 'open'; outcome: WithdrawalOutcome }
  | { kind: 'handled'; outcome: WithdrawalOutcome };

/** The outcome of a withdrawal by what the gateway has stored of its external ID, with a remote provider. */
export function standingOf(body: WithdrawalBody, outcome: WithdrawalOutcome | undefined): Standing {
  if (outcome === undefined) return { kind: 'sendable', because: 'never sent' };
  const { state, request_id: requestId } = outcome;
  if (state === 'not_created') {
    // If the outcome was never unknown, there was nothing to prove.
    const wasSent = outcome.unknown_because !== null;
    return { kind: 'sendable', because: wasSent ? 'not created' : 'never sent' };
  }
  if (state === 'refused') return { kind: 'refused', reason: outcome.refusal ?? 'No reason given.' };
  const found = {
    recipient_wallet: outcome.recipient_wallet,
    currency: outcome.currency,
    network: outcome.network,
    amount: outcome.amount,
  };
  if (!isRequestOf(body, found)) return { kind: 'claimed' };
  if (state === 'confirmed') return { kind: 'made', requestId: requestId ?? '' };
  return { kind: state === 'handled' ? 'handled' : 'open', outcome };
}

/** The outcome of a withdrawal with our own service, which creates it once: by the request of its external ID. */
export function standingOfRequest(
  body: WithdrawalBody,
  found: Partial<WithdrawalRequest> | undefined,
): Standing {
  if (found?.request_id === undefined) return { kind: 'sendable', because: 'made once' };
  return isRequestOf(body, found) ? { kind: 'made', requestId: found.request_id } : { kind: 'claimed' };
}

const openData = z.object({ outcome: z.enum(openOutcomeStates), external_id: z.string() });

/** Whether the gateway sent nothing because an earlier attempt under this external ID is open. */
export function isHeldOpen(error: unknown, externalId: string): boolean {
  if (!(error instanceof ApiError)) return false;
  const read = z.safeParse(openData, error.data);
  return read.success && read.data.external_id === externalId;
}
