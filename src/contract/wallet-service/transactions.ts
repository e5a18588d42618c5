import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { commonFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { paging, type ParameterMeanings } from '../list-parameters.ts';
import { currencyCode, networkCode, openText, timeText } from '../open-fields.ts';
import { operation } from '../operation.ts';
import { walletServiceBase } from './base.ts';

export const transactionDirections = ['in', 'out'] as const;

export const transactionStatuses = ['in_progress', 'completed', 'error'] as const;

export const transaction = z.object({
  transaction_id: z.string(),
  network: networkCode,
  direction: openText(transactionDirections),
  status: openText(transactionStatuses),
  amount: textAmount,
  currency: currencyCode,
  /** An address or a descriptive label. */
  sender_wallet: z.string(),
  recipient_wallet: z.string(),
  hash: z.string(),
  fee: textAmount,
  /** `YYYY-MM-DD HH:MM:SS.ffffff+00`. */
  created_at: timeText,
});

export type Transaction = z.output<typeof transaction>;

const query = z.strictObject({
  created_from: z.optional(momentParameter('from')),
  created_to: z.optional(momentParameter('to')),
  direction: z.optional(oneOf(transactionDirections)),
  status: z.optional(oneOf(transactionStatuses)),
  // decided: the names of the four filters that follow.
  currency: z.optional(lineOfText(16)),
  transaction_id: z.optional(lineOfText(128)),
  network: z.optional(lineOfText(16)),
  // decided: at least three characters, since the index that serves it is one of triples.
  search: z.optional(lineOfText(128, { min: 3 })),
  sort_by: z._default(oneOf(['status', 'created_at']), 'created_at'),
  sort_direction: sortDirection,
  limit: limit(100),
  offset,
});

export const listTransactions = operation({
  id: 'listTransactions',
  method: 'GET',
  path: `${walletServiceBase}/transactions`,
  tag: 'Transactions',
  summary: 'List on-chain transactions',
  permission: 'transactions:read',
  query,
  data: z.object({ count: z.int(), result: z.optional(z.string()) }),
  rows: {
    key: 'transactions',
    id: 'transaction_id',
    schema: transaction,
    parameters: {
      created_from: { kind: 'from', field: 'created_at' },
      created_to: { kind: 'to', field: 'created_at' },
      direction: { kind: 'equals', field: 'direction' },
      status: { kind: 'equals', field: 'status' },
      currency: { kind: 'equals', field: 'currency' },
      transaction_id: { kind: 'equals', field: 'transaction_id' },
      network: { kind: 'equals', field: 'network' },
      search: { kind: 'contains', fields: ['transaction_id', 'sender_wallet', 'recipient_wallet', 'hash'] },
      sort_by: { kind: 'sort', by: { created_at: 'time', status: 'groups' } },
      sort_direction: { kind: 'direction' },
      ...paging,
    } satisfies ParameterMeanings<typeof query, typeof transaction>,
  },
  failures: [...commonFailures, validationFailure],
});
