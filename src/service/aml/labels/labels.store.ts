import { sql, type Kysely } from 'kysely';
import { inTransaction } from '#database/transaction.ts';
import type { Tables } from '#database/tables.ts';
import type { AmlLabelsTable } from '#database/aml-tables.ts';
import type { Network } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';
import { now } from '#domain/clock.ts';
import type { NewLabel } from './label.ts';

/** How many labels a source has of a category. */
export type LabelCount = { source: string; category: string; labels: number; newest: Instant };

const labelsPerInsert = 5_000;

/**
 * Adds labels, all or none. A label that the same source already has for the address is replaced. With
 * `replaceSources`, what these sources said before and no longer say goes, with `onNetwork` of that network only:
 * a list of today instead of the list of last month.
 */
export async function importLabels(
  db: Kysely<Tables>,
  labels: readonly NewLabel[],
  { replaceSources = false, onNetwork }: { replaceSources?: boolean; onNetwork?: Network | undefined } = {},
): Promise<{ removed: number }> {
  return await inTransaction(db, async (tx) => {
    const importedAt = now();
    for (let first = 0; first < labels.length; first += labelsPerInsert) {
      const part = labels.slice(first, first + labelsPerInsert);
      const column = (name: keyof NewLabel) => part.map((label) => label[name]);
      await sql`
        insert into aml_labels (network, address, source, entity, category, imported_at)
        select *, ${importedAt}::timestamptz from unnest(
          ${column('network')}::text[], ${column('address')}::text[], ${column('source')}::text[],
          ${column('entity')}::text[], ${column('category')}::text[])
        on conflict (network, address, source) do update
        set entity = excluded.entity, category = excluded.category, imported_at = excluded.imported_at`.execute(
        tx,
      );
    }
    if (!replaceSources || labels.length === 0) return { removed: 0 };
    const sources = [...new Set(labels.map(({ source }) => source))];
    let outdated = tx
      .deleteFrom('aml_labels')
      .where('source', 'in', sources)
      // This covers later labels as well: the clock of their import may have been ahead.
      .where('imported_at', '<>', importedAt);
    if (onNetwork !== undefined) outdated = outdated.where('network', '=', onNetwork);
    const removed = await outdated.executeTakeFirst();
    return { removed: Number(removed.numDeletedRows) };
  });
}

/** Removes all labels of a source; gives how many there were. */
export async function removeLabels(db: Kysely<Tables>, source: string): Promise<number> {
  const removed = await db.deleteFrom('aml_labels').where('source', '=', source).executeTakeFirst();
  return Number(removed.numDeletedRows);
}

export async function removeAllLabels(db: Kysely<Tables>): Promise<number> {
  const removed = await db.deleteFrom('aml_labels').executeTakeFirst();
  return Number(removed.numDeletedRows);
}

export async function countLabels(db: Kysely<Tables>): Promise<LabelCount[]> {
  return await db
    .selectFrom('aml_labels')
    .select((e) => [
      'source',
      'category',
      e.fn.countAll<number>().as('labels'),
      e.fn.max('imported_at').as('newest'),
    ])
    .groupBy(['source', 'category'])
    .orderBy('source')
    .orderBy('category')
    .execute();
}

export async function listLabels(
  db: Kysely<Tables>,
  filters: Partial<Pick<AmlLabelsTable, 'source' | 'category' | 'network'>>,
): Promise<AmlLabelsTable[]> {
  let labels = db.selectFrom('aml_labels').selectAll();
  if (filters.source !== undefined) labels = labels.where('source', '=', filters.source);
  if (filters.category !== undefined) labels = labels.where('category', '=', filters.category);
  if (filters.network !== undefined) labels = labels.where('network', '=', filters.network);
  return await labels.orderBy('network').orderBy('address').orderBy('source').execute();
}

export async function hasLabels(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('aml_labels').select('source').limit(1).executeTakeFirst()) !== undefined;
}

/** How much screening knows: labels, their sources, and when the newest came. */
export async function summariseLabels(
  db: Kysely<Tables>,
): Promise<{ count: number; sources: number; newest: Instant | null }> {
  return await db
    .selectFrom('aml_labels')
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      e.fn.count<number>('source').distinct().as('sources'),
      e.fn.max<Instant | null>('imported_at').as('newest'),
    ])
    .executeTakeFirstOrThrow();
}
