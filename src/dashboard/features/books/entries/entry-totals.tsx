import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { ZERO } from '#domain/decimal.ts';
import { countedIn, type EntryPlace, statementMovements } from '#domain/ledger-entries.ts';
import { byCurrency } from '#dashboard/entities/balances/balance-lines.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { Scroller } from '#dashboard/ui/scroller.tsx';
import { type EntriesSchema, entrySums } from './entries.queries.ts';
import { movementLabel } from './entry-labels.ts';
import classes from './entries.module.css';

/** What all entries that match add up to, by currency: the figure of the statement, if the list is about one. */
export function EntryTotals({ query }: { query: z.output<EntriesSchema> }) {
  const { sort_by: _by, sort_direction: _direction, limit: _limit, offset: _offset, ...filters } = query;
  const { data, isError } = useQuery({
    ...entrySums(filters),
    // Together with the rows: these end at the moment that the list is pinned to.
    enabled: query.booked_to !== undefined,
  });
  const movement = statementMovements.find((name) => name === query.movement);
  const lines = (data?.lines ?? []).toSorted((a, b) =>
    byCurrency(a.group['currency'] ?? '', b.group['currency'] ?? ''),
  );
  return (
    <Scroller label="Totals of all matching entries" className={classes['totals'] ?? ''}>
      <Text span c="dimmed" inherit>
        {movement === undefined ? totalLabel(query.place) : movementLabel(movement)}
      </Text>
      {isError && <span>couldn’t be read</span>}
      {data?.lines.length === 0 && <span>0</span>}
      {lines.map(({ group: { currency = '' }, sums: { amount = ZERO, fee = ZERO } }) => (
        <Amount key={currency} value={countedIn(movement, { amount, fee })} currency={currency} />
      ))}
    </Scroller>
  );
}

/** What is outside is on the other side of what moved, with the other sign. */
function totalLabel(place: EntryPlace | undefined): string {
  if (place === 'outside') return 'Total outside (inflow is negative)';
  return place === 'fees' ? 'Total fees' : 'Total';
}
