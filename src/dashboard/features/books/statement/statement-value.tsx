import { Group, Text } from '@mantine/core';
import type { Instant } from '#domain/time.ts';
import { useValueCurrency } from '#dashboard/entities/value/value-currency.ts';
import { AmountValue, ValueSummary } from '#dashboard/entities/value/values.tsx';
import type { CurrencyStatement } from './statement-lines.ts';
import classes from './statement.module.css';

type Moments = {
  /** The opening is valued as of the period's first moment, the closing as of the moment that it is of. */
  from: Instant;
  asOf: Instant;
};

/** What the account was worth at the beginning and at the end, if values are shown. */
export function StatementValue({
  currencies,
  from,
  asOf,
}: Moments & { currencies: readonly CurrencyStatement[] }) {
  if (useValueCurrency() === undefined) return null;
  const itemsOf = (name: 'opening' | 'closing') =>
    currencies.map(({ currency, total }) => ({ currency, amount: total[name] }));
  return (
    <div className={classes['values']}>
      <ValueSummary label="Opening" items={itemsOf('opening')} at={from} />
      <ValueSummary label="Closing" items={itemsOf('closing')} at={asOf} />
    </div>
  );
}

/** The same of one currency, beside its name. */
export function CurrencyValue({ statement, from, asOf }: Moments & { statement: CurrencyStatement }) {
  const { currency, total } = statement;
  if (useValueCurrency() === undefined) return null;
  return (
    <Group gap="0 16px">
      <Text span c="dimmed" inherit>
        Opening <AmountValue currency={currency} amount={total.opening} at={from} />
      </Text>
      <Text span c="dimmed" inherit>
        Closing <AmountValue currency={currency} amount={total.closing} at={asOf} />
      </Text>
    </Group>
  );
}
