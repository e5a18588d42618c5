import { lazy } from 'react';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '../../lib/server-time.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { zoneLabel } from '../../lib/zoned-time.ts';
import { PopoverButton } from '../../ui/popover-button.tsx';
import classes from './zone-switch.module.css';

const ZonePanel = lazy(async () => ({ default: (await import('./zone-panel.tsx')).ZonePanel }));

/** Which zone all times are shown in, and the way to another. */
export function ZoneSwitch() {
  const zone = useTimeZone();
  const now = instantFromDate(new Date(serverNow()));
  const label = zoneLabel(zone.iana, now);
  const name = zone.choice === 'UTC' ? undefined : shortName(zone.choice);
  return (
    <PopoverButton
      variant="subtle"
      size="compact-sm"
      className={classes['switch'] ?? ''}
      aria-label={`Times in ${name === undefined ? '' : `${name} `}${label}`}
      panelLabel="Time zone"
      text={
        <>
          {name !== undefined && <span className={classes['name']}>{name}</span>}{' '}
          <span className={classes['offset']}>{label}</span>
        </>
      }
    >
      <ZonePanel />
    </PopoverButton>
  );
}

/** The city alone: the panel has the whole name. */
function shortName(choice: string): string {
  return choice === 'local' ? 'Local' : choice.slice(choice.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
