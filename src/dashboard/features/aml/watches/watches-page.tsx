import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowLeft, IconEye } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { ListAddresses } from '#dashboard/list/list-addresses.tsx';
import { amlPath } from '#dashboard/entities/aml/aml-paths.ts';
import table from '#dashboard/ui/table.module.css';
import { WatchBudget } from './watch-budget.tsx';
import { WatchRow } from './watch-row.tsx';
import { WatchSubject } from './watch-subject.tsx';
import classes from './watches.module.css';
import { watchesQuery } from './watches.queries.ts';

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
      {data === undefined && error === null && <SkeletonLines label="The watch list is read" />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={retry} />}
      {data !== undefined && error !== null && <FailureAlert error={error} onRetry={retry} />}
      {data !== undefined && <WatchBudget budget={data.budget} />}
      {data?.watches.length === 0 && (
        <EmptyState icon={<IconEye size={20} />} title="Nothing is watched yet">
          Put in whom the account deals with for longer. They are checked again by themselves, and a change
          shows here and on the overview.
        </EmptyState>
      )}
      {data !== undefined && data.watches.length > 0 && (
        <ListAddresses values={data.watches.map(({ value }) => value)}>
          <div className={classes['scroller']}>
            <table className={table['table']} aria-label="Watched subjects">
              <thead>
                <tr>
                  <th scope="col">Subject</th>
                  <th scope="col">Last result</th>
                  <th scope="col">Before</th>
                  <th scope="col">Next</th>
                  <th scope="col">How often</th>
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
