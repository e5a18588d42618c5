import { exampleAddresses, exampleIds } from './common.docs.ts';
import { decided, describeOperation, describeSchema, published } from './describe.ts';
import {
  bookOnlyFailure,
  createWithdrawalRequest,
  deleteWithdrawalRequest,
  getWithdrawalRequest,
  openOutcomeFailure,
  rejectedRecipientFailure,
  unpayableRecipientFailure,
  usedKeyFailure,
} from './withdrawal-request.ts';
import { completed, created, detailFields } from './withdrawals.docs.ts';

const { tron, otherTron } = exampleAddresses;
// A new request has no transaction yet.
const { transaction_status: _status, hash: _hash, ...newFields } = detailFields;
const id = exampleIds.withdrawal;

const accountingReason =
  'An accounting wallet can’t pay a withdrawal, because its deposits are verified first. Use a personal wallet or the exchange pool.';
const unpayable = 'This is a burn address: nobody can spend funds sent to it.';
const rejection =
  'This address was rejected by Compliance (test) on 2026-11-22: Paid by a mixer. Compliance must accept it before it can be paid again.';

const unknownRequest = {
  'The account has no such withdrawal request': {
    message: 'Withdrawal not found. It may have been deleted',
  },
};

describeSchema('NewWithdrawalRequest', createWithdrawalRequest.data.shape.data, {
  text: 'A new withdrawal request.',
  fields: newFields,
});

describeOperation(getWithdrawalRequest, {
  text: 'One withdrawal request in full.',
  isDecided: false,
  decisions: ['An unknown id: 404 `not_found`.'],
  fields: { request_id: published('The request to read.') },
  requests: { one: { summary: 'One request', query: { request_id: id } } },
  answers: { request: { summary: 'The request', data: { success: true, data: completed } } },
  invalid: { request_id: 'required field' },
  failures: unknownRequest,
});

describeOperation(createWithdrawalRequest, {
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
});

describeOperation(deleteWithdrawalRequest, {
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
});
