import {
  createdRange,
  exampleAddresses,
  exampleHashes,
  exampleIds,
  historyList,
  page,
  sortDirection,
  status,
  transactionAmount,
} from './common-fields.ts';
import { decided, type OperationDoc, published, type SchemaDoc } from './doc-types.ts';
import {
  bookOnlyFailure,
  openOutcomeFailure,
  usedKeyFailure,
  rejectedRecipientFailure,
  unpayableRecipientFailure,
} from '#contract/wallet-service/withdrawal-request.ts';
import { withdrawalStatuses } from '#contract/wallet-service/withdrawals.ts';

const { tron, otherTron } = exampleAddresses;
const id = exampleIds.withdrawal;

const created = {
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
const completed = {
  ...created,
  status: 'completed',
  updated_at: '2026-03-01T12:00:09.250Z',
  transaction_status: 'confirmed',
  hash: exampleHashes.otherTron,
};
const { sender: _sender, fee_included: _feeIncluded, ...waiting } = created;
const listed = { ...waiting, transaction_status: null, hash: null };

const accountingReason =
  'An accounting wallet can’t pay a withdrawal, because its deposits are verified first. Use a personal wallet or the exchange pool.';
const unpayable = 'This is a burn address: nobody can spend funds sent to it.';
const rejection =
  'This address was rejected by Compliance (test) on 2026-11-22: Paid by a mixer. Compliance must accept it before it can be paid again.';

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
  status: status('Only `new` is published.', withdrawalStatuses),
  comment: published('Free text.'),
  created_at: published('ISO 8601 in UTC, with milliseconds and `Z`.', isoTime),
  updated_at: published('The same form.', isoTime),
  transaction_status: decided(
    '`pending`, `confirmed` or `failed`; null until a transaction exists. Only `confirmed` is published.',
  ),
  hash: published('The transaction’s hash on chain; null until there is one.'),
};

const detailFields = {
  ...requestFields,
  sender: published('Where the funds come from: `user` (a personal wallet) or `exchange` (the pool).'),
  fee_included: published('Whether the fee is deducted from `amount`. If false, it is added to it.'),
};

const { transaction_status: _status, hash: _hash, ...newFields } = detailFields;

export const withdrawalSchemas = {
  WithdrawalRequest: { text: 'A withdrawal request as the list has it.', fields: requestFields },
  WithdrawalDetail: { text: 'A withdrawal request in full.', fields: detailFields },
  NewWithdrawalRequest: { text: 'A new withdrawal request.', fields: newFields },
} satisfies Record<string, SchemaDoc>;

const unknownRequest = {
  'The account has no such withdrawal request': {
    message: 'Withdrawal not found. It may have been deleted',
  },
};

