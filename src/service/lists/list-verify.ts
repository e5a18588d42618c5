import { sql, type RawBuilder } from 'kysely';
import type { ListNames } from './list.ts';

type Rule = RawBuilder<{ difference: string }>;

/** What must hold between the rows of a list and its counts, each as one row of text for every place where it does not. */
export function listRules(list: ListNames): Rule[] {
  return [...(['day', 'month'] as const).map((grain) => countsAreTrue(list, grain)), idsSayTheMoment(list)];
}

function countsAreTrue(list: ListNames, grain: 'day' | 'month'): Rule {
  const key = sql.join(['account_id', 'bucket', ...list.dimensions].map((name) => sql.ref(name)));
  const bucket = sql`date_trunc(${sql.lit(grain)}, created_at at time zone 'UTC')::date as bucket`;
  return sql`
    select format('%s: %s rows are counted, %s are there',
      concat_ws(' ', ${sql.lit(list.table)}, ${sql.lit(grain)}, ${key}),
      coalesce(counted.rows, 0), coalesce(present.rows, 0)) as difference
    from (select ${key}, rows from ${sql.table(list.counts)} where grain = ${sql.lit(grain)}) as counted
    full join (
      select ${key}, count(*) as rows
      from (select *, ${bucket} from ${sql.table(list.table)}) as record
      where ${list.removedBy === undefined ? sql`true` : sql`${sql.ref(list.removedBy)} is null`}
      group by ${key}
    ) as present using (${key})
    where coalesce(counted.rows, 0) <> coalesce(present.rows, 0)
    order by ${key}`;
}

/** Lists find rows of a time by their ids. */
function idsSayTheMoment(list: ListNames): Rule {
  const id = sql.ref(list.id);
  return sql`
    select format('%s: it was made at %s, which is not what its id says', ${id}, created_at) as difference
    from ${sql.table(list.table)}
    where not starts_with(${id}, ${sql.lit(`${list.idPrefix}_`)}
      || lpad(to_hex((extract(epoch from created_at) * 1000000)::bigint), 13, '0'))
    order by ${id}`;
}
