import { add, subtract } from './arithmetic.ts';
import type { Decimal } from './decimal.ts';

/** What a withdrawal moves, in its currency. */
export type WithdrawalAmounts = {
  amount: Decimal;
  fee: Decimal;
  /**
   * The fee is deducted from the amount, and so paid by the recipient; otherwise it is added, and paid by the sender.
   */
  fee_included: boolean;
};

/** What the sender is debited: the amount, plus the fee unless it is deducted from the amount. */
export function debitOf({ amount, fee, fee_included }: WithdrawalAmounts): Decimal {
  return fee_included ? amount : add(amount, fee);
}

/** What the recipient gets. */
export function receivedOf({ amount, fee, fee_included }: WithdrawalAmounts): Decimal {
  return fee_included ? subtract(amount, fee) : amount;
}
