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
      <h3 id="same-hash-heading" className={classes['heading']}>
        Transactions with this hash
      </h3>
      {error !== null && (
        <p className={classes['note']}>They could not be read: {errorWords(error).title}.</p>
      )}
      <ul className={classes['list']}>
        {data?.rows.map(({ value }) => (
          <TransactionItem key={value.transaction_id} value={value} />
        ))}
      </ul>
      {data && data.missing !== null && (
        <p className={classes['note']}>Can’t tell whether these are all. {data.missing}</p>
      )}
      {data?.missing === null && data.rows.length === 0 && (
        <p className={classes['note']}>No transaction of this account has this hash.</p>
      )}
    </section>
  );
}
