import * as z from 'zod/mini';
import { isPositive, parseDecimal } from '#domain/decimal.ts';
import { withdrawalNetworks } from '#domain/networks.ts';
import { textAmount } from '../amounts.ts';
import { bodyFailures, commonFailures, validationFailure } from '../failures.ts';
import {
  limit,
  lineOfText,
  momentParameter,
  offset,
  oneOf,
  requiredMessage,
  sortDirection,
  trueOrFalse,
} from '../fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

/** decided: `new` is published, the others are ours. */
export const withdrawalStatuses = ['new', 'processing', 'completed', 'rejected', 'error'] as const;

/** decided: where a withdrawal's funds come from: a personal wallet, or the exchange pool. */
export const withdrawalSenders = ['user', 'exchange'] as const;

export const withdrawalRequest = z.object({
  request_id: z.string(),
  external_id: z.string(),
  amount: textAmount,
  currency: z.string(),
  network: z.string(),
  /** In full from our service; a provider may shorten both with an ellipsis. */
  sender_wallet: z.string(),
  recipient_wallet: z.string(),
  fee: textAmount,
  status: z.string(),
  comment: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** decided: `pending`, `confirmed` or `failed`; null until a transaction exists. Some providers leave it out. */
  transaction_status: z.nullish(z.string()),
  hash: z.nullish(z.string()),
});

export type WithdrawalRequest = z.output<typeof withdrawalRequest>;

export const withdrawalDetail = z.extend(withdrawalRequest, {
  sender: z.optional(z.string()),
  fee_included: z.optional(z.boolean()),
});

export type WithdrawalDetail = z.output<typeof withdrawalDetail>;

const path = `${walletServiceBase}/withdrawal-request`;
const requestId = lineOfText(64);
const unknownRequest = {
  status: 404,
  errorCode: 'not_found',
  when: 'The account has no such withdrawal request',
  isDecided: true,
} as const;

export const listWithdrawalRequests = operation({
  id: 'listWithdrawalRequests',
  method: 'GET',
  path: `${walletServiceBase}/withdrawal-requests`,
  tag: 'Withdrawal',
  summary: 'List withdrawal requests',
  permission: 'withdrawals:read',
  query: z.strictObject({
    // decided: the names of the first five, the sort fields and the page size.
    request_id: z.optional(requestId),
    external_id: z.optional(lineOfText(128)),
    currency: z.optional(lineOfText(16)),
    network: z.optional(lineOfText(16)),
    status: z.optional(oneOf(withdrawalStatuses)),
    created_from: z.optional(momentParameter('from', 'must be valid ISO date')),
    created_to: z.optional(momentParameter('to', 'must be valid ISO date')),
    sort_by: z._default(
      oneOf(['created_at', 'updated_at', 'amount', 'status'], 'unsupported sort field'),
      'created_at',
    ),
    sort_direction: sortDirection,
    limit: limit(30),
    offset,
  }),
  data: z.object({
    success: z.boolean(),
    meta: z.object({ limit: z.int(), offset: z.int(), total: z.int() }),
  }),
  rows: { key: 'data', schema: withdrawalRequest },
  failures: [...commonFailures, validationFailure],
});

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
      .string({ error: (issue) => (issue.input === undefined ? requiredMessage : 'must be decimal text') })
      .check(
        z.regex(/^\d{1,40}(\.\d{1,40})?$/, 'must be decimal text'),
        z.refine(isPositiveText, 'must be greater than 0'),
      ),
    network: oneOf(withdrawalNetworks),
    currency: lineOfText(16),
    sender: oneOf(withdrawalSenders),
    external_id: lineOfText(128),
    recipient_wallet: lineOfText(128),
    sender_wallet: z.optional(lineOfText(128)),
    comment: z.optional(lineOfText(160, 0)),
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
