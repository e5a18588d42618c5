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
      const sums = list.sums.map(({ column, ofRecord }) => sql`sum(${ofRecord}) as ${sql.ref(column)}`);
      return sql<FoundRow>`
        with day as (
          select key, split_part(key, '/', 1) as account, split_part(key, '/', 2)::date as date
          from unnest(${keys}) as key
        ), counted as (
          select day.key, ${dimensions}, ${countedColumns(list)} from day
          join ${sql.table(list.counts)} counts
            on counts.account_id = day.account and counts.grain = 'day' and counts.bucket = day.date
        ), present as (
          select key, ${dimensions}, count(*) as rows, ${sql.join(sums)}
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
        const sums = ['rows', ...list.sums.map(({ column }) => column)].map(
          (name) => sql`sum(${sql.ref(`counts.${name}`)}) as ${sql.ref(name)}`,
        );
        return sql<FoundRow>`
          with month as (
            select key, split_part(key, '/', 1) as account, split_part(key, '/', 2)::date as date
            from unnest(${keys}) as key where key like '%-01'
          ), counted as (
            select key, ${dimensions}, ${countedColumns(list)} from month
            join ${sql.table(list.counts)} counts
              on counts.account_id = month.account and counts.grain = 'month' and counts.bucket = month.date
          ), present as (
            select key, ${dimensions}, ${sql.join(sums)} from month
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

const hoursAreTrue = lists.flatMap(({ list }) => {
  if (!('hours' in list) || list.hours === undefined) return [];
  const { hours } = list;
  return sqlRule(
    `${list.table}-hours-miscounted`,
    `The list of ${list.table} adds up by the hour the rows that it has.`,
    {
      days: (keys) => {
        const id = sql.ref(list.id);
        const dimensions = sql.join(hours.dimensions.map((name) => sql.ref(name)));
        const sums = hours.sums.map(({ column, ofRecord }) => sql`sum(${ofRecord}) as ${sql.ref(column)}`);
        return sql<FoundRow>`
          with day as (
            select key, split_part(key, '/', 1) as account,
              split_part(key, '/', 2)::timestamp at time zone 'UTC' as begins
            from unnest(${keys}) as key
          ), counted as (
            select day.key, hour, ${dimensions}, ${countedColumns({ ...list, sums: hours.sums })} from day
            join ${sql.table(hours.table)} counts
              on counts.account_id = day.account
              and counts.hour >= day.begins and counts.hour < day.begins + interval '24 hours'
          ), present as (
            select key, date_trunc('hour', created_at, 'UTC') as hour, ${dimensions}, count(*) as rows,
              ${sql.join(sums)}
            from day cross join lateral (
              select * from ${sql.table(list.table)}
              where account_id = day.account
                and ${id} >= ${idOf(list, sql`day.begins`)}
                and ${id} < ${idOf(list, sql`day.begins + interval '24 hours'`)}
              offset 0
            ) as record
            where status = ${hours.status}
            group by key, 2, ${dimensions}
          )
          ${compare({ ...list, dimensions: ['hour', ...hours.dimensions], sums: hours.sums }, 'hour')}`;
      },
    },
  );
});

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

export const listRules = [...countsAreTrue, ...monthsAreTheirDays, ...hoursAreTrue, idsSayTheMoment];

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

function compare(list: ListNames, grain: 'day' | 'month' | 'hour') {
  const kind = sql.join(list.dimensions.map((name) => sql.ref(name)));
  return sql`
    select key as row_key, split_part(key, '/', 1) as account_id,
      concat_ws(' ', ${sql.lit(list.table)}, ${sql.lit(grain)}, replace(key, '/', ' '), ${kind}) as subject,
      ${stated(list, 'present', 'rows')} as expected, ${stated(list, 'counted', 'counted')} as found
    from counted full join present using (key, ${kind})
    where coalesce(counted.rows, 0) <> coalesce(present.rows, 0)
      or ${sql.join(
        list.sums.map(({ column }) => {
          const [counted, present] = [sql.ref(`counted.${column}`), sql.ref(`present.${column}`)];
          return sql`coalesce(${counted}, 0) <> coalesce(${present}, 0)`;
        }),
        sql` or `,
      )}
    order by 3`;
}

/** `3 rows` where the numbers of rows differ, else `amount 12.5, fee 0`. */
function stated(list: Pick<ListNames, 'sums'>, of: 'present' | 'counted', noun: string) {
  const sums = list.sums.map(
    ({ column }) => sql`${sql.lit(`${column} `)} || trim_scale(coalesce(${sql.ref(`${of}.${column}`)}, 0))`,
  );
  return sql`
    case when counted.rows = present.rows then concat_ws(', ', ${sql.join(sums)})
      else coalesce(${sql.ref(`${of}.rows`)}, 0) || ${sql.lit(` ${noun}`)} end`;
}

function countedColumns({ sums }: ListNames) {
  return sql.join(['rows', ...sums.map(({ column }) => column)].map((name) => sql.ref(`counts.${name}`)));
}
