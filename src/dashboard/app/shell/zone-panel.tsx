import { Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { once } from '#domain/once.ts';
import { instantFromDate } from '#domain/time.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { chooseTimeZone, localZone, useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneLabel, zoneName } from '#dashboard/lib/zoned-time.ts';
import { Choice } from '#dashboard/ui/choice.tsx';
import { FilterInput } from '#dashboard/ui/filter-controls.tsx';
import { closePanel, stepFocus, focusAtFirst } from '#dashboard/ui/panel-focus.ts';
import { findZones } from './find-zones.ts';
import classes from './zone-panel.module.css';

const known = once(() => Intl.supportedValuesOf('timeZone'));
const most = 40;

/** All zones there are, found by typing; the first match is what Enter chooses. */
export function ZonePanel() {
  const { choice, iana } = useTimeZone();
  const [text, setText] = useState('');
  const isSearching = text.trim() !== '';
  const usual = ['local', 'UTC', ...(choice === 'local' || choice === 'UTC' ? [] : [choice])];
  const shown = isSearching ? findZones(text, known(), most) : usual;
  const now = instantFromDate(new Date(serverNow()));

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [first] = shown;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && isSearching && first) {
      // Else the button, focused again, would open the panel again.
      event.preventDefault();
      choose(first, event.currentTarget);
    }
    stepFocus(event, 'input, button');
  };
  return (
    // Only moves the focus between the controls within.
    <Stack gap="sm" fw={400} className={classes['panel']} onKeyDown={onKeyDown}>
      <FilterInput
        aria-label="Find a time zone"
        placeholder="City or region"
        // The focus goes here when the panel opens, because a popover doesn't move it.
        ref={focusAtFirst}
        className={classes['search'] ?? ''}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Stack component="ul" gap={0} mah={280} mx={-6} className={classes['choices']}>
        {shown.map((zone) => (
          <li key={zone}>
            <Choice
              isChosen={zone === choice}
              note={zone === 'UTC' ? undefined : `now ${zoneLabel(zone === 'local' ? localZone : zone, now)}`}
              onClick={(event) => choose(zone, event.currentTarget)}
            >
              {nameOf(zone)}
            </Choice>
          </li>
        ))}
      </Stack>
      <Text c="dimmed" size="xs" lh={1.4} role="status">
        {isSearching && shown.length === 0
          ? 'No time zone found. Try a large city nearby.'
          : `All times are shown in ${zoneName(iana)}.`}
      </Text>
    </Stack>
  );
}

function choose(zone: string, element: Element): void {
  closePanel(element);
  chooseTimeZone(zone);
}

function nameOf(zone: string): string {
  return zone === 'local' ? `Local: ${zoneName(localZone)}` : zoneName(zone);
}
