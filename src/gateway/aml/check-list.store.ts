import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import { runningStates } from '#contract/gateway/aml-check.ts';
import type { listAmlChecks } from '#contract/gateway/aml-library.ts';
import type { sumAmlChecks } from '#contract/gateway/list-sums.ts';
import type { AmlBand } from '#contract/gateway/aml-bands.ts';
import type { AmlRules } from '#contract/gateway/aml-rules.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { bands, categoryKey, minimumSharesOf } from '#domain/aml/bands.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import { type Instant, lastMomentOfMillisecond } from '#domain/time.ts';
import type { ScreeningCheck } from './screening-checks.store.ts';

/** Among so many it is looked for how many checks are left: a provider that does not tell never does. */
const LATEST_REPORTS = 100;

type ListQuery = QueryOf<typeof listAmlChecks>;

/** One page of the account's checks, and how many there are on all pages. */
export async function listChecks(
  db: Kysely<Tables>,
  accountId: string,
  query: ListQuery,
  rules: AmlRules,
): Promise<{ count: number; checks: ScreeningCheck[] }> {
  const { sort_by: sortBy, sort_direction: direction, limit, offset } = query;
  const matching = matchingChecks(db, accountId, query, rules);
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const checks = await matching
    .selectAll()
    .orderBy(sortBy, (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('check_id', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { count, checks };
}

/** How many of the account's checks match, by state and band. A check that isn't finished has no band. */
export async function sumChecks(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumAmlChecks>,
  rules: AmlRules,
): Promise<SumLine[]> {
  const rank = rankOfCheck(rules, isListed(accountId));
  const rated = matchingChecks(db, accountId, query, rules).select([
    'state',
    sql<number | null>`case when state = 'finished' then ${rank} end`.as('rank'),
  ]);
  const groups = await db
    .selectFrom(rated.as('rated'))
    .select(['state', 'rank', (select) => select.fn.countAll<number>().as('rows')])
    .groupBy(['state', 'rank'])
    .execute();
  return inOrder(
    groups.map(({ state, rank: found, rows }) => {
      const band = found === null ? '' : (bands[found] ?? '');
      return { group: { state, band }, rows, sums: {} };
    }),
  );
}

function matchingChecks(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumAmlChecks>,
  rules: AmlRules,
) {
  const { created_from: from, created_to: to, state, band, category, decision, sanctions, search } = query;
  let matching = db.selectFrom('screening_checks').where('account_id', '=', accountId);
  if (from !== undefined) matching = matching.where('created_at', '>=', from);
  if (to !== undefined) matching = matching.where('created_at', '<=', lastMomentOfMillisecond(to));
  if (state === 'running') matching = matching.where('state', 'in', runningStates);
  else if (state !== undefined) matching = matching.where('state', '=', state);
  for (const exact of ['kind', 'network'] as const) {
    const value = query[exact];
    if (value !== undefined) matching = matching.where(exact, '=', value);
  }
  if (band !== undefined) matching = matching.where(isOfBand(band, rules, isListed(accountId)));
  if (category !== undefined) {
    matching = matching.where(sql<SqlBool>`${categoryKey(category)} = any (categories)`);
  }
  if (decision === 'none') matching = matching.where('decision', 'is', null);
  else if (decision !== undefined) matching = matching.where('decision', '=', decision);
  if (sanctions !== undefined) {
    const isNamed = sql<SqlBool>`(coalesce(is_sanctioned, false) or ${isListed(accountId)})`;
    const isScreened = sql<SqlBool>`(kind = 'address' and exists (
      select from sanctions_lists where account_id = ${accountId} and removed_at is null))`;
    const conditions = {
      named: isNamed,
      not_named: sql<SqlBool>`(not ${isNamed} and ${isScreened})`,
      not_screened: sql<SqlBool>`(not ${isNamed} and not ${isScreened})`,
    };
    matching = matching.where(conditions[sanctions]);
  }
  if (search !== undefined) {
    // No field has a line break: a match never runs from one into the next.
    matching = matching.where(
      sql<SqlBool>`position(lower(${search}) in lower(concat_ws(E'\n', value, uid, asked_by))) > 0`,
    );
  }
  return matching;
}

/** Whether a list that is loaded names the subject of a row. */
function isListed(accountId: string) {
  return sql<SqlBool>`(kind = 'address' and exists (
    select from sanctions_entries as entry
    join sanctions_lists as list using (list_id)
    where list.account_id = ${accountId} and list.removed_at is null
      and entry.network = screening_checks.network and entry.address = screening_checks.value))`;
}

/** Whether a check is finished and has this band. */
function isOfBand(band: AmlBand, rules: AmlRules, listed: RawBuilder<SqlBool>) {
  return sql<SqlBool>`state = 'finished' and ${rankOf(band)} = ${rankOfCheck(rules, listed)}`;
}

/**
 * What `bandOfCheck` says of a finished check, as the band's place among `bands`: severe where a list names the subject, else the worse of what the score says and what
 * each category says that counts, and at least unknown where the subject was not found or too much of its funds is of
 * unknown origin.
 */
function rankOfCheck(rules: AmlRules, listed: RawBuilder<SqlBool>) {
  const { thresholds } = rules;
  const weights = Object.entries(rules.severities).map(([key, severity]) => {
    const { direct, indirect } = minimumSharesOf(key, rules);
    const isUnknown = severity === 'unknown';
    return { key, rank: bands.indexOf(isUnknown ? 'low' : severity), direct, indirect, isUnknown };
  });
  const hasFindings = sql<SqlBool>`exists (
    select from json_to_recordset(findings) as finding(share numeric, direct numeric)
    where share is null or share <> 0 or direct <> 0)`;
  // Without a share, and without the distance of the funds, a category counts at its worst.
  return sql<number>`greatest(
    case
      when ${listed} then ${rankOf('severe')}
      when score is null and not ${hasFindings} then ${rankOf('unknown')}
      when score is null then ${rankOf('medium')}
      when score >= ${thresholds.severe}::numeric then ${rankOf('severe')}
      when score >= ${thresholds.high}::numeric then ${rankOf('high')}
      when score >= ${thresholds.medium}::numeric then ${rankOf('medium')}
      else ${rankOf('low')}
    end,
    case when is_not_found then ${rankOf('unknown')} else ${rankOf('low')} end,
    (
      select max(coalesce(weight.rank, ${rankOf('medium')}))
      from (
        select key, bool_or("isDirectHit" or share is null) as certain, sum(share) as share,
          sum(coalesce(direct, share)) as direct
        from json_to_recordset(findings) as finding(key text, share numeric, direct numeric, "isDirectHit" boolean)
        where share is null or share <> 0 or direct <> 0
        group by key
      ) as found
      left join json_to_recordset(${JSON.stringify(weights)}::json)
        as weight(key text, rank integer, direct numeric, indirect numeric) on weight.key = found.key
      where weight.key is null or found.certain or found.share >= weight.indirect
        or (found.direct > 0 and found.direct >= weight.direct)
    ),
    (
      select case
        when not ${hasFindings} then ${rankOf('unknown')}
        when count(found.share) = 0 then
          case when bool_and(coalesce(weight."isUnknown", false)) then ${rankOf('unknown')} else ${rankOf('low')} end
        when coalesce(sum(found.share) filter (where weight."isUnknown"), 0) + greatest(0, 100 - sum(found.share))
          > ${rules.unknown_share}::numeric then ${rankOf('unknown')}
        else ${rankOf('low')}
      end
      from json_to_recordset(findings) as found(key text, share numeric)
      left join json_to_recordset(${JSON.stringify(weights)}::json) as weight(key text, "isUnknown" boolean)
        on weight.key = found.key
    )
  )`;
}

function rankOf(band: AmlBand) {
  return sql.lit(bands.indexOf(band));
}

/** What runs, the oldest first, and how many there are in all; what ended since then, the latest first. */
export async function listActivity(
  db: Kysely<Tables>,
  accountId: string,
  { endedSince, most }: { endedSince: Instant; most: number },
) {
  const own = db.selectFrom('screening_checks').where('account_id', '=', accountId);
  const running = own.where('state', 'in', runningStates);
  const [{ count }, oldest, ended, last] = await Promise.all([
    running.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    running.selectAll().orderBy('created_at').orderBy('check_id').limit(most).execute(),
    own
      .selectAll()
      .where('ended_at', '>=', endedSince)
      .orderBy('ended_at', 'desc')
      .orderBy('check_id', 'desc')
      .limit(most)
      .execute(),
    db
      .selectFrom(
        own
          .select(['check_id', 'checks_left', 'ended_at'])
          .where('state', '=', 'finished')
          .orderBy('ended_at', 'desc')
          .orderBy('check_id', 'desc')
          .limit(LATEST_REPORTS)
          .as('latest'),
      )
      .select(['checks_left', 'ended_at'])
      .where('checks_left', 'is not', null)
      .orderBy('ended_at', 'desc')
      .orderBy('check_id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  return { runningCount: count, running: oldest, ended, last };
}
