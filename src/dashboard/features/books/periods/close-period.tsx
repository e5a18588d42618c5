import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { closePeriod, hashPeriod } from '#contract/gateway/closing.ts';
import { formatInteger } from '#domain/format.ts';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { useChange, useIsChanging } from '#dashboard/api/changes.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { DialogSkeleton } from '#dashboard/ui/dialog-skeleton.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';
import { useCloseDialog } from '#dashboard/ui/use-close-dialog.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { formatPeriod } from '../statement/statement-period.ts';
import { nextPeriod, type NextPeriod } from './next-period.ts';
import { ClosersOnly } from './period-dialog.tsx';
import { closesQuery } from './periods.queries.ts';

const title = 'Close period';

export function Component() {
  return (
    <ClosersOnly title={title}>
      <Loaded />
    </ClosersOnly>
  );
}

function Loaded() {
  const { iana } = useTimeZone();
  const [search] = useSearchParams();
  const { data, error, refetch } = useQuery(closesQuery());
  if (!data) {
    return (
      <RouteDialog title={title} closeTo={periodsPath}>
        {error === null ? (
          <DialogSkeleton label="Loading period" />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )}
      </RouteDialog>
    );
  }
  const now = instantFromDate(new Date(serverNow()));
  return <Close period={nextPeriod(search, data, { now, iana })} version={data.version} />;
}

/** Shows what is recorded before it is: exactly these entries are closed. */
function Close({ period, version }: { period: NextPeriod; version: number }) {
  const { from, to, zone, days } = period;
  const query = { from, to, time_zone: zone };
  const hash = useQuery(queryOf(hashPeriod, { query }));
  const change = useChange(closePeriod);
  const isClosing = useIsChanging(closePeriod);
  const close = useCloseDialog(periodsPath);
  const text = formatPeriod(days, zone);
  return (
    <ConfirmDialog
      title={`Close ${text}?`}
      confirmLabel={title}
      action={change}
      closeTo={periodsPath}
      {...(hash.data === undefined && {
        disabledReason:
          hash.error === null
            ? 'Reading the entries of the period…'
            : 'The entries couldn’t be read. Reload the page.',
      })}
      onConfirm={() => {
        if (hash.data === undefined || isClosing()) return;
        change.mutate(
          { ...query, version, sha256: hash.data.sha256 },
          {
            onSuccess: () => {
              notifySuccess(`${text} closed`);
              close({ saved: true });
            },
          },
        );
      }}
    >
      <p>
        Closing records the totals of the period, and a hash of its entries that proves later that nothing in
        it has changed. What is booked from now on belongs to later periods, even if it was created in this
        one.
      </p>
      <DescriptionList>
        <Description name="Days in">{zoneName(zone)}</Description>
        {hash.data !== undefined && (
          <>
            <Description name="Entries">{formatInteger(hash.data.entries)}</Description>
            <Description name="SHA-256">
              <Address value={hash.data.sha256} what="SHA-256" full />
            </Description>
          </>
        )}
      </DescriptionList>
    </ConfirmDialog>
  );
}
