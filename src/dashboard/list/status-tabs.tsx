import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ListSchema, ListSource } from '#dashboard/api/list-source.ts';
import { formatInteger } from '#domain/format.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import type { SearchChange } from '#dashboard/lib/use-change-address.ts';
import { TabLink } from '#dashboard/ui/tab-link.tsx';
import type { ListState } from './list-state.ts';
import { countRows } from './list-rows.queries.ts';
import classes from './list-bars.module.css';
import { useUnavailable } from './use-unavailable.ts';
import type { Tab } from './list-definition.ts';

type Props<S extends ListSchema, T> = {
  source: ListSource<S, T>;
  state: ListState<S>;
  tabs: readonly Tab[];
  /** The filter that they set. */
  filter: string;
  current: string | undefined;
  linkTo: (value: string | undefined) => SearchChange;
};

/** A tab for each status, with how many rows it has under the other filters. */
export function StatusTabs<S extends ListSchema, T>(props: Props<S, T>) {
  const { source, state, tabs, filter, current, linkTo } = props;
  const reason = useUnavailable(source.operation.id)(filter);
  return (
    <nav aria-label="Status">
      <Group component="ul" wrap="nowrap" gap={4} align="stretch" mb={-8} className={classes['tabs']}>
        {tabs.map(({ value, label, isCounted = false }) => (
          <li key={value ?? ''}>
            <TabLink
              to={linkTo(value)}
              isCurrent={value === current}
              reasonAgainst={value === undefined ? undefined : reason}
            >
              {label}
              {isCounted && <Count source={source} state={state} filters={{ [filter]: value }} />}
            </TabLink>
          </li>
        ))}
      </Group>
    </nav>
  );
}

type CountProps<S extends ListSchema, T> = {
  source: ListSource<S, T>;
  state: ListState<S>;
  filters: Readonly<Record<string, string | undefined>>;
};

function Count<S extends ListSchema, T>({ source, state, filters }: CountProps<S, T>) {
  const { iana } = useTimeZone();
  const { data } = useQuery({
    ...countRows(source, state, filters, iana),
    // After the rows, by which the list is pinned if it is.
    enabled: source.createdAt === undefined || state.until !== undefined,
  });
  if (data === undefined) return null;
  return data === null ? (
    <Text span fw={400} inherit title="Not available: this provider can’t count these rows">
      –
    </Text>
  ) : (
    <Text span fw={400} inherit>
      {formatInteger(data)}
    </Text>
  );
}
