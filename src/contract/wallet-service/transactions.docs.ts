import {
  createdRange,
  exampleAddresses,
  exampleHashes,
  exampleIds,
  historyList,
  page,
  sortDirection,
  transactionAmount,
} from './common.docs.ts';
import { allowedText, decided, describeOperation, describeSchema, oneOfText, published } from './describe.ts';
import { listTransactions, transaction, transactionDirections, transactionStatuses } from './transactions.ts';

const { tron, otherTron } = exampleAddresses;

describeSchema('Transaction', transaction, {
  text: 'A transaction on chain.',
  fields: {
    transaction_id: published('Identifies the transaction.'),
    network: published('Network code.'),
    direction: published(`${oneOfText(transactionDirections)}.`),
    status: published(`${oneOfText(transactionStatuses)}.`),
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
});

describeOperation(listTransactions, {
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
  invalid: {
    created_from: 'must be valid ISO 8601 date-time',
    direction: allowedText(transactionDirections),
  },
});
