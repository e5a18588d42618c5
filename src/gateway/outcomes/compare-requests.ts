import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { add, subtract } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { type Payment, recipientKey } from './read-payment.ts';

/** A row of the provider's list, as far as it could be read. */
export type ListedRequest = Partial<WithdrawalRequest>;

/**
 * Whether the listed request may pay the same amount of the same currency to the same recipient. A missing or
 * incomplete field may be the same: this is asked before money is sent again.
 */
export function mayPayTheSame(payment: Payment, listed: ListedRequest): boolean {
  return (
    mayBeCurrency(payment, listed.currency) &&
    mayBeAmount(payment.amount, listed) &&
    mayBeRecipient(payment, listed.recipient_wallet)
  );
}

function mayBeCurrency({ currency }: Payment, listed: string | undefined): boolean {
  return listed === undefined || listed.trim().toUpperCase() === currency.toUpperCase();
}

/** A provider may show the amount before or after its fee. */
function mayBeAmount(amount: Decimal, { amount: listed, fee }: ListedRequest): boolean {
  if (listed === undefined || listed === amount) return true;
  return fee !== undefined && (add(listed, fee) === amount || subtract(listed, fee) === amount);
}

const ellipsis = /…|\.{2,}|\*{2,}/;
const wholeAddress = /^[0-9A-Za-z]{25,100}$/;

function mayBeRecipient({ network, recipientKey: key }: Payment, listed: string | undefined): boolean {
  const text = listed?.trim() ?? '';
  // Compares without regard to case: two addresses that differ in nothing else are too alike to distinguish.
  const spell = (address: string) => recipientKey(network, address).toLowerCase();
  if (wholeAddress.test(text)) return spell(text) === key.toLowerCase();
  const [head = '', tail, ...more] = text.toLowerCase().split(ellipsis);
  // A name, or nothing, doesn't identify the recipient.
  if (tail === undefined || more.length > 0) return true;
  return key.toLowerCase().startsWith(head) && key.toLowerCase().endsWith(tail);
}
