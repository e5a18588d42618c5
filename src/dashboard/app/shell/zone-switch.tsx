import { IconChevronDown } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneCity } from '#dashboard/lib/zoned-time.ts';
import { PopoverButton } from '#dashboard/ui/popover-button.tsx';
import classes from './zone-switch.module.css';

const ZonePanel = lazy(async () => ({ default: (await import('./zone-panel.tsx')).ZonePanel }));

/** Shows the time zone of all times, and lets the user choose another. */
export function ZoneSwitch() {
  const { iana } = useTimeZone();
  const city = zoneCity(iana);
  return (
    <PopoverButton
      variant="subtle"
      size="compact-sm"
      className={classes['switch'] ?? ''}
      aria-label={`Times in ${city}`}
      panelLabel="Time zone"
      rightSection={<IconChevronDown size={14} aria-hidden />}
      text={
        <span className={classes['name']} data-in-zone>
          {city}
        </span>
      }
    >
      <ZonePanel />
    </PopoverButton>
  );
}
