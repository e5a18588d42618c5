import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import { parseLabelsCsv } from './labels-file.ts';
import { hasLabels, importLabels } from './labels.store.ts';

export const starterLabelsFile = join(import.meta.dirname, 'starter-labels.csv');

/**
 * Loads a small set of publicly known addresses if there is no label at all, so that screening recognises something
 * from the first start on. Any number of processes may do this at once.
 */
export async function ensureStarterLabels(db: Kysely<Tables>): Promise<void> {
  if (await hasLabels(db)) return;
  const { labels, problems } = parseLabelsCsv(await readFile(starterLabelsFile, 'utf8'));
  if (problems.length > 0) throw new Error(`${starterLabelsFile}: ${problems.join('; ')}`);
  await importLabels(db, labels);
}
