import type { UseQueryResult } from '@tanstack/react-query';
import type { ReadRow } from '#contract/read-answer.ts';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { errorWords } from '../../lib/error-words.ts';
import classes from '../transactions/related-records.module.css';
import { TransactionItem } from '../transactions/transaction-item.tsx';

type Props = { transactions: UseQueryResult<ReadRow<Transaction>[]> };

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
        {data?.map(({ value }) => (
          <TransactionItem key={value.transaction_id} value={value} />
        ))}
      </ul>
      {data?.length === 0 && <p className={classes['note']}>The account has no transaction with it.</p>}
    </section>
  );
}
