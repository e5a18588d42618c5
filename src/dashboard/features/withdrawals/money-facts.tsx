import { Text } from '@mantine/core';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import type { Decimal } from '#domain/decimal.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Fact } from '#dashboard/ui/facts.tsx';
import { moneyOf } from './withdrawal-money.ts';

type Props = { value: Partial<WithdrawalDetail>; isReading: boolean };

/** What a request moves: amount, fee, what arrives and what is paid for it, all digits. */
export function MoneyFacts({ value, isReading }: Props) {
  const { amount, fee, currency, status } = value;
  const { received, debited, feePayer } = moneyOf(value);
  const unknown = isReading ? '…' : 'The service does not tell who pays the fee.';
  const sum = (exact: Decimal | undefined) =>
    exact === undefined ? (
      <Text span c="dimmed" inherit>
        {isReading ? '…' : 'unknown'}
      </Text>
    ) : (
      <Amount value={exact} currency={currency} />
    );
  return (
    <>
      <Fact
        name="Amount"
        note={isEndedUnpaid(status) && 'As it was asked for: the request did not come through.'}
      >
        <Amount value={amount} currency={currency} />
      </Fact>
      <Fact name="Fee" note={feePayer === undefined ? unknown : feeNotes[feePayer]}>
        <Amount value={fee} currency={currency} />
      </Fact>
      <Fact name="Recipient gets">{sum(received)}</Fact>
      <Fact name="Debited">{sum(debited)}</Fact>
    </>
  );
}

function isEndedUnpaid(status: string | undefined): boolean {
  return status === 'rejected' || status === 'error';
}

const feeNotes = {
  recipient: 'Taken out of the amount: the recipient pays it.',
  sender: 'Added to the amount: the sender pays it.',
  nobody: 'There is none to pay.',
};
