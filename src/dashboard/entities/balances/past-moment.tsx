import { Group, Text } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Instant } from '#domain/time.ts';
import { type AsOf, searchAt } from '#dashboard/lib/as-of.ts';
import { formatAsOf } from '#dashboard/lib/as-of-text.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { formatInstant } from '#dashboard/lib/zoned-time.ts';
import { BackToNow } from '#dashboard/ui/as-of/as-of-notice.tsx';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';

type Props = {
  asOf: Exclude<AsOf, { kind: 'now' }>;
  children: (at: Instant) => ReactNode;
};

/** What a page shows of a past moment, or why it can’t show any. */
export function PastMoment({ asOf, children }: Props) {
  if (asOf.kind === 'past') return children(asOf.at);
  const isFuture = asOf.kind === 'future';
  return (
    <EmptyState
      icon={<IconCalendar size={20} />}
      title={isFuture ? 'This moment is still to come' : 'This date can’t be read'}
      action={<BackToNow />}
    >
      {isFuture
        ? 'Choose an earlier one, or go back to now.'
        : 'The address of this page doesn’t name a valid date. Choose one, or go back to now.'}
    </EmptyState>
  );
}

type UnknownProps = { at: Instant; before: Instant | undefined; after: Instant | undefined };

/** Says that nothing was noted of a remote provider’s balances at a moment, and leads to the nearest ones with a snapshot. */
export function UnknownMoment({ at, before, after }: UnknownProps) {
  const { iana } = useTimeZone();
  return (
    <EmptyState
      icon={<IconCalendar size={20} />}
      title="Balances of this moment aren’t known"
      action={
        <Group gap="xs" justify="center">
          {before !== undefined && <NearestSnapshot label="Before" at={before} />}
          {after !== undefined && <NearestSnapshot label="After" at={after} />}
          {before === undefined && after === undefined && <BackToNow />}
        </Group>
      }
    >
      <p>
        Your provider reports only what you have now, so the console takes a snapshot on every full hour. It
        has none of {formatAsOf(at, iana)}.
      </p>
      <p>{aroundText(before, after)}</p>
    </EmptyState>
  );
}

function aroundText(before: Instant | undefined, after: Instant | undefined): string {
  if (before === undefined && after === undefined) {
    return 'There are no snapshots of this account yet. They are taken once it has a key for its users, which an administrator adds under Settings → API keys.';
  }
  if (before === undefined) return 'The first snapshot was taken later:';
  if (after === undefined) return 'The last snapshot was taken earlier:';
  return 'The nearest snapshots:';
}

function NearestSnapshot({ label, at }: { label: string; at: Instant }) {
  const { iana } = useTimeZone();
  const [search] = useSearchParams();
  return (
    <LinkButton variant="default" to={{ search: searchAt(search, at) }}>
      {label}: {formatAsOf(at, iana)}
    </LinkButton>
  );
}

/** When a remote provider stated the balances that are shown. */
export function NotedAt({ at }: { at: Instant }) {
  const { iana } = useTimeZone();
  return (
    <Text span c="dimmed" inherit data-in-zone>
      Stated by your provider at {formatInstant(at, iana)}
    </Text>
  );
}
