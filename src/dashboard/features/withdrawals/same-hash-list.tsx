import { Box, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import type { Matches } from '#dashboard/api/lookup.ts';
import { errorWords } from '#dashboard/lib/error-words.ts';
import classes from '#dashboard/entities/transactions/related-records.module.css';
import { TransactionItem } from '#dashboard/entities/transactions/transaction-item.tsx';

type Props = { transactions: UseQueryResult<Matches<Transaction>> };

/** The account's transactions with the hash of a request. */
export function SameHash({ transactions: { data, error } }: Props) {
  return (
    <section aria-labelledby="same-hash-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="same-hash-heading">
        Transactions with this hash
      </Title>
      {error !== null && (
        <Text c="dimmed" size="xs">
          They could not be read: {errorWords(error).title}.
        </Text>
      )}
      <Box component="ul" fz="sm" className={classes['list']}>
        {data?.rows.map(({ value }) => (
          <TransactionItem key={value.transaction_id} value={value} />
        ))}
      </Box>
      {data && data.missing !== null && (
        <Text c="dimmed" size="xs">
          Can’t tell whether these are all. {data.missing}
        </Text>
      )}
      {data?.missing === null && data.rows.length === 0 && (
        <Text c="dimmed" size="xs">
          No transaction of this account has this hash.
        </Text>
      )}
    </section>
  );
}
