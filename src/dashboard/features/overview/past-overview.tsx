import { Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Instant } from '#domain/time.ts';
import type { AsOf } from '#dashboard/lib/as-of.ts';
import { pastBalancesQuery } from '#dashboard/entities/balances/past-balances.ts';
import { NotedAt, PastMoment, UnknownMoment } from '#dashboard/entities/balances/past-moment.tsx';
import { Link } from 'react-router';
import { useSession } from '#dashboard/session/session.queries.ts';
import { AsOfControl } from '#dashboard/ui/as-of/as-of-control.tsx';
import { AsOfNotice } from '#dashboard/ui/as-of/as-of-notice.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { BalancesPanel, Totals } from './balance-totals.tsx';
import { Movement } from './movement/movement.tsx';
import { OverviewPanel } from './overview-panel.tsx';
import classes from './overview.module.css';

type Props = { asOf: Exclude<AsOf, { kind: 'now' }> };

/** Asks for what is shown first. */
export function prefetch(queryClient: QueryClient, asOf: Props['asOf']): void {
  if (asOf.kind === 'past') void queryClient.prefetchQuery(pastBalancesQuery(asOf.at));
}

/** What there was at a past moment, and what had moved. Nothing is read again: the past doesn’t change. */
export function PastOverview({ asOf }: Props) {
  const { mode } = useSession();
  const at = asOf.kind === 'past' ? asOf.at : undefined;
  return (
    <Page actions={<AsOfControl at={at} />}>
      <AsOfNotice>Items that need attention are only shown for the current time.</AsOfNotice>
      <PastMoment asOf={asOf}>
        {(moment) => (
          <div className={classes['parts']}>
            <BalancesPanel wide>
              <PastTotals at={moment} />
            </BalancesPanel>
            {mode === 'remote' ? <UnknownMovement /> : <Movement at={moment} />}
          </div>
        )}
      </PastMoment>
    </Page>
  );
}

function PastTotals({ at }: { at: Instant }) {
  const { data, ...query } = useQuery(pastBalancesQuery(at));
  if (data?.kind === 'unknown') return <UnknownMoment at={at} {...data} />;
  return (
    <>
      {data?.kind === 'noted' && (
        <Text fz="sm" mb="xs">
          <NotedAt at={data.notedAt} />
        </Text>
      )}
      <Totals {...query} data={data?.lines} at={at} />
    </>
  );
}

/** A remote provider doesn’t say when it booked anything. */
function UnknownMovement() {
  return (
    <OverviewPanel title="Inflows and outflows" wide>
      <Text c="dimmed" maw={860} inherit>
        What had moved by then isn’t known: your provider doesn’t say when it booked a transaction. The{' '}
        <Link to="/books">statement</Link> shows what its lists and balances tell about a period, and what
        they don’t explain.
      </Text>
    </OverviewPanel>
  );
}
