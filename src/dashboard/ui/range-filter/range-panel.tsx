import { Stack, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { type RangeName, rangeNames, resolveRange } from '#dashboard/lib/date-range.ts';
import { periodText } from '#dashboard/lib/period-text.ts';
import { serverNow } from '#dashboard/lib/server-time.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { zoneName } from '#dashboard/lib/zoned-time.ts';
import { Choice } from '../choice.tsx';
import { closePanel, stepFocus } from '../panel-focus.ts';
import { CustomRange } from './custom-range.tsx';
import classes from './range-filter.module.css';
import { type RangeChange, rangeLabels } from './range-labels.ts';

type Props = {
  range: RangeName | undefined;
  from: Instant | undefined;
  to: Instant | undefined;
  onChange: (change: RangeChange) => void;
};

/** The ranges to choose from, each with the days that it means now, and fields for any other. */
export function RangePanel({ range, from, to, onChange }: Props) {
  const zone = useTimeZone();
  const now = instantFromDate(new Date(serverNow()));
  const isCustom = range === undefined && (from !== undefined || to !== undefined);
  const isAny = range === undefined && !isCustom;

  const choose = (next: RangeName | undefined) => (event: MouseEvent<HTMLElement>) => {
    closePanel(event.currentTarget);
    onChange({ range: next, created_from: undefined, created_to: undefined });
  };
  return (
    <div className={classes['panel']}>
      {/* Only moves the focus between its buttons. */}
      <Stack gap={0} my={-4} mx={-6} onKeyDown={(event) => stepFocus(event, 'button')}>
        <Choice isChosen={isAny} takesFocus={isAny} onClick={choose(undefined)}>
          Any time
        </Choice>
        {rangeNames.map((name) => {
          const { from: start, to: end } = resolveRange(name, now, zone.iana);
          return (
            <Choice
              key={name}
              isChosen={name === range}
              takesFocus={name === range}
              note={periodText(start, end, zone.iana)}
              onClick={choose(name)}
            >
              {rangeLabels[name]}
            </Choice>
          );
        })}
      </Stack>
      <CustomRange
        key={`${from} ${to} ${zone.iana}`}
        from={from}
        to={to}
        iana={zone.iana}
        onApply={(custom, element) => {
          closePanel(element);
          onChange({ range: undefined, ...custom });
        }}
      />
      <Text c="dimmed" size="xs" lh={1.4}>
        Times in {zoneName(zone.iana)}
      </Text>
    </div>
  );
}
