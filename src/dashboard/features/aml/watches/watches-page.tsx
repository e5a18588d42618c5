import { Group, Stack, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import table from '#dashboard/ui/table.module.css';
import { WatchRow } from './watch-row.tsx';
import { WatchSubject } from './watch-subject.tsx';
import classes from './watches.module.css';
import { useChangeBudget, watchesQuery } from './watches.queries.ts';
import { type FormEvent, useState } from 'react';
import {
  type AmlWatchBudget,
  changeAmlWatchBudget,
  LARGEST_WATCH_BUDGET,
} from '#contract/gateway/aml-watches.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { notifySuccess } from '#dashboard/ui/notify.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';

export function loader(queryClient: QueryClient): void {
  void queryClient.prefetchQuery(watchesQuery);
}

/** Subjects that are checked again every so many days while the server runs. */
export function Component() {
  return (
    <Page
      actions={
        <LinkButton to={amlPath} variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
          All checks
        </LinkButton>
      }
    >
      <Watches />
    </Page>
  );
}

function Watches() {
  const { data, error, refetch } = useQuery({ ...watchesQuery, refetchInterval: 15_000 });
  const retry = () => void refetch();
  return (
    <Stack gap="lg" maw={1200} fz="sm">
      <WatchSubject />
      {data === undefined && error === null && <SkeletonLines label="Loading monitoring" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && <WatchBudget budget={data.budget} />}
      {data?.watches.length === 0 && (
        <EmptyState icon={<IconEye size={20} />} title="Nothing monitored yet">
          Add long-term counterparties to re-check them automatically. Changes appear here and on the
          overview.
        </EmptyState>
      )}
      {data !== undefined && data.watches.length > 0 && (
        <ListAddresses values={data.watches.map(({ value }) => value)}>
          <div className={classes['scroller']}>
            <table className={table['table']} aria-label="Monitored subjects">
              <thead>
                <tr>
                  <th scope="col">Subject</th>
                  <th scope="col">Last result</th>
                  <th scope="col">Previous result</th>
                  <th scope="col">Next check</th>
                  <th scope="col">Frequency</th>
                  <th scope="col">
                    <span className="unseen">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.watches.map((watch) => (
                  <WatchRow key={watch.id} watch={watch} />
                ))}
              </tbody>
            </table>
          </div>
        </ListAddresses>
      )}
    </Stack>
  );
}

/** What monitoring has spent this month, and how much it may spend. */
function WatchBudget({ budget }: { budget: AmlWatchBudget }) {
  const mayChange = usePermission(changeAmlWatchBudget);
  const change = useChangeBudget();
  const [typed, setTyped] = useState<string>();
  const { per_month: most, spent, renewed_at: renewed, version } = budget;
  const value = typed ?? String(most);
  const isPossible = /^\d{1,6}$/.test(value.trim()) && Number(value) <= LARGEST_WATCH_BUDGET;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPossible || change.isPending) return;
    change.mutate(
      { version, per_month: Number(value) },
      {
        onSuccess: () => {
          setTyped(undefined);
          notifySuccess('Budget saved');
        },
      },
    );
  };

  return (
    <Group component="section" gap="8px 24px" aria-label="Budget">
      <span>
        <strong>{formatInteger(spent)}</strong> of {formatCount(most, 'check')} used this month. The count
        restarts on {renewed.slice(0, 10)} (UTC).
      </span>
      {mayChange.allowed && (
        <form onSubmit={submit}>
          <Group gap="sm">
            <label htmlFor="watch-budget">Monthly budget</label>
            <FilterInput
              id="watch-budget"
              aria-label="Monthly budget"
              className={classes['number'] ?? ''}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={!isPossible || undefined}
              value={value}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {typed !== undefined && typed !== String(most) && (
              <Button type="submit" variant="default" loading={change.isPending}>
                Save
              </Button>
            )}
          </Group>
        </form>
      )}
      {!isPossible && (
        <Text span display="block" c="var(--negative)" inherit role="alert">
          Enter a whole number from 0 to {formatInteger(LARGEST_WATCH_BUDGET)}.
        </Text>
      )}
      {change.error !== null && <FailureAlert error={change.error} />}
    </Group>
  );
}