export const withdrawalDocs = {
  listWithdrawalRequests: {
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
  },
  getWithdrawalRequest: {
    text: 'One withdrawal request in full.',
    isDecided: false,
    decisions: ['An unknown id: 404 `not_found`.'],
    fields: { request_id: published('The request to read.') },
    requests: { one: { summary: 'One request', query: { request_id: id } } },
    answers: { request: { summary: 'The request', data: { success: true, data: completed } } },
    invalid: { request_id: 'required field' },
    failures: unknownRequest,
  },
  createWithdrawalRequest: {
    text: 'Requests a payment. Amount and fee are put on hold immediately, so `available` is lower once you get the response. A worker then takes the request from `new` through `processing` to `completed`.\n\nThe operation is idempotent: the same `external_id` with the same body returns the first request, so you can repeat a call whose response was lost. To be safe even if your program makes a new `external_id` for each attempt, send the header `Idempotency-Key` (1 to 255 printable characters): for at least 30 days, the key admits only the withdrawal that it was first sent with.',
    isDecided: true,
    decisions: [
      'The published interface names the tag, not the operation: all of it is ours.',
      'The same `external_id` with another body is a validation failure.',
      'Only this service promises that an `external_id` is paid once. With another provider, the console stores each request before it sends it, and never resends one whose outcome is unknown.',
      'Requests to a recipient that compliance has rejected in the console are refused. An existing request is rejected when it is processed, up to the moment its payment is sent.',
      'An account can allow saved addresses only. This applies to each request, including one that is sent again.',
    ],
    fields: {
      amount: decided('Decimal text, greater than 0, with no more decimals than the currency has.', {
        examples: ['250'],
      }),
      network: decided('Network code.'),
      currency: decided('A currency of that network.'),
      sender: decided('`user`: a personal wallet pays. `exchange`: the pool pays.'),
      external_id: decided('Your reference for the request, unique within the account.'),
      recipient_wallet: decided('A valid address of that network, checksum included.'),
      sender_wallet: decided(
        'The wallet that pays: one of the account’s own on that network, neither blocked nor an accounting wallet. Needed when `sender` is `user`, ignored when it is `exchange`.',
      ),
      comment: decided('Free text.'),
      fee_included: decided('Whether the fee is deducted from `amount`. If false, it is added to it.'),
    },
    requests: {
      payment: {
        summary: 'Pay 250 USDT from a wallet',
        body: {
          amount: '250',
          network: 'trx',
          currency: 'USDT',
          sender: 'user',
          sender_wallet: tron,
          recipient_wallet: otherTron,
          external_id: created.external_id,
          comment: created.comment,
        },
      },
    },
    answers: { request: { summary: 'The request', data: { success: true, data: created } } },
    invalid: { amount: 'Enter a decimal number as text.', recipient_wallet: 'required field' },
    failures: {
      'Insufficient funds, below the minimum or not above the fee; data names amount': {
        message: 'Insufficient funds',
        data: { amount: 'Not enough funds: 250 USDT needed, 120.5 USDT available.' },
      },
      'The paying wallet is an accounting wallet; data names sender_wallet': {
        message: accountingReason,
        data: { sender_wallet: accountingReason },
      },
      [unpayableRecipientFailure.when]: {
        message: `Validation failed: recipient_wallet: ${unpayable}`,
        data: { recipient_wallet: unpayable },
      },
      [rejectedRecipientFailure.when]: { message: rejection, data: { recipient_wallet: rejection } },
      [bookOnlyFailure.when]: {
        message: 'This address isn’t in the address book, and this account only allows saved addresses',
        data: {
          recipient_wallet:
            'This address isn’t in the address book, and this account only allows saved addresses',
        },
      },
      [usedKeyFailure.when]: {
        message:
          'Nothing was sent: this idempotency key was used for another withdrawal, “payout-2026-0041”. Send that withdrawal again to see its state, or use a new key',
        data: { 'idempotency-key': 'was used for another withdrawal, “payout-2026-0041”' },
      },
      [openOutcomeFailure.when]: {
        message:
          'Nothing was sent: the outcome of an earlier attempt at the withdrawal “payout-2026-0042” is unknown. The console checks it again at 2026-01-02 03:05:05 UTC. Wait until it is confirmed or proved not to exist, or mark it as handled in the console.',
        data: {
          outcome: 'outcome_unknown',
          external_id: 'payout-2026-0042',
          next_check_at: '2026-01-02T03:05:05.000Z',
        },
      },
    },
  },
  deleteWithdrawalRequest: {
    text: 'Deletes a request that is still `new`. The funds it held become available again.',
    isDecided: false,
    decisions: [
      'Only while the status is `new`; else 400 `request` with a message that names the status. An unknown id: 404 `not_found`.',
    ],
    fields: { request_id: published('The request to delete.') },
    requests: { delete: { summary: 'Delete a request', body: { request_id: id } } },
    answers: {
      deleted: { summary: 'Deleted', data: { success: true, data: { request_id: id, deleted: true } } },
    },
    invalid: { request_id: 'required field' },
    failures: {
      ...unknownRequest,
      'The request is no longer new; the message names its status': {
        message: 'The withdrawal is completed. Only new withdrawals can be deleted',
      },
    },
  },
} satisfies Record<string, OperationDoc>;
