import * as z from 'zod/mini';
import { isPositive, parseDecimal } from '#domain/decimal.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { bodyFailures, commonFailures, validationFailure } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage, trueOrFalse } from '../fields.ts';
import { type Failure, operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';
import { requestId, withdrawalDetail, withdrawalSenders } from './withdrawals.ts';

// Apart from the list, so that a page of it does not load how one is made.

const path = `${walletServiceBase}/withdrawal-request`;
const unknownRequest = {
  status: 404,
  errorCode: 'not_found',
  when: 'The account has no such withdrawal request',
  isDecided: true,
} as const;

export const getWithdrawalRequest = operation({
  id: 'getWithdrawalRequest',
  method: 'GET',
  path,
  tag: 'Withdrawal',
  summary: 'Read one withdrawal request',
  permission: 'withdrawals:read',
  query: z.strictObject({ request_id: requestId }),
  data: z.object({ success: z.boolean(), data: withdrawalDetail }),
  failures: [...commonFailures, validationFailure, unknownRequest],
});

const isPositiveText = (text: string) => {
  const amount = parseDecimal(text);
  return amount !== undefined && isPositive(amount);
};

/** What the gateway answers before the wallet service is asked, by a setting of the account. */
export const bookOnlyFailure = {
  status: 400,
  errorCode: 'request',
  when: 'The account only allows saved addresses, and the recipient isn’t saved or its waiting period isn’t over; data names recipient_wallet',
  isDecided: true,
} as const satisfies Failure;

/** What the service answers, or the gateway in front of another provider. */
export const rejectedRecipientFailure = {
  status: 400,
  errorCode: 'request',
  when: 'Compliance has rejected the recipient; the message names the decision, data names recipient_wallet',
  isDecided: true,
} as const satisfies Failure;

/** What the gateway answers in front of a remote provider, before it asks that. */
export const openOutcomeFailure = {
  status: 409,
  errorCode: 'request',
  when: 'With a remote provider: an earlier attempt is in flight, its outcome is unknown, or a person marked it as handled; nothing was sent, and data names its outcome',
  isDecided: true,
} as const satisfies Failure;

/** What the gateway answers before it passes a request on. */
export const usedKeyFailure = {
  status: 409,
  errorCode: 'request',
  when: 'The header Idempotency-Key was sent with another withdrawal before; nothing was sent',
  isDecided: true,
} as const satisfies Failure;

export const unpayableRecipientFailure = {
  status: 400,
  errorCode: 'request',
  when: 'The recipient is a known token contract, burn address or system address; data names recipient_wallet',
  isDecided: true,
} as const satisfies Failure;

/** decided: the operation is named by the published tags, its shape is ours. */
export const createWithdrawalRequest = operation({
  id: 'createWithdrawalRequest',
  method: 'POST',
  path,
  tag: 'Withdrawal',
  summary: 'Create a withdrawal request',
  permission: 'withdrawals:write',
  body: z.strictObject({
    amount: z
      .string({
        error: (issue) => (issue.input === undefined ? requiredMessage : 'Enter a decimal number as text.'),
      })
      .check(
        z.regex(/^\d{1,40}(\.\d{1,40})?$/, 'Enter a decimal number as text.'),
        z.refine(isPositiveText, 'Enter an amount greater than 0.'),
      ),
    network: oneOf(withdrawalNetworks),
    currency: lineOfText(16),
    sender: oneOf(withdrawalSenders),
    external_id: lineOfText(128, { what: 'a reference' }),
    recipient_wallet: lineOfText(128, { what: 'an address' }),
    sender_wallet: z.optional(lineOfText(128, { what: 'an address' })),
    comment: z.optional(lineOfText(160, { min: 0 })),
    fee_included: z._default(trueOrFalse, true),
  }),
  data: z.object({
    success: z.boolean(),
    data: z.omit(withdrawalDetail, { transaction_status: true, hash: true }),
  }),
  failures: [
    ...commonFailures,
    ...bodyFailures,
    {
      status: 400,
      errorCode: 'request',
      when: 'Insufficient funds, below the minimum or not above the fee; data names amount',
      isDecided: true,
    },
    {
      status: 400,
      errorCode: 'request',
      when: 'The paying wallet is an accounting wallet; data names sender_wallet',
      isDecided: true,
    },
    unpayableRecipientFailure,
    rejectedRecipientFailure,
    bookOnlyFailure,
    openOutcomeFailure,
    usedKeyFailure,
  ],
});

export const deleteWithdrawalRequest = operation({
  id: 'deleteWithdrawalRequest',
  method: 'DELETE',
  path,
  tag: 'Withdrawal',
  summary: 'Delete a withdrawal request that is still new',
  permission: 'withdrawals:write',
  body: z.strictObject({ request_id: requestId }),
  data: z.object({ success: z.boolean(), data: z.object({ request_id: z.string(), deleted: z.boolean() }) }),
  failures: [
    ...commonFailures,
    ...bodyFailures,
    unknownRequest,
    {
      status: 400,
      errorCode: 'request',
      when: 'The request is no longer new; the message names its status',
      isDecided: true,
    },
  ],
});
