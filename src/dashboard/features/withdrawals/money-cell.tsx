import { Amount } from '#dashboard/ui/amount.tsx';
import { useFacts, type WithdrawalCellProps } from './withdrawal-cells.tsx';
import { moneyOf, type WithdrawalMoney } from './withdrawal-money.ts';
import classes from './withdrawals.module.css';

type Props = WithdrawalCellProps & { part: keyof WithdrawalMoney };

/** A cell for one part of the withdrawal: the fee payer, the amount received, or the amount debited. */
export function MoneyCell({ row, part }: Props) {
  const shown = moneyOf(row.value);
  const { data, isFetching } = useFacts(row, shown.feePayer === undefined);
  const money = shown.feePayer === undefined ? moneyOf({ ...row.value, ...data }) : shown;
  if (money.feePayer === undefined) {
    return <span className={classes['none']}>{isFetching ? '…' : 'not reported'}</span>;
  }
  if (part === 'feePayer') return payerLabel[money.feePayer];
  return <Amount value={money[part]} currency={row.value.currency} />;
}

const payerLabel = {
  recipient: 'Recipient',
  sender: 'Sender',
  nobody: 'Nobody',
} as const satisfies Record<NonNullable<WithdrawalMoney['feePayer']>, string>;
