import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Refund } from '#contract/wallet-service/wallets.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './wallet-drawer.module.css';

/** Deposits that were sent back. The address ends in `#refunds` when they are what was asked for. */
export function RefundList({ refunds }: { refunds: Refund[] }) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (hash === '#refunds') heading.current?.scrollIntoView();
  }, [hash]);

  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-heading">
      <h3 id="refunds-heading" ref={heading} className={classes['heading']}>
        Refunds <span className={classes['headingCount']}>{refunds.length}</span>
      </h3>
      <ul className={classes['refunds']}>
        {refunds.map((refund) => (
          <li key={refund.refund_transaction_id}>
            <p className={classes['refundAmount']}>
              <Amount value={refund.amount} currency={refund.currency} />
              <span className={classes['note']}>Refund {refund.refund_transaction_id}</span>
            </p>
            <dl className={classes['refundFacts']}>
              <dt>To</dt>
              <dd>
                <Address value={refund.refund_wallet} />
              </dd>
              <dt>Of deposit</dt>
              <dd>
                <Address value={refund.deposit_transaction_id} what="deposit transaction id" />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
