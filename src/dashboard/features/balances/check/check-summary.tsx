import { Group, Stack } from '@mantine/core';
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
      <Group
        component="section"
        gap="8px 24px"
        justify="space-between"
        py="md"
        px="lg"
        bd="1px solid var(--line)"
        bdrs={8}
        bg="var(--surface-raised)"
        aria-label="Result of the check"
        className={classes['summary']}
        data-stale={isStale || undefined}
      >
        <Stack gap="xs">
          <Group
            component="h2"
            wrap="nowrap"
            gap="sm"
            fz="md"
            fw={600}
            className={classes['title']}
            data-tone={isProved ? 'positive' : needsAttention ? 'warning' : undefined}
          >
            <Icon size={18} aria-hidden />
            {title}
          </Group>
          <Group component="ul" gap="2px 16px" align="stretch" fz="sm">
            {counts.map(({ verdict, count }) => (
              <li key={verdict}>
                <VerdictBadge verdict={verdict} count={count} />
              </li>
            ))}
          </Group>
        </Stack>
        <Group component="dl" gap="2px 16px" align="stretch" fz="xs" className={classes['facts']}>
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
        </Group>
      </Group>
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
