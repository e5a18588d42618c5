import { useQuery } from '@tanstack/react-query';
import { decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import { isDust, type RatesByCurrency, valueOf } from '#domain/value.ts';
import type { BalanceLine } from '#dashboard/entities/balances/balance-lines.ts';
import { ratesQuery } from '#dashboard/entities/value/rates.queries.ts';
import { hidesDust, useValueChoice } from '#dashboard/entities/value/value-currency.ts';
import type { Overview } from './balance-groups.ts';

/** The rows that are worth less than the account's threshold. */
export type Dust = {
  rows: number;
  threshold: string;
  /** Their keys, where they are hidden; else none. */
  hidden: ReadonlySet<string>;
};

type Line = Pick<BalanceLine, 'key' | 'currency' | 'available'>;

/** Rows that have a rate and are worth less than the threshold. One without a rate may be worth anything. */
export function dustIn(lines: readonly Line[], rates: RatesByCurrency, threshold: string): string[] {
  const limit = decimal(threshold);
  return lines.flatMap(({ key, currency, available }) => {
    const steps = rates.get(currency);
    return steps !== undefined && isDust(valueOf(available, steps), limit) ? [key] : [];
  });
}

/** Undefined where no values are shown, or their rates aren't known yet. */
export function useDust(lines: readonly Line[], at?: Instant): Dust | undefined {
  const { choice = 'off', setting } = useValueChoice() ?? {};
  const isHiding = hidesDust.use();
  const quote = choice === 'off' ? undefined : choice;
  const { data: rates } = useQuery({ ...ratesQuery(quote ?? 'USD', at), enabled: quote !== undefined });
  if (quote === undefined || rates === undefined || setting === undefined) return undefined;
  const { dust: threshold } = setting.value;
  const keys = dustIn(lines, rates, threshold);
  return { rows: keys.length, threshold, hidden: new Set(isHiding ? keys : []) };
}

/** Leaves hidden rows out of what is shown. Every total is what it was: it counts them. */
export function withoutDust(overview: Overview, { hidden }: Pick<Dust, 'hidden'>): Overview {
  if (hidden.size === 0) return overview;
  const groups = overview.groups.map((group) => ({
    ...group,
    subgroups: group.subgroups
      .map((subgroup) => ({ ...subgroup, lines: subgroup.lines.filter(({ key }) => !hidden.has(key)) }))
      .filter(({ lines }) => lines.length > 0),
  }));
  // A group without a total has nothing left to show once its rows are hidden.
  return {
    ...overview,
    groups: groups.filter(({ total, subgroups }) => total !== undefined || subgroups.length > 0),
  };
}
