import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Direction } from './direction.tsx';
import { transactionPath } from './transaction-paths.ts';

/** A transaction in a list of related records: which way it went, and how much, as the way to its page. */
export function TransactionItem({ value }: { value: Partial<Transaction> }) {
  return (
    <li>
      <Text span w={88} c="dimmed" inherit>
        <Direction direction={value.direction} />
      </Text>
      <Link to={transactionPath(value.transaction_id ?? '')}>
        <Amount value={value.amount} {...(value.currency && { currency: value.currency })} />
      </Link>
    </li>
  );
}
