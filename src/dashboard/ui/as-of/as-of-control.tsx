import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { formatAsOf, useAsOf } from '#dashboard/lib/as-of.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { PopoverButton } from '../popover-button.tsx';

const AsOfPanel = lazy(async () => ({ default: (await import('./as-of-panel.tsx')).AsOfPanel }));

/** Chooses the moment that the page is of: now, or a past one. */
export function AsOfControl() {
  const { iana } = useTimeZone();
  const asOf = useAsOf();
  const text = asOf.kind === 'past' ? formatAsOf(asOf.at, iana) : 'now';
  return (
    <PopoverButton
      leftSection={<IconCalendar size={16} aria-hidden />}
      text={asOf.kind === 'past' ? 'Change date' : 'As of now'}
      aria-label={asOf.kind === 'past' ? `Change date: as of ${text}` : 'As of now'}
      panelLabel="As of"
    >
      <AsOfPanel at={asOf.kind === 'past' ? asOf.at : undefined} />
    </PopoverButton>
  );
}
