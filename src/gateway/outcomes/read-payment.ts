import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { requiredMessage } from '#contract/fields.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { recognizeAddress } from '#domain/addresses.ts';
import { type Decimal, decimal } from '#domain/decimal.ts';
import { stringifyJson } from '#domain/json.ts';
import { isNetwork } from '#domain/networks.ts';
import { brokenRules } from '#http/serve.ts';
import { validationError } from '#http/service-error.ts';

/** What a withdrawal pays, as far as it takes to recognize its request in a list. */
export type Payment = {
  externalId: string;
  /** In lower case. */
  network: string;
  currency: string;
  amount: Decimal;
  /** As it was sent. */
  recipient: string;
  /** See `recipientKey`. */
  recipientKey: string;
};

export type SentPayment = Payment & {
  sender: string | null;
  senderWallet: string | null;
  /** The same for bodies that ask for the same, however their amounts and addresses are spelled. */
  bodyHash: string;
};

// Loose beside these: what else a provider takes is between it and its caller.
const { amount, external_id, recipient_wallet, currency } = createWithdrawalRequest.body.shape;
const text = z.string({
  error: (issue) => (issue.input === undefined ? requiredMessage : 'must be text'),
});
const neededFields = z.looseObject({
  amount,
  external_id,
  recipient_wallet,
  currency,
  network: text.check(z.minLength(1), z.maxLength(32)),
  sender: z.nullish(text.check(z.maxLength(32))),
  sender_wallet: z.nullish(text.check(z.maxLength(128))),
});

/**
 * Reads from a request's body what it takes to look for the withdrawal afterwards. Throws the validation failure that
 * names what is missing: without it, no one could find out whether the withdrawal was made.
 */
export function parsePayment(body: unknown): SentPayment {
  const read = z.safeParse(neededFields, body);
  if (!read.success) throw validationError(brokenRules(read.error, 'unknown field'));
  const { external_id: externalId, recipient_wallet: recipient, ...fields } = read.data;
  const network = fields.network.toLowerCase();
  const sum = decimal(fields.amount);
  const senderWallet = fields.sender_wallet ?? null;
  const { comment, fee_included: isFeeIncluded, ...others } = fields;
  const asked = {
    ...others,
    network,
    amount: sum,
    externalId,
    recipient: recipientKey(network, recipient),
    sender_wallet: senderWallet === null ? null : recipientKey(network, senderWallet),
    // The interface's defaults for missing fields.
    comment: comment ?? '',
    isFeeIncluded: isFeeIncluded ?? true,
  };
  return {
    externalId,
    network,
    currency: fields.currency,
    amount: sum,
    recipient,
    recipientKey: recipientKey(network, recipient),
    sender: fields.sender ?? null,
    senderWallet,
    bodyHash: createHash('sha256')
      .update(stringifyJson(Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1))))
      .digest('hex'),
  };
}

/** The same text for the same address, however it is spelled. */
export function recipientKey(network: string, address: string): string {
  return (isNetwork(network) ? recognizeAddress(network, address) : undefined) ?? address.trim();
}
