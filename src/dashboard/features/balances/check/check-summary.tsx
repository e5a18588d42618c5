import { IconAlertTriangle, IconCircleCheck, IconScale } from '@tabler/icons-react';
import { countOf } from '#dashboard/lib/digits.ts';
import { momentText } from '../balance-words.ts';
import type { WalletCheck } from '../balances.queries.ts';
import { Notice } from '#dashboard/ui/notice.tsx';
import classes from './check.module.css';
import { conclude } from './conclusion.ts';
import { VerdictBadge } from './verdict-badge.tsx';

type Props = { check: WalletCheck; isStale: boolean };

/** What the check found, when, and from how many wallets. */
export function CheckSummary({ check, isStale }: Props) {
  const { isProved, needsAttention, title, counts, doubts } = conclude(check);
  const Icon = isProved ? IconCircleCheck : needsAttention ? IconAlertTriangle : IconScale;
  return (
    <>
      <section
        aria-label="Result of the check"
        className={classes['summary']}
        data-stale={isStale || undefined}
      >
        <div className={classes['result']}>
          <h2
            className={classes['title']}
            data-tone={isProved ? 'positive' : needsAttention ? 'warning' : undefined}
          >
            <Icon size={18} aria-hidden />
            {title}
          </h2>
          <ul className={classes['counts']}>
            {counts.map(({ verdict, count }) => (
              <li key={verdict}>
                <VerdictBadge verdict={verdict} count={count} />
              </li>
            ))}
          </ul>
        </div>
        <dl className={classes['facts']}>
          <div>
            <dt>Started</dt>
            <dd>{momentText(check.startedAt)}</dd>
          </div>
          <div>
            <dt>Finished</dt>
            <dd>{momentText(check.endedAt)}</dd>
          </div>
          <div>
            <dt>Wallets</dt>
            <dd>{countOf(check.walletsRead, 'wallet')} read</dd>
          </div>
          <div>
            <dt>Pools</dt>
            <dd>{poolsText(check)}</dd>
          </div>
        </dl>
      </section>
      {doubts.map((doubt) => (
        <Notice tone="warning" key={doubt}>
          {doubt}
        </Notice>
      ))}
    </>
  );
}

function poolsText({ hasLedger, ledgerFailure }: WalletCheck): string {
  if (hasLedger) return 'checked against the ledger';
  return ledgerFailure === null ? 'ledger not provided' : 'ledger not read';
}
