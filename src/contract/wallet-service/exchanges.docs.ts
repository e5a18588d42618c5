import { createdRange, exampleIds, historyList, page, sortDirection } from './common.docs.ts';
import { allowedText, decided, describeOperation, describeSchema, oneOfText, published } from './describe.ts';
import { sortDirections } from '../fields.ts';
import { exchangeStatuses, exchangeTransaction, listExchangeTransactions } from './exchanges.ts';

describeSchema('ExchangeTransaction', exchangeTransaction, {
  text: 'A conversion of one currency into another.',
  fields: {
    transaction_id: published('Identifies the exchange transaction.'),
    network_from: published('The network the funds came from.'),
    network_to: published('The network the funds arrived on.'),
    currency_from: published('The currency sold.'),
    currency_to: published('The currency bought.'),
    status: decided(`${oneOfText(exchangeStatuses)}; only \`completed\` is published.`),
    amount_from: published('The amount sold, with all digits.'),
    amount_to: published('The amount bought, after the fee, with all digits.'),
    fee: published('The fee, in `currency_to`.'),
    rate: published('How much `currency_to` one unit of `currency_from` bought, before the fee.'),
    created_at: published('`YYYY-MM-DD HH:MM:SS.ffffff`: UTC, to the microsecond, with no zone written.', {
      pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$`,
    }),
  },
});

describeOperation(listExchangeTransactions, {
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
  invalid: { sort_direction: allowedText(sortDirections), offset: 'must be >= 0' },
});
