import { Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { lookAgain, type ProviderCapabilities } from '#contract/gateway/capabilities.ts';
import { formatCount } from '#domain/format.ts';
import { useChange } from '#dashboard/api/changes.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { type CapabilityRow, capabilityRows } from './provider/capability-rows.ts';
import { CapabilityTable } from './provider/capability-table.tsx';
import { Gaps } from './provider/gaps.tsx';
import { capabilitiesQuery, ownServiceMessage } from './provider/provider.queries.ts';
import { Suggestion } from './provider/suggestion.tsx';

/** What the remote provider has shown that it can do, what it can't, and what to set. */
export function Component() {
  return (
    <Page
      actions={
        <LinkButton to="/settings" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          Settings
        </LinkButton>
      }
    >
      <Provider />
    </Page>
  );
}

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(capabilitiesQuery);
}

function Provider() {
  const { data, error, refetch } = useQuery(capabilitiesQuery);
  const retry = () => void refetch();
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines label="Loading what the provider can do" />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  }
  if (data.found === null) return <p>{ownServiceMessage}</p>;
  return (
    <Stack gap={32} maw={1080} fz="sm">
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      <Summary found={data.found} />
      <CapabilityTable rows={capabilityRows(data.found.capabilities)} />
      <Gaps capabilities={data.found.capabilities} />
      <Suggestion found={data.found} />
    </Stack>
  );
}

/** In words: how much works, when that was found out, and the way to find it out again. */
function Summary({ found }: { found: ProviderCapabilities }) {
  const { looked_at: lookedAt, is_looking: isLooking, problem } = found;
  const client = useQueryClient();
  const look = useChange(lookAgain);
  // The session says which operations are missing, which a look may have changed.
  useEffect(() => {
    if (lookedAt !== null) void client.invalidateQueries(sessionQueries.current());
  }, [client, lookedAt]);
  const isRunning = isLooking || look.isPending;
  const rows = capabilityRows(found.capabilities);
  return (
    <Stack component="section" gap="sm" aria-labelledby="summary">
      <Title order={2} id="summary">
        {found.provider}
      </Title>
      {lookedAt !== null || found.capabilities.length > 0 ? (
        <p>{summaryOf(rows)}</p>
      ) : (
        <p>
          The console hasn’t checked this provider yet. It does a few seconds after an API key first signs in,
          and once a day.
        </p>
      )}
      <Text c="dimmed" inherit>
        Checking only reads. Nothing is counted, exported or paid because of something that isn’t known.{' '}
        <Link to="/help/remote-providers">How providers are checked</Link>
      </Text>
      {problem !== null && !isRunning && (
        <Alert tone="warning" role="status">
          The last check ended early: {problem} What it had found out until then is shown.
        </Alert>
      )}
      {look.error !== null && <FailureAlert error={look.error} />}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={isRunning}
          onClick={() => look.mutate({})}
        >
          {lookedAt === null ? 'Check now' : 'Check again'}
        </Button>
        <Text component="output" c="dimmed" inherit>
          {isRunning && 'Checking. This can take a few minutes.'}
          {!isRunning && lookedAt !== null && (
            <>
              Checked <CopyableTime value={lookedAt} />
            </>
          )}
        </Text>
      </Group>
    </Stack>
  );
}

function summaryOf(rows: readonly CapabilityRow[]): string {
  const count = (part: 'works' | 'lacks' | 'unknown') => rows.reduce((sum, row) => sum + row[part].length, 0);
  const [works, lacks, unknown] = [count('works'), count('lacks'), count('unknown')];
  const all = formatCount(works + lacks + unknown, 'feature');
  if (lacks === 0 && unknown === 0) return `All ${all} that the console uses work with this provider.`;
  return `Of ${all} that the console uses, ${works} work with this provider, ${lacks} don’t, and ${unknown} aren’t known yet.`;
}
