import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { limit, lineOfText, offset, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';

/**
 * How far a withdrawal is that was sent to a remote provider. `in_flight`: it is being sent. `confirmed`: the provider
 * has a request, whose ID is known. `refused`: the provider refused it. `outcome_unknown`: no confirmation came, so
 * that there may be a request. `not_created`: it is proved that there is none. `handled`: a person closed it.
 */
export const outcomeStates = [
  'in_flight',
  'confirmed',
  'refused',
  'outcome_unknown',
  'not_created',
  'handled',
] as const;

export type OutcomeState = (typeof outcomeStates)[number];

/** While it is in one of these, nothing is sent under its external ID. */
export const openOutcomeStates = ['in_flight', 'outcome_unknown'] as const satisfies OutcomeState[];

/** What the gateway knows of a withdrawal that it sent, or was about to send, to a remote provider. */
const withdrawalOutcome = z.object({
  id: z.string(),
  external_id: z.string(),
  state: z.enum(outcomeStates),
  network: z.string(),
  currency: z.string(),
  amount: textAmount,
  recipient_wallet: z.string(),
  sender: z.nullable(z.string()),
  sender_wallet: z.nullable(z.string()),
  /** The name of the user or API key that asked for it; null where the wallet service doesn't tell. */
  requested_by: z.nullable(z.string()),
  via: z.enum(['session', 'program']),
  /** How often it was sent. */
  attempts: z.int(),
  first_attempt_at: z.string(),
  last_attempt_at: z.string(),
  /** The provider's ID of the request; null unless it is confirmed. */
  request_id: z.nullable(z.string()),
  /** Why the provider refused it. */
  refusal: z.nullable(z.string()),
  /** Why no confirmation came. */
  unknown_because: z.nullable(z.string()),
  /** How often the provider's list was searched for it. */
  checks: z.int(),
  last_checked_at: z.nullable(z.string()),
  /** What the last check found, and why that neither confirms the withdrawal nor proves that there is none. */
  last_finding: z.nullable(z.string()),
  /** No earlier check can prove that there is no request. Null while it is in flight, and once it is closed. */
  provable_at: z.nullable(z.string()),
  next_check_at: z.nullable(z.string()),
  handled: z.nullable(z.object({ note: z.string(), by: z.nullable(z.string()), at: z.string() })),
});

export type WithdrawalOutcome = z.output<typeof withdrawalOutcome>;

const path = '/console/withdrawal-outcomes';
const tag = 'Withdrawal outcomes';
const outcomeId = lineOfText(64);
const unknownOutcome = {
  status: 404,
  errorCode: 'not_found',
  when: 'The withdrawal outcome doesn’t exist',
} as const;

/** Empty in front of our own service, which makes a withdrawal once, however often it is sent. */
export const listWithdrawalOutcomes = operation({
  id: 'listWithdrawalOutcomes',
  method: 'GET',
  path,
  tag,
  summary: 'List the outcomes of withdrawals sent to a remote provider',
  permission: 'withdrawals:read',
  query: z.strictObject({
    external_id: z.optional(lineOfText(128, { what: 'a reference' })),
    state: z.optional(oneOf(outcomeStates)),
    /** `checked`: only those whose outcome was unknown for a time. */
    was: z.optional(oneOf(['checked'])),
    limit: limit(50),
    offset,
  }),
  /** The latest attempt first. */
  data: z.object({ count: z.int(), outcomes: z.array(withdrawalOutcome) }),
  failures: [permissionFailure, ...signedInFailures],
});

/** Searches the provider's list now, with the caller's key. Changes nothing at the provider. */
export const checkWithdrawalOutcome = operation({
  id: 'checkWithdrawalOutcome',
  method: 'POST',
  path: `${path}/check`,
  tag,
  summary: 'Check the outcome of a withdrawal again',
  permission: 'withdrawals:write',
  body: z.strictObject({ id: outcomeId }),
  data: withdrawalOutcome,
  failures: [permissionFailure, ...signedInChangeFailures, unknownOutcome],
});

/** Nothing more is sent under its external ID, and nothing more is checked. */
export const handleWithdrawalOutcome = operation({
  id: 'handleWithdrawalOutcome',
  method: 'POST',
  path: `${path}/handled`,
  tag,
  summary: 'Mark a withdrawal whose outcome is unknown as handled',
  permission: 'withdrawals:write',
  body: z.strictObject({ id: outcomeId, note: lineOfText(500, { what: 'a note' }) }),
  data: withdrawalOutcome,
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    unknownOutcome,
    {
      status: 409,
      errorCode: 'request',
      when: 'Its outcome is no longer unknown; the message names its state',
    },
  ],
});

export const withdrawalOutcomeOperations = [
  listWithdrawalOutcomes,
  checkWithdrawalOutcome,
  handleWithdrawalOutcome,
] as const;
