import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ClosedPeriods } from '#contract/gateway/closed-periods.ts';
import { closePeriod } from '#contract/gateway/closing.ts';
import { instantFromDate, parseDateTimeParameter } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { periodsPath } from '#dashboard/entities/books/books-paths.ts';
import { formatPeriod } from '../statement/statement-period.ts';
import { Checklist, ChecklistSkeleton, isClosable } from './checklist.tsx';
import { lastDayOf, nextPeriod, type NextPeriod, searchOf } from './next-period.ts';
import { checksQuery } from './periods.queries.ts';
import classes from './periods.module.css';

/** The period after the last closed one, and what must hold before it is closed. */
export function NextToClose({ books }: { books: ClosedPeriods }) {
  const { iana } = useTimeZone();
  const [search] = useSearchParams();
  const now = instantFromDate(new Date(serverNow()));
  const period = nextPeriod(search, books, { now, iana });
  const { data, error, refetch } = useQuery(checksQuery(period));
  const may = usePermission(closePeriod);
  const canClose = data ? isClosable(data) : false;
  const blocked = { allowed: false, reason: 'Every check has to pass first.' } as const;
  return (
    <section aria-labelledby="next" className={classes['card']}>
      <Group justify="space-between" align="flex-start" gap="8px 16px">
        <div>
          <Title order={2} id="next">
            {period.isFirst ? 'First period to close' : 'Next period to close'}
          </Title>
          <Text size="sm" c="dimmed">
            {formatPeriod(period.days, period.zone)}, days in {zoneName(period.zone)}
          </Text>
        </div>
        <PermittedLink
          to={{ pathname: `${periodsPath}/close`, search: `?${search.toString()}` }}
          permission={may.allowed && !canClose ? blocked : may}
        >
          Close period
        </PermittedLink>
      </Group>
      <Days key={`${period.from} ${period.to}`} period={period} />
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ChecklistSkeleton />}
      {data && <Checklist checks={data} period={period} />}
    </section>
  );
}

/** Chooses the days. A period begins where the one before it ends, so only the first one has a first day to choose. */
function Days({ period }: { period: NextPeriod }) {
  const [, setSearch] = useSearchParams();
  const { days, isFirst } = period;
  const [first, setFirst] = useState(days.from);
  const [last, setLast] = useState(lastDayOf(period));
  const apply = (from: string, lastDay: string) => {
    const areDates = [from, lastDay].every((text) => parseDateTimeParameter(text)?.isDateOnly === true);
    if (areDates && from <= lastDay) {
      setSearch(searchOf({ from, to: '' }, lastDay, isFirst), { replace: true, preventScrollReset: true });
    }
  };
  return (
    <Stack gap={4}>
      <Group gap="sm" align="flex-end">
        {isFirst && (
          <TextInput
            type="date"
            label="First day"
            value={first}
            onChange={(event) => {
              setFirst(event.currentTarget.value);
              apply(event.currentTarget.value, last);
            }}
          />
        )}
        <TextInput
          type="date"
          label="Last day"
          min={days.from}
          value={last}
          onChange={(event) => {
            setLast(event.currentTarget.value);
            apply(first, event.currentTarget.value);
          }}
        />
      </Group>
    </Stack>
  );
}
