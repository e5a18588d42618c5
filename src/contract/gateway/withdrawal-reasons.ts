import * as z from 'zod/mini';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { operation } from '../operation.ts';

/** So many requests can be asked about at once. */
export const MOST_REASONS = 100;

const idsMessage = `must be 1 to ${MOST_REASONS} request IDs, separated by commas`;

/** Why a withdrawal request was rejected or failed. */
const withdrawalReason = z.object({
  request_id: z.string(),
  /** The kind of reason: `sanctions`, `compliance`, `network_failure` …; null where only its words are kept. */
  code: z.nullable(z.string()),
  /** A sentence. */
  reason: z.string(),
  /** When the request ended, in ISO 8601. */
  ended_at: z.string(),
});

export type WithdrawalReason = z.output<typeof withdrawalReason>;

const failures = [permissionFailure, validationFailure, ...signedInFailures] as const;

/** The published responses have no field for it: only our own wallet service returns it. */
export const listWithdrawalReasons = operation({
  id: 'listWithdrawalReasons',
  method: 'GET',
  path: '/console/withdrawal-reasons',
  tag: 'Withdrawal',
  summary: 'Why withdrawals were rejected or failed, if the wallet service reports it',
  permission: 'withdrawals:read',
  query: z.strictObject({
    request_ids: z
      .string({ error: idsMessage })
      .check(z.regex(new RegExp(`^[\\w-]{1,64}(?:,[\\w-]{1,64}){0,${MOST_REASONS - 1}}$`), idsMessage)),
  }),
  data: z.object({
    /** The reasons of the requests that have one; null if the wallet service provides no reasons. */
    reasons: z.nullable(z.array(withdrawalReason)),
  }),
  failures,
});

/** How long a hit is worth an alert. */
export const SANCTIONS_HIT_DAYS = 7;

export const listSanctionsHits = operation({
  id: 'listSanctionsHits',
  method: 'GET',
  path: '/console/sanctions-hits',
  tag: 'Withdrawal',
  summary: `Withdrawals that were rejected in the last ${SANCTIONS_HIT_DAYS} days because the recipient is sanctioned`,
  permission: 'withdrawals:read',
  query: z.strictObject({}),
  data: z.object({
    /** Null if the wallet service returns no reasons. */
    count: z.nullable(z.int()),
    /** The latest ones first, at most 5. */
    latest: z.array(withdrawalReason),
  }),
  failures,
});

export const withdrawalReasonOperations = [listWithdrawalReasons, listSanctionsHits] as const;
