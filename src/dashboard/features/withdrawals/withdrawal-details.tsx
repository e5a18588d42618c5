import { Group, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { networkLabel } from '#dashboard/lib/network-words.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Fact, Facts } from '#dashboard/ui/facts.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { isMoving } from './moving.ts';
import { MoneyFacts } from './money-facts.tsx';
import { PartyFact } from './party-fact.tsx';
import { SameHash } from './same-hash-list.tsx';
import { transactionsWithHash } from './same-hash.ts';
import { completeSides } from './withdrawal-facts.ts';
import { WithdrawalStages } from './withdrawal-stages-list.tsx';

type Props = {
  row: ReadRow<WithdrawalDetail>;
  /** Being read again: what a list did not say may be on its way. */
  isReading: boolean;
};

/** Every field of a request, what it moves, what has happened to it, and the transactions that paid it. */
export function WithdrawalDetails({ row: { value }, isReading }: Props) {
  const { hash, network, status, comment } = value;
  const mayReadTransactions = usePermission('transactions:read').allowed;
  const { queryFn, ...found } = transactionsWithHash(hash ?? '', `${status} ${value.transaction_status}`);
  const transactions = useQuery({
    ...found,
    queryFn: hash && mayReadTransactions && queryFn ? queryFn : skipToken,
  });
  const whole = completeSides(value, undefined, transactions.data?.rows);
  const sent = transactions.data?.rows.find((transaction) => transaction.value.direction === 'out');
  return (
    <>
      <Facts>
        <Fact name="Status" note={status === undefined ? undefined : statusNotes[status]}>
          <Group component="span" display="inline-flex" wrap="nowrap" gap="sm">
            <StatusBadge status={status} />
            {isMoving(status) && (
              <Text span c="dimmed" size="xs">
                Kept up to date
              </Text>
            )}
          </Group>
        </Fact>
        <MoneyFacts value={value} isReading={isReading} />
        <Fact name="Network">{network === undefined ? 'unreadable' : networkLabel(network)}</Fact>
        <PartyFact
          name="Recipient"
          told={value.recipient_wallet}
          address={whole.recipient_wallet}
          network={network}
        />
        <PartyFact
          name="Sender"
          told={value.sender_wallet}
          address={whole.sender_wallet}
          network={network}
          source={value.sender}
        />
        <Fact name="Hash" note={!hash && isMoving(status) && 'There is none before a payment is made.'}>
          {hash ? (
            <Address value={hash} what="transaction hash" full network={network} kind="transaction" />
          ) : (
            <Text span c="dimmed" inherit>
              None
            </Text>
          )}
        </Fact>
        <Fact name="Comment">
          {comment ? (
            <span dir="auto">{comment}</span>
          ) : (
            <Text span c="dimmed" inherit>
              None
            </Text>
          )}
        </Fact>
        <Fact name="External id">
          <Address value={value.external_id} what="external id" full />
        </Fact>
        <Fact name="Request id">
          <Address value={value.request_id} what="request id" full />
        </Fact>
      </Facts>
      <WithdrawalStages value={value} sentAt={sent?.value.created_at} />
      {hash && mayReadTransactions && <SameHash transactions={transactions} />}
    </>
  );
}

const statusNotes: Partial<Record<string, string>> = {
  new: 'Nothing has been sent, and it can still be deleted.',
  processing: 'It is being carried out, and can no longer be deleted.',
};
