import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconLockOpen } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ClosedPeriod as Period } from '#contract/gateway/closed-periods.ts';
import { explainDrift, reopenPeriod, verifyPeriod } from '#contract/gateway/closing.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { dateOf } from '#dashboard/lib/period-text.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { byCurrency } from '#dashboard/entities/balances/balance-lines.ts';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FramedTable } from '#dashboard/ui/framed-table.tsx';
import { PermittedButton, PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { Badge } from '#dashboard/ui/status-badge.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { formatStatementUrl } from '../statement/statement-period.ts';
import { LateBookings } from './late-bookings.tsx';
import { daysOf, periodAnchor, periodPath } from './periods-paths.ts';
import { lateBookingsQuery } from './periods.queries.ts';
import classes from './periods.module.css';

/** Whether a verification has found something else than what was closed. */
function isBroken({ verified }: Period): boolean {
  return verified !== null && !(verified.entries_hold && verified.totals_hold);
}

/** What was closed, by whom, whether it is still the same, and what was booked late. */
export function ClosedPeriod({ period, isLatest }: { period: Period; isLatest: boolean }) {
  const { id, unexplained, reopened } = period;
  const needsLook = isBroken(period) || (reopened === null && unexplained > 0);
  const [isOpen, setIsOpen] = useState(isLatest || needsLook);
  return (
    <details
      id={periodAnchor(id)}
      className={classes['card']}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <h3>{daysOf(period)}</h3>
        <Text size="sm" c="dimmed">
          Days in {zoneName(period.time_zone)}
        </Text>
        <State period={period} />
        {reopened === null && unexplained > 0 && (
          <Badge tone="warning" icon={IconAlertTriangle}>
            {formatCount(unexplained, 'late booking')} to explain
          </Badge>
        )}
      </summary>
      {isOpen && <Content period={period} />}
    </details>
  );
}

function State({ period }: { period: Period }) {
  if (isBroken(period)) {
    return (
      <Badge tone="negative" icon={IconAlertTriangle}>
        Changed since it was closed
      </Badge>
    );
  }
  return period.reopened === null ? (
    <Badge tone="positive" icon={IconLock}>
      Closed
    </Badge>
  ) : (
    <Badge tone="neutral" icon={IconLockOpen}>
      Reopened
    </Badge>
  );
}

function Content({ period }: { period: Period }) {
  const { id, from, to, time_zone: zone, reopened, verified } = period;
  const verify = useChange(verifyPeriod);
  const mayVerify = usePermission(verifyPeriod);
  const mayReopen = usePermission(reopenPeriod);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server writes instants.
  const [first, end] = [dateOf(from as Instant, zone), dateOf(to as Instant, zone)];
  return (
    <div className={classes['content']}>
      {isBroken(period) && verified !== null && (
        <Alert tone="negative" role="alert">
          {verified.entries_hold
            ? 'The entries are unchanged, but the statement differs from when the period was closed.'
            : `The entries aren’t those that were closed: ${formatCount(verified.entries, 'entry', 'entries')} with the hash ${verified.sha256} were found.`}{' '}
          Somebody or something has changed the ledger. Don’t use this statement, and tell an administrator.
        </Alert>
      )}
      {verify.error !== null && <FailureAlert error={verify.error} />}
      <DescriptionList isWide>
        <Description name="Closed">
          <Time value={period.closed_at} /> by {period.closed_by ?? 'an API key'}
        </Description>
        {reopened !== null && (
          <Description name="Reopened" note={reopened.reason}>
            <Time value={reopened.at} /> by {reopened.by ?? 'an API key'}
          </Description>
        )}
        <Description name="Entries">{formatInteger(period.entries)}</Description>
        <Description name="SHA-256">
          <Address value={period.sha256} what="SHA-256" full />
        </Description>
        <Description name="Verified">
          {verified === null ? (
            'Not since it was closed'
          ) : (
            <>
              <Time value={verified.at} /> by {verified.by ?? 'an API key'}:{' '}
              {isBroken(period) ? <strong className={classes['broken']}>changed</strong> : 'unchanged'}
            </>
          )}
        </Description>
      </DescriptionList>
      <Totals period={period} />
      <Late period={period} />
      <Group gap="sm" fz="sm">
        <PermittedButton
          permission={mayVerify}
          variant="default"
          loading={verify.isPending}
          onClick={() => verify.mutate({ id })}
        >
          Verify
        </PermittedButton>
        {reopened === null && (
          <PermittedLink to={periodPath(id, 'reopen')} permission={mayReopen} variant="default">
            Reopen
          </PermittedLink>
        )}
        <Link to={`/books${formatStatementUrl({ from: first, to: end })}`}>View statement</Link>
      </Group>
    </div>
  );
}

/** Names a close: a period that was reopened may have several. */
function closeLabel(period: Period): string {
  return `${daysOf(period)}, closed ${period.closed_at}`;
}

function Totals({ period }: { period: Period }) {
  const { totals } = period;
  if (totals.length === 0) {
    return (
      <Text c="dimmed" size="sm">
        There were no funds in this period.
      </Text>
    );
  }
  return (
    <FramedTable title={`Totals of ${closeLabel(period)}`} isCaptionHidden isStacked isWhole>
      <thead>
        <tr>
          <th scope="col">Currency</th>
          <th scope="col" data-align="end">
            Opening
          </th>
          <th scope="col" data-align="end">
            Net change
          </th>
          <th scope="col" data-align="end">
            Closing
          </th>
        </tr>
      </thead>
      <tbody>
        {totals
          .toSorted((a, b) => byCurrency(a.currency, b.currency))
          .map(({ currency, opening, moved, closing }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td data-align="end" data-label="Opening">
                <CopyableAmount value={opening} currency={currency} places={0} />
              </td>
              <td data-align="end" data-label="Net change">
                <CopyableAmount value={moved} currency={currency} places={0} sign="+" />
              </td>
              <td data-align="end" data-label="Closing">
                <CopyableAmount value={closing} currency={currency} places={0} />
              </td>
            </tr>
          ))}
      </tbody>
    </FramedTable>
  );
}

function Late({ period }: { period: Period }) {
  const { id, drift, unexplained, known_late: known, reopened } = period;
  const mayExplain = usePermission(explainDrift);
  const isAny = drift + known > 0;
  const { data, error, refetch } = useQuery({ ...lateBookingsQuery(id), enabled: isAny });
  if (!isAny) {
    return (
      <Text c="dimmed" size="sm">
        Nothing created in this period was booked after its end.
      </Text>
    );
  }
  return (
    <div className={classes['content']}>
      <Group justify="space-between" gap="8px 16px">
        <Text size="sm">
          <strong>{formatCount(drift, 'drift booking')}</strong>
          {drift > 0 && ': created in this period, but booked after it was closed'}
          {known > 0 && `. ${formatInteger(known)} more booked late, before it was closed`}.
        </Text>
        {reopened === null && unexplained > 0 && (
          <PermittedLink
            to={periodPath(id, 'explain')}
            permission={mayExplain}
            variant="default"
            size="compact-sm"
          >
            Explain drift
          </PermittedLink>
        )}
      </Group>
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonLines label="Loading late bookings" />}
      {data && <LateBookings {...data} title={`Late bookings of ${closeLabel(period)}`} />}
    </div>
  );
}
