import { useQuery } from '@tanstack/react-query';
import { IconLoader, IconShieldCheck } from '@tabler/icons-react';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { amlQueries } from '#dashboard/entities/aml/aml.queries.ts';
import classes from './activity.module.css';
import { Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { AmlCheck } from '#contract/gateway/aml-library.ts';
import { notFoundLabel } from '#domain/aml/not-found.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { parseTimestamp } from '#domain/time.ts';
import { formatAge, networkName } from '#dashboard/lib/format.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { closePanel } from '#dashboard/ui/panel-focus.ts';
import { amlCheckPath, amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import { AmlBadge, BandBadge } from '#dashboard/entities/aml/aml-badge.tsx';
import { ChecksLeft } from '../start/checks-left.tsx';

type Props = {
  /** Shows only the number, for narrow places; nothing while it is zero. */
  isShort?: boolean;
};

/**
 * Running and recently ended checks, on every page. The button is there even before they are known and without any, so
 * that nothing around it moves.
 */
export function AmlActivity({ isShort = false }: Props) {
  const mayRead = usePermission('transactions:read').allowed;
  const { data } = useQuery({ ...amlQueries.activity(), enabled: mayRead });
  const running = data?.running_count ?? 0;
  const ended = data?.ended.length === mostShown ? `${mostShown}+` : String(data?.ended.length ?? 0);
  const counts = [
    ...(running > 0 ? [`${running} running`] : []),
    ...(ended === '0' ? [] : [`${ended} finished`]),
  ];
  if (!mayRead || (isShort && counts.length === 0)) return null;
  const label = counts.length > 0 ? `AML: ${counts.join(', ')}` : 'AML checks';
  return (
    <PopoverButton
      variant="subtle"
      size={isShort ? 'sm' : 'compact-sm'}
      className={classes['button'] ?? ''}
      leftSection={
        running > 0 ? <IconLoader size={16} aria-hidden /> : <IconShieldCheck size={16} aria-hidden />
      }
      panelLabel="AML checks"
      {...(isShort && { 'aria-label': label })}
      text={<span className={classes['label']}>{isShort ? (running > 0 ? running : ended) : label}</span>}
    >
      <ActivityPanel />
    </PopoverButton>
  );
}

/** The most checks that are announced one by one. */
const mostShown = 20;

/** The running checks and those that ended within a day, each with a link. */
function ActivityPanel() {
  const { data, error, refetch } = useQuery(amlQueries.activity());
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
