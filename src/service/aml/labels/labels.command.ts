// npm run labels: loads, shows and removes what AML screening knows of addresses.
import type { Kysely } from 'kysely';
import { formatCount } from '#domain/format.ts';
import type { Tables } from '#database/tables.ts';
import { CommandError, readTextFile, runOnDatabase } from '../../command.ts';
import { type LabelsCommand, parseLabelsArguments } from './labels-arguments.ts';
import { labelsAsCsv, parseAddressList, parseLabelsCsv, type LabelsFile } from './labels-file.ts';
import { countLabels, importLabels, listLabels, removeAllLabels, removeLabels } from './labels.store.ts';

const problemsShown = 50;

let command: LabelsCommand;

await runOnDatabase(
  () => {
    command = parseLabelsArguments(process.argv.slice(2));
    return { mayCreate: false };
  },
  async ({ db }) => await run(db, command),
);

async function run(db: Kysely<Tables>, asked: LabelsCommand): Promise<number> {
  if (asked.action === 'import') return await importFile(db, asked);
  if (asked.action === 'list') return await list(db, asked);
  if (asked.action === 'count') return await count(db);
  if (asked.action === 'remove') return await remove(db, asked.source);
  console.log(`${await removeAllLabels(db)} labels removed. The next start loads the starter set again.`);
  return 0;
}

async function importFile(
  db: Kysely<Tables>,
  { file, list: description, isReplacing }: LabelsCommand & { action: 'import' },
): Promise<number> {
  const text = await readTextFile(file);
  const { labels, problems }: LabelsFile =
    description === undefined ? parseLabelsCsv(text) : parseAddressList(text, description);
  if (problems.length > 0) {
    console.error(`${file}: nothing was imported. ${formatCount(problems.length, 'problem')}:`);
    for (const problem of problems.slice(0, problemsShown)) console.error(`  ${problem}`);
    if (problems.length > problemsShown) console.error(`  and ${problems.length - problemsShown} more`);
    return 1;
  }
  if (labels.length === 0) throw new CommandError(`${file} doesn’t contain any addresses.`);
  const { removed } = await importLabels(db, labels, {
    replaceSources: isReplacing,
    onNetwork: description?.network,
  });
  console.log(`${labels.length} labels imported${isReplacing ? `, ${removed} old ones removed` : ''}.`);
  return 0;
}

/** Prints CSV, so that it can be stored, edited and imported again. */
async function list(
  db: Kysely<Tables>,
  { source, category, network }: LabelsCommand & { action: 'list' },
): Promise<number> {
  const labels = await listLabels(db, {
    ...(source !== undefined && { source }),
    ...(category !== undefined && { category }),
    ...(network !== undefined && { network }),
  });
  process.stdout.write(labelsAsCsv(labels));
  return 0;
}

async function count(db: Kysely<Tables>): Promise<number> {
  const counts = await countLabels(db);
  if (counts.length === 0) console.log('No labels yet. Add some with "import".');
  for (const { source, category, labels, newest } of counts) {
    console.log(`${String(labels).padStart(8)}  ${category}  ${source}  (newest ${newest.slice(0, 10)})`);
  }
  return 0;
}

async function remove(db: Kysely<Tables>, source: string): Promise<number> {
  const removed = await removeLabels(db, source);
  if (removed === 0)
    throw new CommandError(
      `There are no labels from the source "${source}". Run "count" to list the sources.`,
    );
  console.log(`${removed} labels removed.`);
  return 0;
}
