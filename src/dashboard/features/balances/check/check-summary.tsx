import { countOf } from '../../../lib/digits.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { momentText } from '../balance-words.ts';
import type { WalletCheck } from '../balances.queries.ts';
import { Notice } from '../notice.tsx';
import classes from './check.module.css';
import { conclude } from './conclusion.ts';

type Props = { check: WalletCheck; isStale: boolean };

/** What the check found, when, and from how many wallets. */
export function CheckSummary({ check, isStale }: Props) {
  const { addsUp, title, doubts } = conclude(check);
  const Icon = addsUp ? IconCircleCheck : IconAlertTriangle;
  return (
    <>
      <section
        aria-label="Result of the check"
        className={classes['summary']}
        data-stale={isStale || undefined}
      >
        <h2 className={classes['title']} data-adds-up={addsUp || undefined}>
          <Icon size={18} aria-hidden />
          {title}
        </h2>
        <dl className={classes['facts']}>
          <div>
            <dt>Balances read</dt>
            <dd>{momentText(check.startedAt)}</dd>
          </div>
          <div>
            <dt>and again</dt>
            <dd>{momentText(check.endedAt)}</dd>
          </div>
          <div>
            <dt>In between</dt>
            <dd>{countOf(check.walletsRead, 'wallet')} read</dd>
          </div>
        </dl>
      </section>
      {doubts.map((doubt) => (
        <Notice key={doubt}>{doubt}</Notice>
      ))}
    </>
  );
}
