import * as z from 'zod/mini';
import { numberAmount } from '../amounts.ts';
import { commonFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { paging, type ParameterMeanings } from '../list-parameters.ts';
import { currencyCode, networkCode, openText, timeText } from '../open-fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

/** decided: `completed` is published, the others are ours. */
export const exchangeStatuses = ['in_progress', 'completed', 'error'] as const;

export const exchangeTransaction = z.object({
  transaction_id: z.string(),
  network_from: networkCode,
  network_to: networkCode,
  currency_from: currencyCode,
  currency_to: currencyCode,
  status: openText(exchangeStatuses),
  amount_from: numberAmount,
  amount_to: numberAmount,
  fee: numberAmount,
  rate: numberAmount,
  /** `YYYY-MM-DD HH:MM:SS.ffffff`, without a zone. */
  created_at: timeText,
});

export type ExchangeTransaction = z.output<typeof exchangeTransaction>;

const query = z.strictObject({
  created_from: z.optional(momentParameter('from')),
  created_to: z.optional(momentParameter('to')),
  // decided: the names of the filters that follow and the sort fields.
  transaction_id: z.optional(lineOfText(128)),
  network_from: z.optional(lineOfText(16)),
  network_to: z.optional(lineOfText(16)),
  currency_from: z.optional(lineOfText(16)),
  currency_to: z.optional(lineOfText(16)),
  status: z.optional(oneOf(exchangeStatuses)),
  sort_by: z._default(oneOf(['created_at', 'status', 'amount_from', 'amount_to', 'rate']), 'created_at'),
  sort_direction: sortDirection,
  limit: limit(100),
  offset,
});

export const listExchangeTransactions = operation({
  id: 'listExchangeTransactions',
  method: 'GET',
  path: `${walletServiceBase}/exchange-transactions`,
  tag: 'Exchange',
  summary: 'List exchange transactions',
  permission: 'exchanges:read',
  query,
  data: z.object({ count: z.int(), result: z.optional(z.string()) }),
  rows: {
    key: 'transactions',
    id: 'transaction_id',
    schema: exchangeTransaction,
    parameters: {
      created_from: { kind: 'from', field: 'created_at' },
      created_to: { kind: 'to', field: 'created_at' },
      transaction_id: { kind: 'equals', field: 'transaction_id' },
      network_from: { kind: 'equals', field: 'network_from' },
      network_to: { kind: 'equals', field: 'network_to' },
      currency_from: { kind: 'equals', field: 'currency_from' },
      currency_to: { kind: 'equals', field: 'currency_to' },
      status: { kind: 'equals', field: 'status' },
      sort_by: {
        kind: 'sort',
        by: {
          created_at: 'time',
          status: 'groups',
          amount_from: 'amount',
          amount_to: 'amount',
          rate: 'amount',
        },
      },
      sort_direction: { kind: 'direction' },
      ...paging,
    } satisfies ParameterMeanings<typeof query, typeof exchangeTransaction>,
  },
  failures: [...commonFailures, validationFailure],
});
