import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { commonFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { paging, type ParameterMeanings } from '../list-parameters.ts';
import { currencyCode, networkCode, openText, timeText } from '../open-fields.ts';
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
  currency: currencyCode,
  network: networkCode,
  /** Our service returns both in full; a provider may shorten them with an ellipsis. */
  sender_wallet: z.string(),
  recipient_wallet: z.string(),
  fee: textAmount,
  status: openText(withdrawalStatuses),
  comment: z.nullish(z.string()),
  created_at: timeText,
  updated_at: timeText,
  /** decided: `pending`, `confirmed` or `failed`; null until a transaction exists. Some providers leave it out. */
  transaction_status: z.nullish(openText(['pending', 'confirmed', 'failed'])),
  hash: z.nullish(z.string()),
});

export type WithdrawalRequest = z.output<typeof withdrawalRequest>;

export const withdrawalDetail = z.extend(withdrawalRequest, {
  sender: z.optional(openText(withdrawalSenders)),
  fee_included: z.optional(z.boolean()),
});

export type WithdrawalDetail = z.output<typeof withdrawalDetail>;

export const requestId = lineOfText(64);

const query = z.strictObject({
  // decided: the names of the first six, the sort fields and the page size. `search` is part of the request's id, its
  // reference or one of its addresses.
  search: z.optional(lineOfText(128, { min: 3 })),
  request_id: z.optional(requestId),
  external_id: z.optional(lineOfText(128, { what: 'a reference' })),
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
});

export const listWithdrawalRequests = operation({
  id: 'listWithdrawalRequests',
  method: 'GET',
  path: `${walletServiceBase}/withdrawal-requests`,
  tag: 'Withdrawal',
  summary: 'List withdrawal requests',
  permission: 'withdrawals:read',
  query,
  data: z.object({
    success: z.boolean(),
    meta: z.object({ limit: z.int(), offset: z.int(), total: z.int() }),
  }),
  rows: {
    key: 'data',
    id: 'request_id',
    schema: withdrawalRequest,
    count: ['meta', 'total'],
    parameters: {
      search: {
        kind: 'contains',
        fields: ['request_id', 'external_id', 'sender_wallet', 'recipient_wallet'],
      },
      request_id: { kind: 'equals', field: 'request_id' },
      external_id: { kind: 'equals', field: 'external_id' },
      currency: { kind: 'equals', field: 'currency' },
      network: { kind: 'equals', field: 'network' },
      status: { kind: 'equals', field: 'status' },
      created_from: { kind: 'from', field: 'created_at' },
      created_to: { kind: 'to', field: 'created_at' },
      sort_by: {
        kind: 'sort',
        by: { created_at: 'time', updated_at: 'time', amount: 'amount', status: 'groups' },
      },
      sort_direction: { kind: 'direction' },
      ...paging,
    } satisfies ParameterMeanings<typeof query, typeof withdrawalRequest>,
  },
  failures: [...commonFailures, validationFailure],
});
