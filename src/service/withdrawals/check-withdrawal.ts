import type { BodyOf } from '#contract/operation.ts';
import { requiredMessage } from '#contract/fields.ts';
import type { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { checkAddress } from '#domain/addresses.ts';
import { decimal, decimalPlaces } from '#domain/decimal.ts';
import { currenciesOf, decimalsOf, isCurrency, networks } from '#domain/networks.ts';
import { whyUnpayable } from '#domain/unpayable-addresses.ts';
import { validationError } from '#http/service-error.ts';
import { storedAddress } from '../wallets/wallet-address.ts';
import type { WithdrawalRow } from './withdrawals.store.ts';

type Body = BodyOf<typeof createWithdrawalRequest>;

/** What a caller asks for, each value in its one spelling: equal orders are the same order. */
export type WithdrawalOrder = Pick<
  WithdrawalRow,
  | 'external_id'
  | 'amount'
  | 'fee_included'
  | 'currency'
  | 'network'
  | 'sender'
  | 'sender_wallet'
  | 'recipient_wallet'
  | 'comment'
>;

/** Reads the body as far as that needs no database. Throws a validation failure that names each field. */
export function parseOrder(body: Body): WithdrawalOrder {
  const { network, sender } = body;
  const rules: Record<string, string> = {};
  const amount = decimal(body.amount);

  const places = decimalsOf(network, body.currency);
  const currency = isCurrency(body.currency) && places !== undefined ? body.currency : undefined;
  if (currency === undefined)
    rules['currency'] = `allowed on ${network}: ${currenciesOf(network).join(', ')}`;
  else if (decimalPlaces(amount) > (places ?? 0)) {
    rules['amount'] = `${currency} has at most ${places} decimals on ${networks[network].name}`;
  }

  const recipient = checkAddress(network, body.recipient_wallet);
  const refusal = recipient.ok ? whyUnpayable(network, recipient.address) : recipient.reason;
  if (refusal !== undefined) rules['recipient_wallet'] = refusal;

  const isUser = sender === 'user';
  const senderWallet = isUser && body.sender_wallet !== undefined ? storedAddress(body.sender_wallet) : null;
  if (isUser && senderWallet === null) rules['sender_wallet'] = `${requiredMessage} when sender is user`;
  if (recipient.ok && senderWallet === recipient.address) {
    rules['recipient_wallet'] = 'The recipient can’t be the wallet you pay from.';
  }

  if (currency === undefined || !recipient.ok || Object.keys(rules).length > 0) throw validationError(rules);
  return {
    external_id: body.external_id,
    amount,
    fee_included: body.fee_included,
    currency,
    network,
    sender,
    sender_wallet: senderWallet,
    recipient_wallet: recipient.address,
    comment: body.comment === undefined || body.comment === '' ? null : body.comment,
  };
}

/** Whether a request was made by this very order. */
export function isSameOrder(request: WithdrawalRow, order: WithdrawalOrder): boolean {
  return (
    request.amount === order.amount &&
    request.fee_included === order.fee_included &&
    request.currency === order.currency &&
    request.network === order.network &&
    request.sender === order.sender &&
    request.sender_wallet === order.sender_wallet &&
    request.recipient_wallet === order.recipient_wallet &&
    request.comment === order.comment
  );
}
