import type { Kysely } from 'kysely';
import type { BalanceLeaf, UserBalances } from '#contract/wallet-service/balances.ts';
import type { Tables } from '#database/tables.ts';
import type { Instant } from '#domain/time.ts';

/** What a provider said an account’s balances were, and when. */
export type Snapshot = { takenAt: Instant; balances: UserBalances };

/** Keeps the first snapshot of an hour: a second one is left out. */
export async function insertSnapshot(
  db: Kysely<Tables>,
  accountId: string,
  hour: Instant,
  { takenAt, balances }: Snapshot,
): Promise<void> {
  await db
    .insertInto('balance_snapshots')
    .values({ account_id: accountId, hour, taken_at: takenAt, balances: JSON.stringify(balances) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasSnapshot(db: Kysely<Tables>, accountId: string, hour: Instant): Promise<boolean> {
  return (await findSnapshot(db, accountId, hour)) !== undefined;
}

/** The snapshot of exactly that moment. There is none of moments within an hour. */
export async function findSnapshot(
  db: Kysely<Tables>,
  accountId: string,
  hour: Instant,
): Promise<Snapshot | undefined> {
  const row = await db
    .selectFrom('balance_snapshots')
    .select(['taken_at', 'balances'])
    .where('account_id', '=', accountId)
    .where('hour', '=', hour)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as `insertSnapshot` wrote it.
  return { takenAt: row.taken_at, balances: JSON.parse(row.balances) as UserBalances };
}

/** The amounts of a snapshot, one for each wallet type, network key and currency. */
export function leavesOf(
  balances: UserBalances,
): ({ type: string; network: string; currency: string } & BalanceLeaf)[] {
  return Object.entries(balances).flatMap(([type, networks]) =>
    Object.entries(networks).flatMap(([network, currencies]) =>
      Object.entries(currencies).map(([currency, { available, transit, blockchain }]) => {
        return { type, network, currency, available, transit, blockchain };
      }),
    ),
  );
}

/** The nearest hours with a snapshot before and after a moment, whether it has one itself or not. */
export async function hoursAround(
  db: Kysely<Tables>,
  accountId: string,
  moment: Instant,
): Promise<{ before: Instant | undefined; after: Instant | undefined }> {
  const next = async (operator: '<' | '>', direction: 'asc' | 'desc') => {
    const row = await db
      .selectFrom('balance_snapshots')
      .select('hour')
      .where('account_id', '=', accountId)
      .where('hour', operator, moment)
      .orderBy('hour', direction)
      .limit(1)
      .executeTakeFirst();
    return row?.hour;
  };
  return { before: await next('<', 'desc'), after: await next('>', 'asc') };
}

/** The hour of the account’s first snapshot. */
export async function firstSnapshotHour(db: Kysely<Tables>, accountId: string): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('balance_snapshots')
    .select('hour')
    .where('account_id', '=', accountId)
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst();
  return row?.hour;
}
