import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { LiveStatus } from '#dashboard/list/live-status.tsx';
import { useIsLive } from '#dashboard/list/live-setting.ts';
import { sessionQueries, useSession } from '#dashboard/session/session.queries.ts';
import { currentMoment, parseAsOf, useAsOf } from '#dashboard/lib/as-of.ts';
import { AsOfControl } from '#dashboard/ui/as-of/as-of-control.tsx';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import { Attention } from './attention/attention.tsx';
import { prefetchAttention } from './attention/attention-checks.ts';
import { BalanceTotals } from './balance-totals.tsx';
import { Movement } from './movement/movement.tsx';
import classes from './overview.module.css';
import { isOfOverview, readAtOf } from './overview-queries.ts';

const loadPast = () => import('./past-overview.tsx');
const PastOverview = lazy(async () => ({ default: (await loadPast()).PastOverview }));

/** Asks for the balances and what needs attention while the page is made. */
export async function loader(queryClient: QueryClient, url: string): Promise<void> {
  const asOf = parseAsOf(new URL(url).searchParams, currentMoment(), timeZone().iana);
  if (asOf.kind !== 'now') {
    const { prefetch } = await loadPast();
    prefetch(queryClient, asOf);
    return;
  }
  void queryClient.prefetchQuery(balanceLinesQuery);
  void queryClient.ensureQueryData(sessionQueries.current()).then(
    (session) => prefetchAttention(queryClient, session, timeZone().iana),
    // The page says so.
    () => undefined,
  );
}

/** What a user wants to know first: what needs attention, what there is, what has moved. Or what there was. */
export function Component() {
  const asOf = useAsOf();
  if (asOf.kind === 'now') return <Current />;
  return (
    <Suspense fallback={<Page>{null}</Page>}>
      <PastOverview asOf={asOf} />
    </Suspense>
  );
}

function Current() {
  const { deposits } = useSession();
  return (
    <Page
      hasManyActions
      actions={
        <>
          <Freshness />
          <AsOfControl />
        </>
      }
    >
      {deposits === 'undetected' && (
        <Alert tone="warning">
          This installation isn’t connected to a network: deposits aren’t detected, and withdrawals aren’t
          actually sent. Don’t share its addresses.
        </Alert>
      )}
      <div className={classes['parts']}>
        <Attention />
        <BalanceTotals />
        <Movement />
      </div>
    </Page>
  );
}

/** How old the page’s data is. A component of its own, so that a new reading redraws only this. */
function Freshness() {
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const readAt = useOldestReading();
  return (
    <LiveStatus
      readAt={readAt}
      isLive={isLive}
      onRefresh={() => void queryClient.refetchQueries({ predicate: isOfOverview, type: 'active' })}
    />
  );
}

/** When the oldest part of what is shown was read, in milliseconds; 0 before all of them were. */
function useOldestReading(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => {
      const shown = cache.findAll({ predicate: isOfOverview, type: 'active' });
      return shown.length === 0 ? 0 : Math.min(...shown.map(readAtOf));
    },
    () => 0,
  );
}
