import { IconCalendar } from '@tabler/icons-react';
import { lazy } from 'react';
import { parseDateTimeParameter } from '#domain/time.ts';
import { rangeNames } from '#dashboard/lib/date-range.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { Button } from '../button.tsx';
import { PopoverButton } from '../popover-button.tsx';
import { Tooltip } from '../tooltip.tsx';
import { type RangeChange, rangeLabels } from './range-labels.ts';

const RangePanel = lazy(async () => ({ default: (await import('./range-panel.tsx')).RangePanel }));

type Props = {
  /** Which time it is, where there is more than one. */
  label?: string | undefined;
  /** A range that moves with the clock; takes the place of `from` and `to`. */
  range: string | undefined;
  /** Both ends are included. */
  from: string | undefined;
  to: string | undefined;
  onChange: (change: RangeChange) => void;
  /** Why no time can be chosen. */
  reasonAgainst?: string | undefined;
};

/** Chooses the time that a list covers: one of the usual ranges, or any two moments, in the user's zone. */
export function RangeFilter({ label, range, from, to, onChange, reasonAgainst }: Props) {
  const { iana } = useTimeZone();
  const named = rangeNames.find((name) => name === range);
  const start = parseDateTimeParameter(from ?? '')?.instant;
  const end = parseDateTimeParameter(to ?? '')?.instant;
  const text = named ? rangeLabels[named] : periodText(start, end, iana);
  const shown = text === '' ? 'Any time' : text;
  // A time that is set can always be taken back.
  if (reasonAgainst !== undefined && text === '') {
    return (
      <Tooltip label={reasonAgainst}>
        <Button
          variant="default"
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-disabled
          data-disabled
        >
          Any time
        </Button>
      </Tooltip>
    );
  }
  return (
    <PopoverButton
      leftSection={<IconCalendar size={16} aria-hidden />}
      text={label === undefined ? shown : `${label}: ${shown.replace('Any', 'any')}`}
      aria-label={`${label ?? 'Time'}: ${shown}`}
      panelLabel={label ?? 'Time'}
    >
      <RangePanel
        range={named}
        from={named ? undefined : start}
        to={named ? undefined : end}
        onChange={onChange}
      />
    </PopoverButton>
  );
}
