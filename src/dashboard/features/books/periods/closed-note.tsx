import { Text } from '@mantine/core';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ClosedPeriod } from '#contract/gateway/closed-periods.ts';
import { formatCount } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { daysOf, periodAnchor } from './periods-paths.ts';
import classes from './periods.module.css';

type Props = {
  /** Closes that have a moment in common with the time, the latest first. */
  periods: readonly ClosedPeriod[];
  from: Instant;
  to: Instant;
};

/** Whether what is shown is closed, and since when and by whom; nothing if none of it ever was. */
export function ClosedNote({ periods, from, to }: Props) {
  const closed = periods.filter(({ reopened }) => reopened === null);
  const same = closed.find((each) => each.from === from && each.to === to);
  if (same !== undefined) return <Closed period={same} />;
  const [latest, earliest] = [closed[0], closed.at(-1)];
  if (latest !== undefined && earliest !== undefined) {
    const isAll = earliest.from <= from && to <= latest.to;
    const days = daysOf({ ...latest, from: earliest.from });
    return (
      <Text size="sm" className={classes['note']}>
        <IconLock size={14} aria-hidden /> {isAll ? 'All of it is closed' : 'A part of it is closed'}:{' '}
        <Link to={periodsPath}>{days}</Link>
      </Text>
    );
  }
  const before = periods.find((each) => each.from === from && each.to === to);
  return before === undefined ? null : <Reopened period={before} />;
}

function Closed({
  period: { id, closed_at: at, closed_by: by, sha256, drift, unexplained },
}: {
  period: ClosedPeriod;
}) {
  return (
    <Text component="div" size="sm" className={classes['note']}>
      <IconLock size={14} aria-hidden />
      <span>
        Closed <Time value={at} /> by {by ?? 'an API key'}
      </span>
      <span>
        SHA-256 <Address value={sha256} what="SHA-256" />
      </span>
      <Link to={`${periodsPath}#${periodAnchor(id)}`}>
        {drift === 0
          ? 'View closing'
          : `${formatCount(drift, 'late booking')} after closing${unexplained > 0 ? `, ${unexplained} not explained` : ', explained'}`}
      </Link>
    </Text>
  );
}

function Reopened({ period }: { period: ClosedPeriod }) {
  const { id, closed_at: at, reopened } = period;
  if (reopened === null) return null;
  return (
    <Text component="div" size="sm" className={classes['note']}>
      <IconLockOpen size={14} aria-hidden />
      <span>
        {daysOf(period)} was closed <Time value={at} />, and reopened <Time value={reopened.at} /> by{' '}
        {reopened.by ?? 'an API key'}
      </span>
      <Link to={`${periodsPath}#${periodAnchor(id)}`}>View reason</Link>
    </Text>
  );
}
