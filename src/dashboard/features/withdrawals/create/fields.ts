import type { BodyOf } from '#contract/operation.ts';
import type { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { checkAddress } from '#domain/addresses.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { currenciesOf, type Network } from '#domain/networks.ts';
import type { Prefilled, Sender } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { randomHex } from '#dashboard/lib/random-id.ts';

/** A request as it is sent. */
export type WithdrawalBody = BodyOf<typeof createWithdrawalRequest>;

/** What is entered, by the names of the interface, so that what the service says of a field is shown there. */
export type Fields = {
  sender: Sender;
  network: Network;
  currency: string;
  sender_wallet: string;
  recipient_wallet: string;
  amount: string;
  /** Who pays the fee: `included` in the amount, so the recipient, or `added` to it, so the sender. */
  fee_included: 'included' | 'added';
  comment: string;
  external_id: string;
};

export function emptyFields({ sender, network, currency, wallet }: Prefilled): Fields {
  const carried = currenciesOf(network);
  return {
    sender,
    network,
    currency: carried.find((code) => code === currency) ?? carried[0] ?? '',
    sender_wallet: sender === 'user' ? wallet : '',
    recipient_wallet: '',
    amount: '',
    fee_included: 'included',
    comment: '',
    external_id: newExternalId(),
  };
}

/** What is sent for what is entered, each value in its one spelling: the same fields are the same request. */
export function bodyOf(fields: Fields): WithdrawalBody {
  const { sender, network, currency } = fields;
  const recipient = checkAddress(network, fields.recipient_wallet.trim());
  const amount = fields.amount.trim();
  const comment = fields.comment.trim();
  return {
    sender,
    network,
    currency,
    ...(sender === 'user' && fields.sender_wallet !== '' && { sender_wallet: fields.sender_wallet }),
    recipient_wallet: recipient.ok ? recipient.address : fields.recipient_wallet.trim(),
    amount: parseDecimal(amount) ?? amount,
    fee_included: fields.fee_included === 'included',
    ...(comment !== '' && { comment }),
    external_id: fields.external_id.trim(),
  };
}

/** A name for a payment that nobody has used: the day, so that people find it, and 48 random bits. */
function newExternalId(now = new Date()): string {
  return `wd-${now.toISOString().slice(0, 10)}-${randomHex(6)}`;
}
