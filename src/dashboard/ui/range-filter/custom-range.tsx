import { Stack, Text } from '@mantine/core';
import { type FormEvent, type InputEvent, useId, useState } from 'react';
import type { Instant } from '#domain/time.ts';
import {
  type RangeErrors,
  type RangeFields,
  rangeFields,
  parseRangeFields,
  type ReadRange,
} from './range-fields.ts';
import { formatExactInstant } from '#dashboard/lib/zoned-time.ts';
import { endOf } from '#dashboard/lib/period-text.ts';
import { Button } from '../button.tsx';
import classes from './range-filter.module.css';

type Props = {
  from: Instant | undefined;
  to: Instant | undefined;
  iana: string;
  /** Without times: whole days only. */
  isDatesOnly?: boolean;
  /** Without a start: a moment, before which everything counts. */
  isEndOnly?: boolean;
  /** What the place of the range demands besides. */
  check?: (fields: RangeFields) => RangeErrors;
  onApply: (
    range: { created_from: Instant | undefined; created_to: Instant | undefined },
    element: Element,
  ) => void;
};

const rows = [
  { label: 'From', date: 'fromDate', time: 'fromTime', timeLabel: 'From, time' },
  { label: 'To', date: 'toDate', time: 'toTime', timeLabel: 'To, time (not included)' },
] as const;

const endRows = [{ ...rows[1], label: 'Day', timeLabel: 'Time (not included)' }] as const;

/** Any range, typed in the person's zone: days, or moments to the second. */
export function CustomRange({
  from,
  to,
  iana,
  isDatesOnly = false,
  isEndOnly = false,
  check,
  onApply,
}: Props) {
  const id = useId();
  const given = rangeFields(from, to, iana);
  const [fields, setFields] = useState<RangeFields>(given);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setIsSubmitted] = useState(false);
  const read = parseRangeFields(fields, iana);
  const errors = { ...check?.(fields), ...errorsOf(read, unreadable) };
  const shownErrors = isSubmitted ? errors : {};

  const change = (name: keyof RangeFields) => (event: InputEvent<HTMLInputElement>) => {
    const { value, validity } = event.currentTarget;
    setFields({ ...fields, [name]: value });
    const others = [...unreadable].filter((other) => other !== name);
    setUnreadable(new Set(validity.valid ? others : [...others, name]));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    const [wrong] = Object.keys(errors);
    if (wrong !== undefined || !read.ok) {
      const field = event.currentTarget.elements.namedItem(wrong ?? 'fromDate');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    // An untouched end stays as it is, to the microsecond.
    const isFromKept = fields.fromDate === given.fromDate && fields.fromTime === given.fromTime;
    const isToKept = fields.toDate === given.toDate && fields.toTime === given.toTime;
    onApply(
      { created_from: isFromKept ? from : read.from, created_to: isToKept ? to : read.to },
      event.currentTarget,
    );
  };

  const hint = isEndOnly
    ? 'The day is included in full unless you enter a time.'
    : isDatesOnly
      ? 'Both days are included in full.'
      : 'Both days are included in full unless you enter times.';
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label={isEndOnly ? 'Day and time' : 'Custom range'}
      className={classes['custom']}
    >
      <Stack gap="sm">
        {(isEndOnly ? endRows : rows).map(({ label, date, time, timeLabel }) => (
          <div key={date} className={classes['end']}>
            <label htmlFor={`${id}-${date}`}>{label}</label>
            <input
              id={`${id}-${date}`}
              name={date}
              type="date"
              min="0001-01-02"
              max="9999-12-30"
              className={classes['input']}
              value={fields[date]}
              aria-invalid={shownErrors[date] !== undefined || undefined}
              aria-describedby={shownErrors[date] === undefined ? undefined : `${id}-${date}-error`}
              onInput={change(date)}
            />
            {!isDatesOnly && (
              <input
                name={time}
                type="time"
                step={1}
                className={classes['input']}
                value={fields[time]}
                aria-label={timeLabel}
                aria-invalid={shownErrors[time] !== undefined || undefined}
                aria-describedby={shownErrors[time] === undefined ? undefined : `${id}-${time}-error`}
                onInput={change(time)}
              />
            )}
            {([date, time] as const).map(
              (name) =>
                shownErrors[name] !== undefined && (
                  <p key={name} id={`${id}-${name}-error`} className={classes['error']}>
                    {shownErrors[name]}
                  </p>
                ),
            )}
          </div>
        ))}
        <Text c="dimmed" size="xs" lh={1.4} aria-live="polite">
          {read.ok && !isDatesOnly && Object.keys(errors).length === 0
            ? meaning(read, iana, isEndOnly)
            : hint}
        </Text>
        <Button type="submit" variant="default" fullWidth>
          Apply
        </Button>
      </Stack>
    </form>
  );
}

function errorsOf(read: ReturnType<typeof parseRangeFields>, unreadable: ReadonlySet<string>): RangeErrors {
  const errors: RangeErrors = read.ok ? {} : { ...read.errors };
  for (const { date, time } of rows) {
    if (unreadable.has(date)) errors[date] = 'Enter a valid date.';
    if (unreadable.has(time)) errors[time] = 'Enter a valid time, with hours and minutes.';
  }
  return errors;
}

function meaning({ from, to, notes }: ReadRange & { ok: true }, iana: string, isEndOnly: boolean): string {
  const exact = (instant: Instant) => formatExactInstant(instant, iana).replace('.000000', '');
  const end = to && endOf(to);
  const start = from ? 'to' : isEndOnly ? 'Everything' : 'To';
  const parts = [from && `From ${exact(from)}`, end && `${start} before ${exact(end)}`];
  return [`${parts.filter(Boolean).join(' ')}.`, ...notes].join(' ');
}
