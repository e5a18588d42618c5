import { useQuery } from '@tanstack/react-query';
import { Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { AmlBadge, BandBadge } from '#dashboard/entities/aml/aml-badge.tsx';
import { amlCheckPath, amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import { formatAge, networkName } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { closePanel } from '#dashboard/ui/panel-focus.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { parseTimestamp } from '#domain/time.ts';
import { ChecksLeft } from '../start/checks-left.tsx';
import classes from './activity.module.css';

/** The running checks and those that ended within a day, each with a link. */
export function ActivityPanel() {
  const { data, error, refetch } = useQuery(amlActivityQuery);
  if (data === undefined) {
    return error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />;
  }
  const { running, running_count: count, ended } = data;
  return (
    <Stack maw="100%" className={classes['panel']}>
      <Group wrap="nowrap" align="stretch" justify="space-between">
        <ChecksLeft />
        <Link to={amlPath} onClick={(event) => closePanel(event.currentTarget)}>
          All checks
        </Link>
      </Group>
      {running.length > 0 && <Checks title={`Running: ${count}`} checks={running} />}
      {count > running.length && (
        <Text c="dimmed" size="xs">
          and {count - running.length} more
        </Text>
      )}
      {ended.length > 0 && <Checks title="Finished in the last 24 hours" checks={ended} />}
      {count === 0 && ended.length === 0 && (
        <Text c="dimmed" size="sm">
          No checks are running, and none finished in the last 24 hours.
        </Text>
      )}
    </Stack>
  );
}

function Checks({ title, checks }: { title: string; checks: readonly AmlCheck[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb={4} size="sm">
        {title}
      </Title>
      <ul>
        {checks.map((check) => {
          const at = parseTimestamp(check.ended_at ?? check.created_at)?.instant;
          return (
            <li key={check.id}>
              <Link
                className={classes['check']}
                to={amlCheckPath(check.id)}
                onClick={(event) => closePanel(event.currentTarget)}
              >
                <Text span ff="monospace" inherit>
                  {shortenMiddle(check.value)}
                </Text>
                <Text span c="dimmed" size="xs">
                  {networkName(check.network)}
                  {at !== undefined && ` · ${formatAge(at, serverNow())}`}
                </Text>
                {check.band === null ? (
                  <AmlBadge of={check.state} />
                ) : (
                  <BandBadge band={check.band} score={check.score} reason={notFoundLabel(check)} />
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
