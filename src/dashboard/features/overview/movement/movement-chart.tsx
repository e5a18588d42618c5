import { Group, Stack, Box } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Bubble, useBubble } from '#dashboard/ui/bubble.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { dayWords, transactionsText, weekdayOf } from './day-words.ts';
import type { MovementLinks } from './movement-address.ts';
import type { DayMovement } from './movement-days.ts';
import classes from './movement.module.css';

type Props = { days: readonly DayMovement[]; currency: string; links: MovementLinks };

/**
 * A bar up for what came in on a day, one down for what went out, a mark for the net. Each day leads to its
 * transactions: one stop for Tab, with the arrow keys from day to day.
 */
export function MovementChart({ days, currency, links }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = days.some(({ date }) => date === current) ? current : days.at(-1)?.date;

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const index = days.findIndex(({ date }) => date === stop);
    const next = nextIndex(event.key, index, days.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <ChartDrawing days={days} currency={currency}>
      {/* The keys are those of the links within. */}
      <Box component="ol" ref={list} className={classes['days']} onKeyDown={onKeyDown}>
        {days.map((day) => (
          <li key={day.date}>
            <DayLink
              day={day}
              currency={currency}
              to={links.ofDay(day)}
              isStop={day.date === stop}
              onFocus={() => setCurrent(day.date)}
            />
          </li>
        ))}
      </Box>
    </ChartDrawing>
  );
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  const steps: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -7,
    PageDown: 7,
    Home: -length,
    End: length,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(length - 1, index + step));
}

type DayProps = { day: DayMovement; currency: string; to: string; isStop: boolean; onFocus: () => void };

function DayLink({ day, currency, to, isStop, onFocus }: DayProps) {
  const { target, handlers } = useBubble();
  const wasFocused = useRef(true);
  return (
    <>
      <Link
        to={to}
        tabIndex={isStop ? 0 : -1}
        aria-label={dayWords(day, currency)}
        {...handlers}
        onFocus={(event) => {
          handlers.onFocus(event);
          onFocus();
        }}
        onPointerDown={(event: PointerEvent) => {
          wasFocused.current =
            event.pointerType !== 'touch' || document.activeElement === event.currentTarget;
        }}
        onClick={(event: MouseEvent<HTMLElement>) => {
          // A first touch shows the numbers, as hovering does; a second one follows the link.
          if (wasFocused.current) return;
          event.preventDefault();
          event.currentTarget.focus();
        }}
      />
      {target && (
        <Bubble target={target}>
          <DayFacts day={day} currency={currency} />
        </Bubble>
      )}
    </>
  );
}

function DayFacts({ day, currency }: { day: DayMovement; currency: string }) {
  return (
    <Stack component="span" gap={2} className={classes['facts']}>
      <strong>
        {weekdayOf(day.date)} {day.date}
      </strong>
      {(['in', 'out', 'net'] as const).map((name) => (
        <Group component="span" wrap="nowrap" gap="lg" align="stretch" justify="space-between" key={name}>
          <span>{names[name]}</span>
          <Amount value={day[name]} currency={currency} />
        </Group>
      ))}
      <span>{transactionsText(day.transactions)}</span>
    </Stack>
  );
}

const names = { in: 'In', out: 'Out', net: 'Net' };
