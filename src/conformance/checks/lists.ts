import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { fieldsOf } from '../answers.ts';
import type { Basis } from '../check.ts';
import type { ListRules, Row } from './list-checks.ts';

const transactionTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+\d\d$/;
const exchangeTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const published = (...names: string[]) => names.map((name) => ({ name, basis: 'published' as const }));
const decided = (...names: string[]) => names.map((name) => ({ name, basis: 'decided' as const }));
const refuse = (basis: Basis, values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value, basis }));
const timesLike =
  (pattern: RegExp, ...names: string[]) =>
  (row: Row) => {
    const wrong = names.find((name) => !pattern.test(String(row[name])));
    return wrong === undefined ? undefined : `${wrong} is ${JSON.stringify(row[wrong])}`;
  };

const datesAndPages = { created_from: 'yesterday', created_to: '2026-13-01', offset: '-1', limit: '301' };

export const lists: readonly ListRules[] = [
  {
    operation: listWallets,
    total: (data) => data['count'],
    id: 'address',
    paging: 'decided',
    refused: refuse('decided', { limit: '301', offset: '-1' }),
    filters: decided('address', 'type', 'network'),
    sorts: [],
  },
  {
    operation: listTransactions,
    total: (data) => data['count'],
    id: 'transaction_id',
    paging: 'published',
    refused: refuse('published', {
      ...datesAndPages,
      direction: 'sideways',
      status: 'done',
      sort_by: 'amount',
      sort_direction: 'up',
    }),
    filters: [...published('direction', 'status'), ...decided('currency', 'network', 'transaction_id')],
    sorts: published('created_at', 'status'),
    row: timesLike(transactionTime, 'created_at'),
  },
  {
    operation: listExchangeTransactions,
    total: (data) => data['count'],
    id: 'transaction_id',
    paging: 'published',
    refused: refuse('published', { ...datesAndPages, sort_direction: 'up' }),
    filters: decided(
      'transaction_id',
      'network_from',
      'network_to',
      'currency_from',
      'currency_to',
      'status',
    ),
    sorts: [
      ...decided('created_at', 'status'),
      ...decided('amount_from', 'amount_to', 'rate').map((sort) => Object.assign(sort, { isNumber: true })),
    ],
    row: timesLike(exchangeTime, 'created_at'),
  },
  {
    operation: listWithdrawalRequests,
    total: (data) => fieldsOf(data['meta'])['total'],
    id: 'request_id',
    paging: 'decided',
    refused: [
      ...refuse('published', {
        created_from: 'yesterday',
        created_to: '2026-13-01',
        sort_by: 'comment',
        sort_direction: 'up',
      }),
      ...refuse('decided', { limit: '301', offset: '-1' }),
    ],
    filters: decided('request_id', 'external_id', 'currency', 'network', 'status'),
    sorts: [
      ...decided('created_at', 'updated_at', 'status'),
      ...decided('amount').map((sort) => Object.assign(sort, { isNumber: true })),
    ],
    row: timesLike(isoTime, 'created_at', 'updated_at'),
  },
];
