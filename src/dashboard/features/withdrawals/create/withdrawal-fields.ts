import { asSentence } from '#dashboard/lib/error-message.ts';
import * as z from 'zod/mini';
import type { BodyOf } from '#contract/operation.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { checkAddress } from '#domain/addresses.ts';
import { type Decimal, decimalPlaces, isPositive, parseDecimal } from '#domain/decimal.ts';
import { formatAmount } from '#domain/format.ts';
import { currenciesOf, decimalsOf, type Network, networks } from '#domain/networks.ts';
import { compare } from '#domain/arithmetic.ts';
import { isSameAddress } from '#domain/look-alike.ts';
import { whyUnpayable } from '#domain/unpayable-addresses.ts';
import type { Prefilled, Sender } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { call } from '#dashboard/api/client.ts';
import { randomHex } from '#dashboard/lib/random-id.ts';
import { type FeeKnowledge, quoteOf, parseEnteredAmount } from './quote.ts';

/** A request as it is sent. */
export type WithdrawalBody = BodyOf<typeof createWithdrawalRequest>;

/** What is entered, by the names of the interface, so that what the service says about a field is shown there. */
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

export function emptyFields(prefilled: Prefilled): Fields {
  const { sender, network, currency, wallet } = prefilled;
  const { recipient = '', amount = '', fee = 'included', comment = '' } = prefilled;
  const carried = currenciesOf(network);
  return {
    sender,
    network,
    currency: carried.find((code) => code === currency) ?? carried[0] ?? '',
    sender_wallet: sender === 'user' ? wallet : '',
    recipient_wallet: recipient,
    amount,
    fee_included: fee,
    comment,
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

/** Asks for a withdrawal; gives the first one under its external id. Throws ApiError. */
export async function sendWithdrawal(body: WithdrawalBody) {
  return (await call(createWithdrawalRequest, { body })).data;
}

/** An unused reference for a payment: the day, so that people find it, and 48 random bits. */
function newExternalId(now = new Date()): string {
  return `wd-${now.toISOString().slice(0, 10)}-${randomHex(6)}`;
}

/** What the fields are held against. */
export type Circumstances = Funds & {
  /** Undefined where it is checked elsewhere. */
  payer: Payer | undefined;
};

type Funds = { fee: FeeKnowledge; available: Decimal | undefined };

/** What is known of the personal wallet that pays. */
type Payer = {
  /** Undefined while or where it is not known. */
  wallet: { status: string | undefined } | undefined;
  /** None of the account's personal wallets on the network has the address that was entered. */
  isUnknown: boolean;
};

type FieldErrors = Partial<Record<keyof Fields, string>>;

/** The errors of each field, with the service's messages where it has the same rule. */
export function checkFields(fields: Fields, circumstances: Circumstances): FieldErrors {
  const { network, sender } = fields;
  const contract = z.safeParse(createWithdrawalRequest.body, bodyOf(fields));
  const errors: FieldErrors = {};
  for (const { path, message } of contract.error?.issues ?? []) {
    const [name] = path;
    if (isField(name, fields)) errors[name] ??= message;
  }
  const payer = payerError(fields, circumstances.payer);
  if (payer !== undefined) errors.sender_wallet = payer;
  else if (sender === 'user' && fields.sender_wallet === '') {
    errors.sender_wallet = 'Choose a wallet to pay from.';
  }
  const recipient = recipientError(fields);
  if (recipient !== undefined) errors.recipient_wallet = recipient;
  const amount = amountError(fields, circumstances);
  if (amount !== undefined) errors.amount = amount;
  if (decimalsOf(network, fields.currency) === undefined) {
    errors.currency = `${fields.currency} isn’t available on ${networks[network].name}.`;
  }
  return errors;
}

function isField(name: unknown, fields: Fields): name is keyof Fields {
  return typeof name === 'string' && Object.hasOwn(fields, name);
}

/** Why the chosen wallet can't pay, as the service would refuse it; undefined where nothing speaks against it. */
export function payerError({ network, sender }: Fields, payer: Payer | undefined): string | undefined {
  if (sender !== 'user' || payer === undefined) return undefined;
  if (payer.isUnknown) return `This isn’t one of your personal wallets on ${networks[network].name}.`;
  return payer.wallet?.status === 'blocked'
    ? 'This wallet is blocked, so you can’t withdraw from it.'
    : undefined;
}

/** Why the text is not an address that the network can pay; undefined where it is one. */
export function recipientError({ network, sender, ...fields }: Fields): string | undefined {
  const check = checkAddress(network, fields.recipient_wallet.trim());
  if (!check.ok) {
    return isNameLike(fields.recipient_wallet)
      ? 'Choose a saved address or wallet, or enter an address.'
      : asSentence(check.reason);
  }
  const unpayable = whyUnpayable(network, check.address);
  if (unpayable !== undefined) return unpayable;
  return sender === 'user' && isSameAddress(check.address, fields.sender_wallet)
    ? 'The recipient can’t be the wallet you pay from.'
    : undefined;
}

/** Whether the text can't be an address, not even a mistyped or shortened one, but can be a name. */
export function isNameLike(text: string): boolean {
  const written = text.trim();
  return written !== '' && (/\s/.test(written) || !/^0x|[\da-z]{16}|…|\.{3}/i.test(written));
}

function amountError(fields: Fields, { fee, available }: Funds): string | undefined {
  const { network, currency, amount: text } = fields;
  if (text.trim() === '') return 'Enter an amount.';
  const amount = parseEnteredAmount(text);
  if (amount === undefined) return 'Enter a number such as 1250.50, without thousands separators.';
  if (!isPositive(amount)) return 'Enter an amount greater than 0.';
  const places = decimalsOf(network, currency) ?? 0;
  const place = `${currency} on ${networks[network].name}`;
  if (decimalPlaces(amount) > places) return `${place} has at most ${places} decimals.`;
  if (fee.kind === 'rule' && compare(amount, fee.minimum) < 0) {
    return `Enter at least ${formatAmount(fee.minimum)}, the minimum for ${place}.`;
  }
  const isFeeIncluded = fields.fee_included === 'included';
  if (fee.kind === 'rule' && isFeeIncluded && compare(amount, fee.fee) <= 0) {
    return `Enter more than ${formatAmount(fee.fee)}, the fee that is deducted from it.`;
  }
  return shortageOf({ amount, isFeeIncluded, currency, fee, available });
}

type Asked = Funds & { amount: Decimal; isFeeIncluded: boolean; currency: string };

/** Why the amount cannot be paid out of what is available; undefined where it can, or where that is not known. */
export function shortageOf({ amount, isFeeIncluded, currency, fee, available }: Asked): string | undefined {
  // An estimate refuses nothing.
  const known = fee.kind === 'rule' ? fee.fee : undefined;
  const { debited = amount } = quoteOf({ amount, isFeeIncluded, fee: known, available });
  return available !== undefined && compare(debited, available) > 0
    ? `Not enough funds: ${formatAmount(debited)} ${currency} needed, ${formatAmount(available)} ${currency} available.`
    : undefined;
}
