import * as z from 'zod/mini';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { checkAddress } from '#domain/addresses.ts';
import { compare } from '#domain/arithmetic.ts';
import { type Decimal, decimalPlaces, isPositive } from '#domain/decimal.ts';
import { isSameAddress } from '#domain/look-alike.ts';
import { decimalsOf, networks } from '#domain/networks.ts';
import { whyUnpayable } from '#domain/unpayable-addresses.ts';
import { bodyOf, type Fields } from './fields.ts';
import { type FeeKnowledge, quoteOf, readAmount } from './quote.ts';

/** What the fields are held against. */
export type Circumstances = { fee: FeeKnowledge; available: Decimal | undefined };

export type FieldErrors = Partial<Record<keyof Fields, string>>;

/** What is wrong with what was entered, field by field, in the service's words where it has the same rule. */
export function checkFields(fields: Fields, circumstances: Circumstances): FieldErrors {
  const { network, sender } = fields;
  const contract = z.safeParse(createWithdrawalRequest.body, bodyOf(fields));
  const errors: FieldErrors = {};
  for (const { path, message } of contract.error?.issues ?? []) {
    const [name] = path;
    if (isField(name, fields)) errors[name] ??= message;
  }
  if (sender === 'user' && fields.sender_wallet === '') errors.sender_wallet = 'choose the wallet that pays';
  const recipient = recipientError(fields);
  if (recipient !== undefined) errors.recipient_wallet = recipient;
  const amount = amountError(fields, circumstances);
  if (amount !== undefined) errors.amount = amount;
  if (decimalsOf(network, fields.currency) === undefined) {
    errors.currency = `${networks[network].name} does not carry ${fields.currency}`;
  }
  return errors;
}

function isField(name: unknown, fields: Fields): name is keyof Fields {
  return typeof name === 'string' && Object.hasOwn(fields, name);
}

/** Why the text is not an address that the network can pay; undefined where it is one. */
export function recipientError({ network, sender, ...fields }: Fields): string | undefined {
  const check = checkAddress(network, fields.recipient_wallet.trim());
  if (!check.ok) return check.reason;
  const unpayable = whyUnpayable(network, check.address);
  if (unpayable !== undefined) return unpayable;
  return sender === 'user' && isSameAddress(check.address, fields.sender_wallet)
    ? 'must not be the wallet that pays'
    : undefined;
}

function amountError(fields: Fields, { fee, available }: Circumstances): string | undefined {
  const { network, currency, amount: text } = fields;
  if (text.trim() === '') return 'enter an amount';
  const amount = readAmount(text);
  if (amount === undefined) return 'write digits with a point, such as 1250.5, and nothing between them';
  if (!isPositive(amount)) return 'must be greater than 0';
  const places = decimalsOf(network, currency) ?? 0;
  const place = `${currency} on ${networks[network].name}`;
  if (decimalPlaces(amount) > places) return `${place} has at most ${places} decimals`;
  if (fee.kind === 'rule' && compare(amount, fee.minimum) < 0) {
    return `must be at least ${fee.minimum}, the minimum for ${place}`;
  }
  const isFeeIncluded = fields.fee_included === 'included';
  if (fee.kind === 'rule' && isFeeIncluded && compare(amount, fee.fee) <= 0) {
    return `must be above ${fee.fee}, the fee that is taken out of it`;
  }
  return shortageOf({ amount, isFeeIncluded, currency, fee, available });
}

type Asked = Circumstances & { amount: Decimal; isFeeIncluded: boolean; currency: string };

/** Why the amount cannot be paid out of what is available; undefined where it can, or where that is not known. */
export function shortageOf({ amount, isFeeIncluded, currency, fee, available }: Asked): string | undefined {
  // An estimate refuses nothing.
  const known = fee.kind === 'rule' ? fee.fee : undefined;
  const { debited = amount } = quoteOf({ amount, isFeeIncluded, fee: known, available });
  return available !== undefined && compare(debited, available) > 0
    ? `${debited} ${currency} is needed, ${available} ${currency} is available`
    : undefined;
}
