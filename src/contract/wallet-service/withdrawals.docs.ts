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
import { codeList, decided, describeOperation, describeSchema, published } from './describe.ts';
import {
  listWithdrawalRequests,
  withdrawalDetail,
  withdrawalRequest,
  withdrawalStatuses,
} from './withdrawals.ts';

const { tron, otherTron } = exampleAddresses;
const id = exampleIds.withdrawal;

export const created = {
  request_id: id,
  external_id: 'payout-2026-0042',
  amount: '250',
  currency: 'USDT',
  network: 'trx',
  sender: 'user',
  sender_wallet: tron,
  recipient_wallet: otherTron,
  fee: '1.5',
  fee_included: true,
  status: 'new',
  comment: 'Supplier, invoice 42',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
};
export const completed = {
  ...created,
  status: 'completed',
  updated_at: '2026-03-01T12:00:09.250Z',
  transaction_status: 'confirmed',
  hash: exampleHashes.otherTron,
};
const { sender: _sender, fee_included: _feeIncluded, ...waiting } = created;
const listed = { ...waiting, transaction_status: null, hash: null };

const isoTime = { format: 'date-time', pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` };

const requestFields = {
  request_id: published('Identifies the request: `wd_` and 24 lowercase hexadecimal digits.'),
  external_id: published('Your reference for the request.'),
  amount: transactionAmount('The amount.'),
  currency: published('Currency code.'),
  network: published('Network code.'),
  sender_wallet: published(
    'The wallet that pays. In full from our service; a provider may shorten it with an ellipsis.',
  ),
  recipient_wallet: published('The address that is paid. A provider may shorten it, too.'),
  fee: transactionAmount('The fee.'),
  status: decided(`Only \`new\` is published. One of ${codeList(withdrawalStatuses)}.`),
  comment: published('Free text.'),
  created_at: published('ISO 8601 in UTC, with milliseconds and `Z`.', isoTime),
  updated_at: published('The same form.', isoTime),
  transaction_status: decided(
    '`pending`, `confirmed` or `failed`; null until a transaction exists. Only `confirmed` is published.',
  ),
  hash: published('The transaction’s hash on chain; null until there is one.'),
};

export const detailFields = {
  ...requestFields,
  sender: published('Where the funds come from: `user` (a personal wallet) or `exchange` (the pool).'),
  fee_included: published('Whether the fee is deducted from `amount`. If false, it is added to it.'),
};

describeSchema('WithdrawalRequest', withdrawalRequest, {
  text: 'A withdrawal request as the list has it.',
  fields: requestFields,
});

describeSchema('WithdrawalDetail', withdrawalDetail, {
  text: 'A withdrawal request in full.',
  fields: detailFields,
});

describeOperation(listWithdrawalRequests, {
  ...historyList('Withdrawal requests', {
    more: ' Deleted ones are not among them.',
    decisions: [
      'The names of the filters but the two dates, the fields that `sort_by` takes, the page size of 1 to 300, by default 30.',
    ],
  }),
  fields: {
    search: decided(
      'Only requests with this text, of at least three characters, in their id, their reference or an address.',
    ),
    request_id: decided('Only the request with exactly this id.'),
    external_id: decided('Only the request with exactly this reference.'),
    currency: decided('Only this currency.'),
    network: decided('Only this network.'),
    status: decided('Only requests of this status.'),
    ...createdRange,
    sort_by: published('What to sort by; the fields are decided.'),
    sort_direction: sortDirection,
    limit: decided(page.limit.text),
    offset: decided(page.offset.text),
  },
  requests: { waiting: { summary: 'What waits', query: { status: 'new', sort_direction: 'asc' } } },
  answers: {
    requests: {
      summary: 'The first of 12',
      data: { success: true, data: [listed], meta: { limit: 30, offset: 0, total: 12 } },
    },
  },
  invalid: { created_from: 'must be valid ISO date', sort_by: 'unsupported sort field' },
});
