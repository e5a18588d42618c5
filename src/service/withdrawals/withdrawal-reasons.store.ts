import type { Kysely } from 'kysely';
import type { WithdrawalReason } from '#contract/gateway/withdrawal-reasons.ts';
import { type Instant, writeIsoTime } from '#domain/time.ts';
import type { Tables } from '#database/tables.ts';

const MOST_LATEST = 5;

/** Why the account's requests were rejected or failed: those of `ids` that have a reason. */
export async function listReasons(
  db: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
): Promise<WithdrawalReason[]> {
  if (ids.length === 0) return [];
  const rows = await withReasons(db, accountId).where('request_id', 'in', ids).execute();
  return rows.map(toReason);
}

/** The account's requests that were rejected since then because the recipient is sanctioned. */
export async function listSanctionsHits(
  db: Kysely<Tables>,
  accountId: string,
  since: Instant,
): Promise<{ count: number; latest: WithdrawalReason[] }> {
  const hits = withReasons(db, accountId)
    .where('reason_code', '=', 'sanctions')
    .where('updated_at', '>=', since);
  const { count } = await hits
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const latest = await hits
    .orderBy('updated_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(MOST_LATEST)
    .execute();
  return { count, latest: latest.map(toReason) };
}

function withReasons(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('withdrawal_requests')
    .select(['request_id', 'reason_code', 'reason', 'updated_at'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('reason', 'is not', null);
}

type Row = { request_id: string; reason_code: string | null; reason: string | null; updated_at: Instant };

function toReason({ request_id, reason_code: code, reason, updated_at }: Row): WithdrawalReason {
  return { request_id, code, reason: reason ?? '', ended_at: writeIsoTime(updated_at) };
}
