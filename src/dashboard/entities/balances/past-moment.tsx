import { IconCalendar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Instant } from '#domain/time.ts';
import type { AsOf } from '#dashboard/lib/as-of.ts';
import { useSession } from '#dashboard/session/session.queries.ts';
import { BackToNow } from '#dashboard/ui/as-of/as-of-notice.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';

type Props = {
  asOf: Exclude<AsOf, { kind: 'now' }>;
  children: (at: Instant) => ReactNode;
};

/** What a page shows of a past moment, or why it can’t show any. */
export function PastMoment({ asOf, children }: Props) {
  const { mode } = useSession();
  if (mode === 'remote') return <NoPastBalances />;
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

/** In front of a remote provider nothing is known of the past. */
export function NoPastBalances() {
  return (
    <EmptyState
      icon={<IconCalendar size={20} />}
      title="Past balances aren’t available"
      action={<BackToNow />}
    >
      Your wallet service is a remote provider that keeps its own ledger, and reports only what you have now.
    </EmptyState>
  );
}
