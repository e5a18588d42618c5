import { type Kysely, sql } from 'kysely';
import type { RateSourcesTable } from '#database/rate-tables.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';
import { claimDue } from '#jobs/claim-due.ts';

export type RateSourceRow = RateSourcesTable;

export async function findRateSource(
  db: Kysely<Tables>,
  accountId: string,
): Promise<RateSourceRow | undefined> {
  return await db
    .selectFrom('rate_sources')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Sets the URL, due at once; null removes it. What was known of an earlier URL is forgotten. */
export async function changeRateSource(
  db: Kysely<Tables>,
  { accountId, url, by, at }: { accountId: string; url: string | null; by: string | null; at: Instant },
): Promise<void> {
  if (url === null) {
    await db.deleteFrom('rate_sources').where('account_id', '=', accountId).execute();
    return;
  }
  const fresh = {
    url,
    changed_at: at,
    changed_by: by,
    next_at: at,
    tried_at: null,
    failure: null,
    read_at: null,
    rates_read: null,
  };
  await db
    .insertInto('rate_sources')
    .values({ account_id: accountId, lease_version: 1, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ ...fresh, lease_version: sql`rate_sources.lease_version + 1` }),
    )
    .execute();
}

/** Claims sources that are due for `leaseMs`. */
export async function claimRateSources(
  db: Kysely<Tables>,
  claim: { most: number; atHand: readonly string[]; now: Instant; leaseMs: number },
): Promise<RateSourceRow[]> {
  return await claimDue(
    db,
    { table: 'rate_sources', id: 'account_id', due: 'next_at', version: 'lease_version' },
    claim,
  );
}

/** Says how a request went, unless the source was changed, removed or claimed again meanwhile. */
export async function endRateRequest(
  db: Kysely<Tables>,
  { account_id, lease_version }: Pick<RateSourceRow, 'account_id' | 'lease_version'>,
  outcome: Pick<RateSourceRow, 'tried_at' | 'failure' | 'next_at'> &
    Partial<Pick<RateSourceRow, 'read_at' | 'rates_read'>>,
): Promise<void> {
  await db
    .updateTable('rate_sources')
    .set(outcome)
    .where('account_id', '=', account_id)
    .where('lease_version', '=', lease_version)
    .execute();
}
