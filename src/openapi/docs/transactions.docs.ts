import {
  createdRange,
  exampleAddresses,
  exampleHashes,
  exampleIds,
  historyList,
  page,
  sortDirection,
  transactionAmount,
} from './common-fields.ts';
import { decided, type OperationDoc, published, type SchemaDoc } from './doc-types.ts';

const { tron, otherTron } = exampleAddresses;

export const transactionSchemas = {
  Transaction: {
    text: 'A transaction on chain.',
    fields: {
      transaction_id: published('Identifies the transaction.'),
      network: published('Network code.'),
      direction: published('`in` or `out`.'),
      status: published('`in_progress`, `completed` or `error`.'),
      amount: transactionAmount('The amount.'),
      currency: published('Currency code.'),
      sender_wallet: published('An address, or a label where the sender has none.'),
      recipient_wallet: published('An address.'),
      hash: published('The transaction’s hash on chain.'),
      fee: transactionAmount('The fee.'),
      created_at: published('`YYYY-MM-DD HH:MM:SS.ffffff+00`: UTC to the microsecond.', {
        pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}\+00$`,
      }),
    },
  },
  ExchangeTransaction: {
    text: 'A conversion of one currency into another.',
    fields: {
      transaction_id: published('Identifies the exchange transaction.'),
      network_from: published('The network the funds came from.'),
      network_to: published('The network the funds arrived on.'),
      currency_from: published('The currency sold.'),
      currency_to: published('The currency bought.'),
      status: decided('`in_progress`, `completed` or `error`; only `completed` is published.'),
      amount_from: published('The amount sold, with all digits.'),
      amount_to: published('The amount bought, after the fee, with all digits.'),
      fee: published('The fee, in `currency_to`.'),
      rate: published('How much `currency_to` one unit of `currency_from` bought, before the fee.'),
      created_at: published('`YYYY-MM-DD HH:MM:SS.ffffff`: UTC to the microsecond, without saying so.', {
        pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$`,
      }),
    },
  },
} satisfies Record<string, SchemaDoc>;

export const transactionDocs = {
  listTransactions: {
    ...historyList('Transactions on chain', {
      more: ' `count` is exact, and a page at any offset costs the same.',
      decisions: [
        'The names `currency`, `transaction_id`, `network` and `search`. The search is for a part of the text of at least three characters, whatever its case.',
        'By default the newest come first.',
      ],
    }),
    fields: {
      ...createdRange,
      direction: published('Only transactions of this direction.'),
      status: published('Only transactions of this status.'),
      currency: decided('Only this currency.'),
      transaction_id: decided('Only the transaction with exactly this id.'),
      network: decided('Only this network.'),
      search: decided(
        'Only transactions with this text in `transaction_id`, `sender_wallet`, `recipient_wallet` or `hash`.',
      ),
      sort_by: published('What to sort by.'),
      sort_direction: sortDirection,
      ...page,
    },
    requests: {
      incoming: {
        summary: 'One day’s deposits',
        query: { direction: 'in', status: 'completed', created_from: '2026-03-01', created_to: '2026-03-01' },
      },
      search: { summary: 'All transactions of an address', query: { search: tron, limit: 50, offset: 100 } },
    },
    answers: {
      transactions: {
        summary: 'The first of 1,204',
        data: {
          count: 1204,
          transactions: [
            {
              transaction_id: exampleIds.transaction,
              network: 'trx',
              direction: 'in',
              status: 'completed',
              amount: '1250.5',
              currency: 'USDT',
              sender_wallet: otherTron,
              recipient_wallet: tron,
              hash: exampleHashes.tron,
              fee: '0',
              created_at: '2026-03-01 09:15:02.123456+00',
            },
          ],
          result: 'success',
        },
      },
    },
    invalid: { created_from: 'must be valid ISO 8601 date-time', direction: 'allowed: in, out' },
  },
  listExchangeTransactions: {
    ...historyList('Conversions of one currency into another', {
      decisions: [
        'The names of the filters by id, networks, currencies and status, and the fields that `sort_by` takes.',
        'The statuses `in_progress` and `error` beside the published `completed`.',
      ],
    }),
    fields: {
      ...createdRange,
      transaction_id: decided('Only the exchange with exactly this id.'),
      network_from: decided('Only exchanges from this network.'),
      network_to: decided('Only exchanges to this network.'),
      currency_from: decided('Only exchanges from this currency.'),
      currency_to: decided('Only exchanges to this currency.'),
      status: decided('Only exchanges of this status.'),
      sort_by: decided('What to sort by.'),
      sort_direction: sortDirection,
      ...page,
    },
    requests: {
      pair: {
        summary: 'The best rates of a pair',
        query: { currency_from: 'ETH', currency_to: 'USDT', sort_by: 'rate', limit: 10 },
      },
    },
    answers: {
      exchanges: {
        summary: 'The first of 37',
        data: {
          count: 37,
          transactions: [
            {
              transaction_id: exampleIds.exchange,
              network_from: 'eth',
              network_to: 'trx',
              currency_from: 'ETH',
              currency_to: 'USDT',
              status: 'completed',
              amount_from: 0.5,
              amount_to: 1745.625,
              fee: 4.375,
              rate: 3500,
              created_at: '2026-03-01 10:00:41.000512',
            },
          ],
          result: 'success',
        },
      },
    },
    invalid: { sort_direction: 'allowed: asc, desc', offset: 'must be >= 0' },
  },
} satisfies Record<string, OperationDoc>;
