import { Box, Group, Stack } from '@mantine/core';
import {
  type ElementType,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { formatAmount } from '#domain/format.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { FloatingTooltip, useTooltip } from '#dashboard/ui/tooltip.tsx';
import { bucketName, bucketNote, formatBucket, transactionsText } from './bucket-labels.ts';
import type { MovementLinks } from './movement-address.ts';
import type { Bucket, BucketMovement } from './movement-buckets.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import classes from '#dashboard/ui/bar-chart/bar-chart.module.css';

type Shown = { bucket: Bucket; currency: string; isCumulative: boolean };

type Props = Shown & { movements: readonly BucketMovement[]; links: MovementLinks };

/**
 * A bar up for the inflow of a bucket, one down for the outflow, a mark for the net. Each bucket links to what proves it.
 * The chart is one Tab stop, with the arrow keys from one bucket to the next.
 */
export function MovementChart({ movements, links, ...shown }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState<string>();
  const stop = movements.some(({ date }) => date === current) ? current : movements.at(-1)?.date;

  const onKeyDown = (event: KeyboardEvent<HTMLOListElement>) => {
    const index = movements.findIndex(({ date }) => date === stop);
    const next = nextIndex(event.key, index, movements.length);
    if (next === undefined) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[tabindex]')[next]?.focus();
  };
  return (
    <ChartDrawing movements={movements} {...shown}>
      {/* The keys are those of the links within. */}
      <Box component="ol" ref={list} className={classes['buckets']} onKeyDown={onKeyDown}>
        {movements.map((movement) => (
          <li key={movement.date}>
            <BucketLink
              movement={movement}
              {...shown}
              to={links.of(movement)}
              isStop={movement.date === stop}
              onFocus={() => setCurrent(movement.date)}
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

type BucketProps = Shown & { movement: BucketMovement };

type BucketLinkProps = BucketProps & { to: string | undefined; isStop: boolean; onFocus: () => void };

function BucketLink({ to, isStop, onFocus, ...shown }: BucketLinkProps) {
  const { movement, bucket, currency, isCumulative } = shown;
  const { target, handlers } = useTooltip();
  const wasFocused = useRef(true);
  // What nothing proves still shows its numbers on focus.
  const Target: ElementType = to === undefined ? 'span' : Link;
  const label = formatBucket(movement, bucket, currency);
  const cumulative = `cumulative net ${formatAmount(movement.runningNet)} ${currency}`;
  return (
    <>
      <Target
        {...(to === undefined ? { role: 'link', 'aria-disabled': true } : { to })}
        tabIndex={isStop ? 0 : -1}
        aria-label={isCumulative ? `${label}, ${cumulative}` : label}
        {...handlers}
        onFocus={(event: FocusEvent<HTMLElement>) => {
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
        <FloatingTooltip target={target}>
          <BucketFacts {...shown} />
        </FloatingTooltip>
      )}
    </>
  );
}

function BucketFacts({ movement, bucket, currency, isCumulative }: BucketProps) {
  const [name, note] = [bucketName(movement, bucket), bucketNote(movement, bucket)];
  const amounts = [
    { label: 'In', value: movement.in },
    { label: 'Out', value: movement.out },
    { label: 'Net', value: movement.net },
    ...(isCumulative ? [{ label: 'Cumulative net', value: movement.runningNet }] : []),
  ];
  return (
    <Stack component="span" gap={2} className={classes['facts']}>
      <strong>{bucket === 'day' ? `${note} ${name}` : name}</strong>
      {amounts.map(({ label, value }) => (
        <Group component="span" wrap="nowrap" gap="lg" align="stretch" justify="space-between" key={label}>
          <span>{label}</span>
          <Amount value={value} currency={currency} />
        </Group>
      ))}
      <span>{transactionsText(movement.transactions)}</span>
      {bucket !== 'day' && note !== undefined && <span>{note}</span>}
    </Stack>
  );
}
