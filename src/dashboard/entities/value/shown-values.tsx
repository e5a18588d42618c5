import { Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { type Decimal, decimal, isZero } from '#domain/decimal.ts';
import { formatAmount, formatCount, pluralize } from '#domain/format.ts';
import type { Instant } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import { formatDigits, formatValue, totalValue, valueOf } from '#domain/value.ts';
import { useTimeZone } from '#dashboard/lib/time-zone.ts';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { FloatingTooltip, useTooltip } from '#dashboard/ui/tooltip.tsx';
import { ratesQuery } from './rates.queries.ts';
import { hidesDust } from './value-currency.ts';
import { hasValue, totalText, wayTexts } from './value-text.ts';
import classes from './value.module.css';

type AmountProps = {
  currency: string;
  amount: Decimal;
  quote: ValueCurrency;
  /** Which moment's rates count; now, if left out. */
  at?: Instant | undefined;
  /** Whether a link or button is around it: then that has the focus. */
  isInControl?: boolean;
  /** Whether the currency is said elsewhere, such as in the column's header. */
  isBare?: boolean;
};

/** `≈ 1,234.50 EUR`, with the rate and its date while it, or the control around it, is hovered or focused. */
export function AmountValue({
  currency,
  amount,
  quote,
  at,
  isInControl = false,
  isBare = false,
}: AmountProps) {
  const { data: rates, error } = useQuery(ratesQuery(quote, at));
  const { iana } = useTimeZone();
  const { target, handlers, followControl } = useTooltip();
  if (rates === undefined)
    return error === null ? null : <span className={classes['none']}>rates not loaded</span>;
  const steps = rates.get(currency);
  if (steps === undefined) {
    // Nothing of a currency is worth nothing, whatever its rate.
    return isZero(amount) ? null : (
      <span className={classes['none']}>no {isBare ? 'rate' : `${quote} rate`}</span>
    );
  }
  const value = valueOf(amount, steps);
  const text = `≈ ${isBare ? formatDigits(value) : formatValue(value, quote)}`;
  const way = wayTexts(steps, iana);
  const tooltip = target && (
    <FloatingTooltip target={target}>
      {way.map((line) => (
        <span key={line} className={classes['step']}>
          {line}
        </span>
      ))}
    </FloatingTooltip>
  );
  if (isInControl) {
    return (
      <span className={classes['value']} ref={followControl} {...handlers}>
        {text}
        <span className="unseen"> ({way.join('; ')})</span>
        {tooltip}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes['value']}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- of ARIA 1.3, and all roles have it
      aria-description={way.join('; ')}
      {...handlers}
    >
      {text}
      {tooltip}
    </button>
  );
}

type SummaryProps = {
  /** What the total is of, such as `Available`. */
  label: string;
  items: readonly { currency: string; amount: Decimal }[];
  quote: ValueCurrency;
  /** Which moment's rates count; now, if left out. */
  at?: Instant | undefined;
  /** For a table whose rows below the threshold can be hidden: how many rows there are below it. */
  dust?: { rows: number; threshold: string } | undefined;
};

/** What amounts are worth together, at which rates, and what the total leaves out. */
export function ValueSummary({ label, items, quote, at, dust }: SummaryProps) {
  const { data: rates, error, refetch } = useQuery(ratesQuery(quote, at));
  const { iana } = useTimeZone();
  const id = useId();
  if (rates === undefined) {
    return error === null ? (
      <div className={classes['waiting']} />
    ) : (
      <FailureAlert error={error} onRetry={() => void refetch()} />
    );
  }
  const total = totalValue(items, rates);
  return (
    <section aria-labelledby={id} className={classes['summary']}>
      <Group gap="4px 16px" justify="space-between">
        <span>
          <span id={id}>{label}</span>{' '}
          <strong className={classes['total']}>
            {hasValue(total) ? `≈ ${formatValue(total.total, quote)}` : '—'}
          </strong>
        </span>
        {dust !== undefined && <DustSwitch {...dust} quote={quote} />}
      </Group>
      <Text c="dimmed" inherit>
        {totalText(total, quote, iana)} <Link to="/books/rates">Exchange rates</Link>
      </Text>
    </section>
  );
}

type DustProps = { rows: number; threshold: string; quote: ValueCurrency };

/** Hides rows that are worth little, and says how many are hidden. They count in every total all the same. */
function DustSwitch({ rows, threshold, quote }: DustProps) {
  const isHiding = hidesDust.use();
  if (rows === 0) return null;
  const below = `${formatAmount(decimal(threshold))} ${quote}`;
  return (
    <Group gap="4px 10px">
      <Checkbox
        label={`Hide rows below ${below}`}
        checked={isHiding}
        onChange={() => hidesDust.set(!isHiding)}
      />
      <Text component="output" c="dimmed" inherit>
        {isHiding &&
          `${formatCount(rows, 'row')} below ${below} ${pluralize(rows, 'is', 'are')} hidden, but counted`}
      </Text>
    </Group>
  );
}
