import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moment } from '../../lists/testing-lists.ts';
import { setUpService } from '../../testing.ts';
import { amlChecks, evmAddress, reportOf } from '../testing-aml.ts';
import { parseAddressList, parseLabelsCsv } from './labels-file.ts';
import { countLabels, importLabels, listLabels, removeLabels } from './labels.store.ts';
import type { NewLabel } from './label.ts';
import { ensureStarterLabels, starterLabelsFile } from './starter-labels.ts';

const service = setUpService();
const { check } = amlChecks(service);

const made = (n: number, entity = `Entity ${n}`, source = 'list'): NewLabel => ({
  network: 'eth',
  address: evmAddress(n),
  entity,
  category: 'exchange',
  source,
});
/** The store takes any text for an address; real ones would be slow to make. */
function labelsOf(count: number): NewLabel[] {
  const one = made(0);
  return Array.from({ length: count }, (_, n) => Object.assign({}, one, { address: `a${n}` }));
}
const entities = async () => (await listLabels(service.db, {})).map(({ entity }) => entity).sort();

it('imports more labels than one statement takes, and counts them', async () => {
  await importLabels(service.db, labelsOf(12_001));
  expect(await countLabels(service.db)).toMatchObject([
    { source: 'list', category: 'exchange', labels: 12_001 },
  ]);
});

it('replaces what the same source said about an address, and keeps what others say', async () => {
  await importLabels(service.db, [made(1, 'Before'), made(1, 'Other', 'another')]);
  await importLabels(service.db, [made(1, 'After')]);
  expect(await entities()).toEqual(['After', 'Other']);
});

it('removes what a source no longer says where it is asked to, of that source only', async () => {
  await importLabels(service.db, [made(1), made(2), made(3, 'Other', 'another')]);
  expect(await importLabels(service.db, [made(2), made(4)], { replaceSources: true })).toEqual({
    removed: 1,
  });
  expect(await entities()).toEqual(['Entity 2', 'Entity 4', 'Other']);
  expect(await removeLabels(service.db, 'list')).toBe(2);
  expect(await entities()).toEqual(['Other']);
});

it('leaves what a source says about other networks, where only one network is replaced', async () => {
  const onBnb: NewLabel = { ...made(1), network: 'bnb' };
  await importLabels(service.db, [made(1), made(2), onBnb]);
  expect(await importLabels(service.db, [made(2)], { replaceSources: true, onNetwork: 'eth' })).toEqual({
    removed: 1,
  });
  expect(await listLabels(service.db, {})).toMatchObject([onBnb, made(2)]);
});

it('removes what a source no longer says even where the clock was ahead when it said it', async () => {
  await importLabels(service.db, [made(1)]);
  await service.db
    .updateTable('aml_labels')
    .set({ imported_at: moment(10 * 365 * 86_400_000) })
    .execute();
  await importLabels(service.db, [made(2)], { replaceSources: true });
  expect(await entities()).toEqual(['Entity 2']);
});

it('keeps nothing of an import that fails', async () => {
  const broken = { ...made(9), network: 'nowhere' } as unknown as NewLabel;
  await expect(importLabels(service.db, [...labelsOf(5_000), broken])).rejects.toThrow(
    /foreign key constraint/,
  );
  expect(await entities()).toEqual([]);
});

describe('the starter set', () => {
  it('has a valid address, a category and a source in every line', async () => {
    const { labels, problems } = parseLabelsCsv(await readFile(starterLabelsFile, 'utf8'));
    expect(problems).toEqual([]);
    expect(labels.length).toBeGreaterThan(24);
    for (const { source } of labels) expect(source).toMatch(/https:\/\//);
  });

  it('is loaded only if there are no labels, even by several processes at once', async () => {
    await Promise.all([ensureStarterLabels(service.db), ensureStarterLabels(service.db)]);
    const { labels } = parseLabelsCsv(await readFile(starterLabelsFile, 'utf8'));
    expect(await entities()).toHaveLength(labels.length);
    await service.db.deleteFrom('aml_labels').execute();
    await importLabels(service.db, [made(1)]);
    await ensureStarterLabels(service.db);
    expect(await entities()).toEqual(['Entity 1']);
  });

  it('makes a screening recognise a sanctioned address from the first start on', async () => {
    await ensureStarterLabels(service.db);
    const value = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
    expect(reportOf(await check({ value, network: 'eth' }))).toMatchObject({
      aml_score: 100,
      params: { owner: 'Lazarus Group' },
    });
  });
});

// A real list, which is not part of the project: where it is missing, this is skipped.
const shared = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data');
const folder = join(shared, 'sanctions');

describe.skipIf(!existsSync(folder))('the public sanctions list', () => {
  it('is imported whole, and each of its addresses scores 100', async () => {
    for (const file of await readdir(folder)) {
      const text = await readFile(join(folder, file), 'utf8');
      const description = { entity: 'Listed', category: 'sanctions', source: file };
      const { labels, problems } = parseAddressList(text, description);
      expect(problems).toEqual([]);
      await importLabels(service.db, labels);
    }
    await service.db
      .insertInto('aml_allowances')
      .values({ account_id: service.accountId, checks_left: 10_000 })
      .execute();
    const labels = await listLabels(service.db, { category: 'sanctions' });
    expect(labels.length).toBeGreaterThan(600);
    for (const { address: value, network } of labels.filter((_, n) => n % 20 === 0)) {
      expect(reportOf(await check({ value, network })).aml_score).toBe(100);
    }
  });
});
