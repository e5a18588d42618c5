import { Stack } from '@mantine/core';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { networkName } from '#dashboard/lib/network-words.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { useWalletNames } from '#dashboard/entities/wallets/wallet-names.tsx';
import { moneyOf } from '../withdrawal-money.ts';
import { exchangeLabel } from '../withdrawal-cells.tsx';
import classes from './delete-withdrawal.module.css';

type Props = { value: Partial<WithdrawalDetail>; isReading: boolean };

/** Which request is to be deleted, and what it holds until then. */
export function DeletedRequest({ value, isReading }: Props) {
  const { amount, fee, currency, network, sender_wallet: sender } = value;
  const { debited, feePayer } = moneyOf(value);
  const walletName = useWalletNames().get(sender ?? '');
  return (
    <>
      <Facts>
        <Fact name="Amount">
          <Amount value={amount} currency={currency} />
        </Fact>
        <Fact name="Fee" note={feePayer && feeNotes[feePayer]}>
          <Amount value={fee} currency={currency} />
        </Fact>
        <Fact name="Recipient" note={network === undefined ? undefined : `On ${networkName(network)}`}>
          <Address value={value.recipient_wallet} full network={network} kind="address" />
        </Fact>
        <Fact name="External id">
          <Address value={value.external_id} what="external id" full />
        </Fact>
        <Fact name="Requested">
          <Time value={value.created_at} />
        </Fact>
      </Facts>
      <Stack
        component="section"
        gap={4}
        py={10}
        px="md"
        bd="1px solid var(--line)"
        bdrs={8}
        fz="sm"
        aria-label="What is released"
        className={classes['released']}
      >
        <p>
          <span>Released</span>
          {debited === undefined ? (
            <span>{isReading ? '…' : 'the amount, and the fee if the sender pays it'}</span>
          ) : (
            <strong>
              <Amount value={debited} currency={currency} />
            </strong>
          )}
        </p>
        <p>
          <span>Goes back to</span>
          {sender === exchangeLabel ? (
            'the exchange pool'
          ) : (
            <Address value={sender} name={walletName} network={network} kind="address" />
          )}
        </p>
      </Stack>
    </>
  );
}

const feeNotes = {
  recipient: 'Taken out of the amount',
  sender: 'Added to the amount',
  nobody: undefined,
};
