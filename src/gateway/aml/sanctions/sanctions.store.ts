import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { SanctionsListsTable } from '#database/sanctions-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { AmlNetwork, Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import type { ListFile } from './read-list-file.ts';

export type SanctionsListRow = SanctionsListsTable;

type NewList = {
  accountId: string;
  name: string;
  /** The date that the list itself has, `2026-01-31`. */
  date: string;
  file: Pick<ListFile, 'listed' | 'entries'>;
  keyName: string | null;
  keyFingerprint: string;
  at: Instant;
};

const ROWS_PER_INSERT = 20_000;

/**
 * Loads a list and replaces the one of the same name: both or neither. Throws a unique violation if another request
 * loads one of this name at the same moment.
 */
export async function storeSanctionsList(
  db: Kysely<Tables>,
  { accountId, name, date, file, keyName, keyFingerprint, at }: NewList,
): Promise<{ list: SanctionsListRow; replaced: SanctionsListRow | undefined }> {
  const list = {
    list_id: `list_${randomBytes(12).toString('hex')}`,
    account_id: accountId,
    name,
    list_date: date,
    entries: file.entries,
    loaded_at: at,
    loaded_by: keyName,
    key_fingerprint: keyFingerprint,
    removed_at: null,
  };
  return await inTransaction(db, async (trx) => {
    const replaced = await trx
      .updateTable('sanctions_lists')
      .set({ removed_at: at })
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    await trx.insertInto('sanctions_lists').values(list).execute();
    for (let first = 0; first < file.listed.length; first += ROWS_PER_INSERT) {
      const part = file.listed.slice(first, first + ROWS_PER_INSERT);
      await sql`
        insert into sanctions_entries (network, address, list_id, entity, listed_since)
        select networks.code, added.address, ${list.list_id}, added.entity,
          coalesce(earlier.listed_since, ${at}::timestamptz)
        from unnest(
          ${part.map(({ network }) => network)}::text[],
          ${part.map(({ address }) => address)}::text[],
          ${part.map(({ entity }) => entity)}::text[]
        ) as added (network, address, entity)
        left join networks on networks.code = added.network
        left join sanctions_entries as earlier
          on earlier.list_id = ${replaced?.list_id ?? null} and earlier.network = added.network
          and earlier.address = added.address`.execute(trx);
    }
    if (replaced !== undefined) await forgetUnchecked(trx, replaced);
    return { list, replaced };
  });
}

/** Takes a list out of use. False, and nothing changed, where it isn't loaded. */
export async function removeSanctionsList(
  db: Kysely<Tables>,
  removed: { accountId: string; name: string; listId: string; at: Instant },
): Promise<boolean> {
  return await inTransaction(db, async (trx) => {
    const list = await trx
      .updateTable('sanctions_lists')
      .set({ removed_at: removed.at })
      .where('account_id', '=', removed.accountId)
      .where('list_id', '=', removed.listId)
      .where('name', '=', removed.name)
      .where('removed_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (list !== undefined) await forgetUnchecked(trx, list);
    return list !== undefined;
  });
}

/** What was checked while the list was loaded keeps its match; the rest of the list is of no more use. */
async function forgetUnchecked(
  trx: Kysely<Tables>,
  { list_id: listId, account_id: accountId }: SanctionsListRow,
): Promise<void> {
  await sql`
    delete from sanctions_entries as entry
    where entry.list_id = ${listId} and not exists (
      select from screening_checks as kept
      where kept.account_id = ${accountId} and kept.network = entry.network and kept.value = entry.address
        and kept.state = 'finished'
    )`.execute(trx);
}

/** The lists that are loaded, by their names. */
export async function listLoadedLists(db: Kysely<Tables>, accountId: string): Promise<SanctionsListRow[]> {
  return await db
    .selectFrom('sanctions_lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .orderBy('list_id')
    .execute();
}

/** Every list that the account has had, the earliest first. */
export async function listEveryList(db: Kysely<Tables>, accountId: string): Promise<SanctionsListRow[]> {
  return await db
    .selectFrom('sanctions_lists')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('loaded_at')
    .orderBy('list_id')
    .execute();
}

type SubjectKey = { network: Network; value: string };

/** An address that a list names or named. */
export type ListedSubject = { network: Network; address: string; entity: string; list_id: string };

/** Which lists of the account, loaded or not, name the subjects. */
export async function findListed(
  db: Kysely<Tables>,
  accountId: string,
  subjects: readonly SubjectKey[],
): Promise<ListedSubject[]> {
  if (subjects.length === 0) return [];
  const values = Map.groupBy(subjects, ({ network }) => network);
  return await db
    .selectFrom('sanctions_entries as entry')
    .innerJoin('sanctions_lists as list', 'list.list_id', 'entry.list_id')
    .select(['entry.network', 'entry.address', 'entry.entity', 'entry.list_id'])
    .where('list.account_id', '=', accountId)
    .where((where) =>
      where.or(
        [...values].map(([network, some]) =>
          where.and([
            where('entry.network', '=', network),
            where(
              'entry.address',
              'in',
              some.map(({ value }) => value),
            ),
          ]),
        ),
      ),
    )
    .orderBy('list.name')
    .orderBy('list.list_id')
    .execute();
}

export type SanctionsAlert = {
  network: AmlNetwork;
  value: string;
  check_id: string | null;
  lists: string[];
};

/** Addresses that the account checks or monitors and a loaded list names, without a decision since then. */
export async function listAlerts(
  db: Kysely<Tables>,
  accountId: string,
  most: number,
): Promise<{ count: number; latest: SanctionsAlert[] }> {
  const alerts = sql`
    select subject.network, subject.value, max(entry.listed_since) as since,
      array_agg(distinct list.name order by list.name) as lists
    from (
      select network, value from screening_checks where account_id = ${accountId} and kind = 'address'
      union select network, value from aml_watches where account_id = ${accountId} and kind = 'address'
    ) as subject
    join sanctions_entries as entry on entry.network = subject.network and entry.address = subject.value
    join sanctions_lists as list using (list_id)
    where list.account_id = ${accountId} and list.removed_at is null and not exists (
      select from check_decisions as decided
      join screening_checks as decided_on using (check_id)
      where decided_on.account_id = ${accountId} and decided_on.network = subject.network
        and decided_on.value = subject.value and decided.decided_at >= entry.listed_since
    )
    group by subject.network, subject.value`;
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${alerts}) as alert`.execute(db);
  const { rows: latest } = await sql<SanctionsAlert>`
    select alert.network, alert.value, alert.lists, (
      select check_id from screening_checks
      where account_id = ${accountId} and network = alert.network and value = alert.value and state = 'finished'
      order by ended_at desc, check_id desc limit 1
    ) as check_id
    from (${alerts}) as alert
    order by alert.since desc, alert.network, alert.value
    limit ${most}`.execute(db);
  return { count: counted.rows[0]?.count ?? 0, latest };
}
