import { normalize } from '#contract/normalize-answer.ts';
import { timeText } from '#contract/open-fields.ts';
import type { Operation } from '#contract/operation.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { shown } from '../answers.ts';
import type { Basis } from '../check.ts';
import type { Problems } from '../written-form.ts';

type Row = Record<string, unknown>;

/** What is particular to a list; everything else about lists is alike, and follows from the contract. */
export type ListRules = {
  operation: Operation;
  /** The field that identifies rows. */
  id: string;
  /** The parameters that are published by name. */
  published: readonly string[];
  /** Values that a parameter must refuse. */
  refused: readonly { name: string; value: string; basis: Basis }[];
  /** What must hold of a row beyond its shape, such as the form of a time. `path` is the row's. */
  addRowProblems?: (problems: Problems, row: Row, path: string) => void;
};

const transactionTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+\d\d$/;
const exchangeTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/;
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const refuse = (basis: Basis, values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value, basis }));

const timesLike =
  (pattern: RegExp, ...names: string[]) =>
  ({ add }: Problems, row: Row, path: string) => {
    for (const name of names) {
      const time = row[name];
      // What the console reads as another text is told of anyway.
      const isToldAlready = typeof time !== 'string' || normalize(timeText, time) !== time;
      if (!isToldAlready && !pattern.test(time))
        add(`${path}.${name}`, 'a time in another form', shown(time));
    }
  };

const datesAndPages = { created_from: 'yesterday', created_to: '2026-13-01', offset: '-1', limit: '301' };

export const lists: readonly ListRules[] = [
  {
    operation: listWallets,
    id: 'address',
    published: [],
    refused: refuse('decided', { limit: '301', offset: '-1' }),
  },
  {
    operation: listTransactions,
    id: 'transaction_id',
    published: [
      'created_from',
      'created_to',
      'direction',
      'status',
      'sort_by',
      'sort_direction',
      'limit',
      'offset',
    ],
    refused: refuse('published', {
      ...datesAndPages,
      direction: 'sideways',
      status: 'done',
      sort_by: 'amount',
      sort_direction: 'up',
    }),
    addRowProblems: timesLike(transactionTime, 'created_at'),
  },
  {
    operation: listExchangeTransactions,
    id: 'transaction_id',
    published: ['created_from', 'created_to', 'sort_direction', 'limit', 'offset'],
    refused: refuse('published', { ...datesAndPages, sort_direction: 'up' }),
    addRowProblems: timesLike(exchangeTime, 'created_at'),
  },
  {
    operation: listWithdrawalRequests,
    id: 'request_id',
    published: ['created_from', 'created_to', 'sort_direction'],
    refused: [
      ...refuse('published', {
        created_from: 'yesterday',
        created_to: '2026-13-01',
        sort_by: 'comment',
        sort_direction: 'up',
      }),
      ...refuse('decided', { limit: '301', offset: '-1' }),
    ],
    addRowProblems: timesLike(isoTime, 'created_at', 'updated_at'),
  },
];
