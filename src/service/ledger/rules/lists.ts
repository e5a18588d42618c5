import { sql, type RawBuilder } from 'kysely';
import { exchangeList } from '../../exchanges/exchange-list.ts';
import type { ListNames } from '../../lists/list.ts';
import type { Grain } from '../../lists/list-range.ts';
import { transactionList } from '../../transactions/transaction-list.ts';
import { withdrawalList } from '../../withdrawals/withdrawal-list.ts';
import { type FoundRow, sqlRule, type WalkName } from './rule.ts';

const lists = [
  { list: transactionList, walk: 'transactions' },
  { list: exchangeList, walk: 'exchanges' },
  { list: withdrawalList, walk: 'requests' },
] as const satisfies readonly { list: ListNames; walk: WalkName }[];

/**
 * Reads every hour of a day, by the kinds that can be filtered. The day is found by the ids of its rows, which begin with
 * the moment.
 */
const hoursAreTheirRows = lists.map(({ list }) =>
  sqlRule(`${list.table}-miscounted`, `The list of ${list.table} counts the rows that it has.`, {
    days: (keys) => {
      const dimensions = sql.join(list.dimensions.map((name) => sql.ref(name)));
      const id = sql.ref(list.id);
      const sums = list.sums.map(({ column, ofRecord }) => sql`sum(${ofRecord}) as ${sql.ref(column)}`);
      return sql<FoundRow>`
        with day as (${daysOf(keys)}), counted as (${countedOf(list, 'hour')}), present as (
          select key, date_trunc('hour', created_at, 'UTC') as bucket, ${dimensions}, count(*) as rows,
            ${sql.join(sums)}
          from day cross join lateral (
            select * from ${sql.table(list.table)}
            where account_id = day.account
              and ${id} >= ${idOf(list, sql`day.first`)}
              and ${id} < ${idOf(list, sql`day.first + interval '24 hours'`)}
            -- Day by day by the index, and not all rows of the account for each day.
            offset 0
          ) as record
          where ${listed(list)}
          group by key, 2, ${dimensions}
        )
        ${compare(list, 'hour')}`;
    },
  }),
);

const shorterThan = { day: 'hour', month: 'day' } as const satisfies Record<'day' | 'month', Grain>;

/** Days count what their hours count, and months what their days count. */
const longerAreTheirShorter = lists.flatMap(({ list }) =>
  (['day', 'month'] as const).map((grain) =>
    sqlRule(
      `${list.table}-${grain}s-miscounted`,
      `The list of ${list.table} counts in a ${grain} what it counts in its ${shorterThan[grain]}s.`,
      {
        days: (keys) => {
          const dimensions = sql.join(list.dimensions.map((name) => sql.ref(name)));
          const sums = ['rows', ...list.sums.map(({ column }) => column)].map(
            (name) => sql`sum(${sql.ref(`counts.${name}`)}) as ${sql.ref(name)}`,
          );
          return sql<FoundRow>`
            with day as (${daysOf(keys)}), counted as (${countedOf(list, grain)}), present as (
              select key, day.first as bucket, ${dimensions}, ${sql.join(sums)} from day
              join ${sql.table(list.counts)} counts
                on counts.account_id = day.account and counts.grain = ${sql.lit(shorterThan[grain])}
                and counts.bucket >= day.first and counts.bucket
                  < (day.first at time zone 'UTC' + interval ${sql.lit(`1 ${grain}`)}) at time zone 'UTC'
              where day.first = date_trunc(${sql.lit(grain)}, day.first, 'UTC')
              group by key, 2, ${dimensions}
            )
            ${compare(list, grain)}`;
        },
      },
    ),
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

export const listRules = [...hoursAreTheirRows, ...longerAreTheirShorter, idsSayTheMoment];

/** What the ids of rows created at this moment begin with (see `timeId`). */
function idOf({ idPrefix }: ListNames, moment: RawBuilder<unknown>) {
  return sql`${sql.lit(`${idPrefix}_`)} || lpad(to_hex((extract(epoch from ${moment}) * 1000000)::bigint), 13, '0')`;
}

/** The keys of days, `account/2026-01-31`, with what they say. */
function daysOf(keys: RawBuilder<unknown>) {
  return sql`
    select key, split_part(key, '/', 1) as account,
      split_part(key, '/', 2)::timestamp at time zone 'UTC' as first
    from unnest(${keys}) as key`;
}

function listed({ removedBy }: ListNames) {
  return removedBy === undefined ? sql`true` : sql`${sql.ref(removedBy)} is null`;
}

function compare(list: ListNames, grain: Grain) {
  const kind = sql.join(list.dimensions.map((name) => sql.ref(name)));
  const time = grain === 'hour' ? sql`to_char(bucket at time zone 'UTC', 'HH24:MI')` : sql`null`;
  return sql`
    select key as row_key, split_part(key, '/', 1) as account_id,
      concat_ws(' ', ${sql.lit(list.table)}, ${sql.lit(grain)}, replace(key, '/', ' '), ${time}, ${kind}) as subject,
      ${stated(list, 'present', 'rows')} as expected, ${stated(list, 'counted', 'counted')} as found
    from counted full join present using (key, bucket, ${kind})
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

/** The counts of the buckets that begin on the days. */
function countedOf({ counts, dimensions, sums }: ListNames, grain: Grain) {
  const columns = [...dimensions, 'rows', ...sums.map(({ column }) => column)];
  return sql`
    select key, ${sql.join(['bucket', ...columns].map((name) => sql.ref(`counts.${name}`)))} from day
    join ${sql.table(counts)} counts
      on counts.account_id = day.account and counts.grain = ${sql.lit(grain)}
      and counts.bucket >= day.first and counts.bucket < day.first + interval '24 hours'`;
}
