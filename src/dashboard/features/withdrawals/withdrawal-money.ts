import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { debitOf, receivedOf } from '#domain/withdrawal-amounts.ts';

/** What a request moves, exact; what is not known of it is missing. */
export type WithdrawalMoney = {
  received?: Decimal;
  debited?: Decimal;
  /** No one, without a fee. */
  feePayer?: 'sender' | 'recipient' | 'nobody';
};

/** Who pays the fee, what the recipient gets and what the sender is debited, as far as the request says it. */
export function moneyOf({ amount, fee, fee_included }: Partial<WithdrawalDetail>): WithdrawalMoney {
  if (amount === undefined || fee === undefined) return {};
  if (isZero(fee)) return { received: amount, debited: amount, feePayer: 'nobody' };
  if (fee_included === undefined) return {};
  const amounts = { amount, fee, fee_included };
  return {
    received: receivedOf(amounts),
    debited: debitOf(amounts),
    feePayer: fee_included ? 'recipient' : 'sender',
  };
}
