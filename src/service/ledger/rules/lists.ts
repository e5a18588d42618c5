import { sql, type RawBuilder } from 'kysely';
import { exchangeList } from '../../exchanges/exchange-list.ts';
import type { ListNames } from '../../lists/list.ts';
import { transactionList } from '../../transactions/transaction-list.ts';
import { withdrawalList } from '../../withdrawals/withdrawal-list.ts';
import { type FoundRow, sqlRule, type WalkName } from './rule.ts';

const lists = [
  { list: transactionList, walk: 'transactions' },
  { list: exchangeList, walk: 'exchanges' },
  { list: withdrawalList, walk: 'requests' },
] as const satisfies readonly { list: ListNames; walk: WalkName }[];

/**
 * Reads every day, by the kinds that can be filtered. A day is found by the ids of its rows, which begin with the
 * moment.
 */
const countsAreTrue = lists.map(({ list }) =>
  sqlRule(`${list.table}-miscounted`, `The list of ${list.table} counts the rows that it has.`, {
    days: (keys) => {
      const dimensions = sql.join(list.dimensions.map((name) => sql.ref(name)));
      const id = sql.ref(list.id);
      return sql<FoundRow>`
        with day as (
          select key, split_part(key, '/', 1) as account, split_part(key, '/', 2)::date as date
          from unnest(${keys}) as key
        ), counted as (
          select day.key, ${dimensions}, counts.rows from day
          join ${sql.table(list.counts)} counts
            on counts.account_id = day.account and counts.grain = 'day' and counts.bucket = day.date
        ), present as (
          select key, ${dimensions}, count(*) as rows
          from day cross join lateral (
            select * from ${sql.table(list.table)}
            where account_id = day.account
              and ${id} >= ${idAt(list, sql`day.date`)} and ${id} < ${idAt(list, sql`day.date + 1`)}
            -- Day by day by the index, and not all rows of the account for each day.
            offset 0
          ) as record
          where ${listed(list)}
          group by key, ${dimensions}
        )
        ${compare(list, 'day')}`;
    },
  }),
);

const monthsAreTheirDays = lists.map(({ list }) =>
  sqlRule(
    `${list.table}-months-miscounted`,
    `The list of ${list.table} counts in a month what it counts in its days.`,
    {
      days: (keys) => {
        const dimensions = sql.join(list.dimensions.map((name) => sql.ref(name)));
        return sql<FoundRow>`
          with month as (
            select key, split_part(key, '/', 1) as account, split_part(key, '/', 2)::date as date
            from unnest(${keys}) as key where key like '%-01'
          ), counted as (
            select key, ${dimensions}, counts.rows from month
            join ${sql.table(list.counts)} counts
              on counts.account_id = month.account and counts.grain = 'month' and counts.bucket = month.date
          ), present as (
            select key, ${dimensions}, sum(counts.rows) as rows from month
            join ${sql.table(list.counts)} counts
              on counts.account_id = month.account and counts.grain = 'day'
              and counts.bucket >= month.date and counts.bucket < month.date + interval '1 month'
            group by key, ${dimensions}
          )
          ${compare(list, 'month')}`;
      },
    },
  ),
);

const idsSayTheMoment = sqlRule(
  'id-says-another-moment',
  'The id of every listed row begins with the moment of the row.',
  Object.fromEntries(
    lists.map(({ list, walk }) => [
      walk,
      (keys: RawBuilder<unknown>) => {
        const id = sql.ref(list.id);
        return sql<FoundRow>`
          select ${id} as row_key, account_id, ${id} as subject, ${idOf(list, sql`created_at`)} || '…' as expected,
            ${id} || ' of ' || created_at as found
          from ${sql.table(list.table)}
          where ${id} = any(${keys}) and not starts_with(${id}, ${idOf(list, sql`created_at`)})
          order by ${id}`;
      },
    ]),
  ),
);

export const listRules = [...countsAreTrue, ...monthsAreTheirDays, idsSayTheMoment];

/** What the ids of rows created at this moment begin with (see `timeId`). */
function idOf({ idPrefix }: ListNames, moment: RawBuilder<unknown>) {
  return sql`${sql.lit(`${idPrefix}_`)} || lpad(to_hex((extract(epoch from ${moment}) * 1000000)::bigint), 13, '0')`;
}

function idAt(list: ListNames, date: RawBuilder<unknown>) {
  return idOf(list, sql`(${date})::timestamp at time zone 'UTC'`);
}

function listed({ removedBy }: ListNames) {
  return removedBy === undefined ? sql`true` : sql`${sql.ref(removedBy)} is null`;
}

function compare(list: ListNames, grain: 'day' | 'month') {
  const kind = sql.join(list.dimensions.map((name) => sql.ref(name)));
  return sql`
    select key as row_key, split_part(key, '/', 1) as account_id,
      concat_ws(' ', ${sql.lit(list.table)}, ${sql.lit(grain)}, replace(key, '/', ' '), ${kind}) as subject,
      coalesce(present.rows, 0) || ' rows' as expected, coalesce(counted.rows, 0) || ' counted' as found
    from counted full join present using (key, ${kind})
    where coalesce(counted.rows, 0) <> coalesce(present.rows, 0)
    order by 3`;
}
