import { Group } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Instant } from '#domain/time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { usePermission, useSession, useUnsupported } from '#dashboard/session/session.queries.ts';
import { OverviewPanel } from '../overview-panel.tsx';
import { type MovementPeriod, parseMovementUrl } from './movement-address.ts';
import { MovementControls, MovementGrouping } from './movement-controls.tsx';
import classes from './movement.module.css';
import { busiestCurrency } from './movement.queries.ts';
import { MovementSkeleton } from './movement-skeleton.tsx';

const loadSums = () => import('./movement-sums.tsx');
const MovementSums = lazy(async () => ({ default: (await loadSums()).MovementSums }));

type Props = {
  /** The past moment that it ends at; left out for now. */
  at?: Instant;
};

/** Inflow and outflow of one currency over time. */
export function Movement({ at }: Props) {
  const mayRead = usePermission('transactions:read');
  const unsupported = useUnsupported('listTransactions');
  if (mayRead.allowed && unsupported === null) return <Permitted at={at} />;
  return (
    <OverviewPanel title="Inflows and outflows" wide>
      {unsupported === null ? (
        <NoPermission lacking={mayRead.lacking} />
      ) : (
        <NotSupported message={unsupported} />
      )}
    </OverviewPanel>
  );
}

function Permitted({ at }: { at: Instant | undefined }) {
  const { mode } = useSession();
  const [search] = useSearchParams();
  const zone = useTimeZone();
  const address = parseMovementUrl(search);
  const { ref, wasSeen } = useWasSeen();
  const busiest = useQuery({
    ...busiestCurrency(zone.iana, at),
    enabled: wasSeen && address.currency === undefined,
  });
  const currency = address.currency ?? busiest.data;
  // While it is read which currency that is.
  useEffect(() => {
    if (wasSeen) void loadSums();
  }, [wasSeen]);
  return (
    <OverviewPanel
      title="Inflows and outflows"
      wide
      controls={<MovementControls address={address} currency={currency} />}
    >
      <Group justify="space-between" gap="8px 16px" mb="sm">
        <p ref={ref} className={classes['rules']} data-in-zone>
          {rulesText(address.period, zoneName(zone.iana), mode !== 'remote')}
        </p>
        <MovementGrouping address={address} />
      </Group>
      {wasSeen && currency !== undefined && (
        <Suspense fallback={<MovementSkeleton progress={null} />}>
          <MovementSums address={{ ...address, currency }} iana={zone.iana} at={at} />
        </Suspense>
      )}
      {(!wasSeen || currency === undefined) && busiest.error === null && (
        <MovementSkeleton progress={null} isStill={!wasSeen} />
      )}
      {currency === undefined && busiest.error !== null && (
        <ErrorState error={busiest.error} onRetry={() => void busiest.refetch()} />
      )}
    </OverviewPanel>
  );
}

/** Which transactions are added up, and when each counts: only our own ledger says when it was booked. */
function rulesText(period: MovementPeriod, zone: string, isBooked: boolean): string {
  const days = typeof period === 'string' ? '' : ` from ${period.from} to ${period.to}`;
  return `Completed transactions${days} by ${isBooked ? 'booking' : 'creation'} date in ${zone}, excluding fees.`;
}

/** Whether the element of `ref` has been visible: what wasn't scrolled to needn't be read. */
function useWasSeen() {
  const { ref, inViewport } = useInViewport<HTMLParagraphElement>();
  const [wasSeen, setWasSeen] = useState(false);
  if (inViewport && !wasSeen) setWasSeen(true);
  return { ref, wasSeen };
}
