import { queryOptions } from '@tanstack/react-query';
import {
  listWithdrawalOutcomes,
  openOutcomeStates,
  type OutcomeState,
  type WithdrawalOutcome,
} from '#contract/gateway/withdrawal-outcomes.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import type { WithdrawalBody } from '../create/fields.ts';
import { findRequest } from '../create/find-request.ts';
import { type Standing, standingOf, standingOfRequest } from './standing.ts';

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
 * Finds out how a withdrawal stands: in front of a remote provider by what the gateway has stored, since such a
 * provider may ignore the external ID that it is asked for. Throws ApiError.
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

/** Withdrawals whose outcome is unknown now, and those of which it was. */
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
