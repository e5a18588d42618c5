import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parseTimestamp } from '#domain/time.ts';
import { formatAge } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import classes from './start-check.module.css';

/** How many checks the account had left by the provider's latest number. */
export function ChecksLeft() {
  const { data } = useQuery(amlActivityQuery);
  if (data === undefined) return null;
  const { checks_left: left } = data;
  if (left === null)
    return (
      <Text span c="dimmed" inherit className={classes['left']}>
        Remaining checks: shown after the first report
      </Text>
    );
  const reportedAt = parseTimestamp(left.reported_at)?.instant;
  return (
    <Text span c="dimmed" inherit className={classes['left']} data-empty={left.count === '0' || undefined}>
      <strong>{left.count}</strong> {left.count === '1' ? 'check' : 'checks'} left
      {reportedAt !== undefined && `, as of ${formatAge(reportedAt, serverNow())}`}
    </Text>
  );
}
