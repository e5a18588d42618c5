// npm run labels
import { Option } from '@commander-js/extra-typings';
import { formatCount } from '#domain/format.ts';
import { withdrawalNetworks, type Network } from '#domain/networks.ts';
import { CommandError, commandLine, failUsage, readTextFile, runCommandLine } from '../../../command-line.ts';
import { onDatabase } from '../../../command-on-database.ts';
import { categoryNames } from '../screening/categories.ts';
import { labelsAsCsv, parseAddressList, parseLabelsCsv, type LabelsFile } from './labels-file.ts';
import { countLabels, importLabels, listLabels, removeAllLabels, removeLabels } from './labels.store.ts';

const problemsShown = 50;

const program = commandLine('labels', 'Load, show and remove what AML screening knows of addresses.');

program
  .command('import')
  .description(
    'Load labels from a CSV with the header row network,address,entity,category,source, or from a list with one address a line. A list needs --category, --entity and --source.',
  )
  .argument('<file>', 'the CSV or the list, in UTF-8')
  .addOption(new Option('--category <category>', 'what the addresses of a list are').choices(categoryNames))
  .option('--entity <name>', 'the owner of the listed addresses')
  .option('--source <name>', 'where the list comes from')
  .addOption(
    new Option('--network <network>', 'the network of all addresses of a list').choices(withdrawalNetworks),
  )
  .option(
    '--replace',
    'remove what the same sources said before and no longer say; with --network, of that network only',
  )
  .action(async (file, { replace: isReplacing = false, ...given }, command) => {
    const description = Object.keys(given).length === 0 ? undefined : asDescription(given);
    if (description === null) {
      failUsage(command, 'A list of addresses needs --category, --entity and --source.');
    }
    await onDatabase(async ({ db }) => {
      const text = await readTextFile(file);
      const { labels, problems }: LabelsFile =
        description === undefined ? parseLabelsCsv(text) : parseAddressList(text, description);
      if (problems.length > 0) throw new CommandError(describeProblems(file, problems));
      if (labels.length === 0) throw new CommandError(`${file} doesn’t contain any addresses.`);
      const { removed } = await importLabels(db, labels, {
        replaceSources: isReplacing,
        onNetwork: description?.network,
      });
      console.log(`${labels.length} labels imported${isReplacing ? `, ${removed} old ones removed` : ''}.`);
    });
  });

program
  .command('list')
  .description('Print labels as CSV that can be edited and imported again')
  .option('--source <name>', 'only labels from this source')
  .addOption(new Option('--category <category>', 'only labels of this category').choices(categoryNames))
  .addOption(new Option('--network <network>', 'only labels on this network').choices(withdrawalNetworks))
  .action(
    async (filters) =>
      await onDatabase(async ({ db }) => {
        process.stdout.write(labelsAsCsv(await listLabels(db, filters)));
      }),
  );

program
  .command('count')
  .description('Show how many labels each source has, by category')
  .action(
    async () =>
      await onDatabase(async ({ db }) => {
        const counts = await countLabels(db);
        if (counts.length === 0) console.log('No labels yet. Add some with "import".');
        for (const { source, category, labels, newest } of counts) {
          console.log(
            `${String(labels).padStart(8)}  ${category}  ${source}  (newest ${newest.slice(0, 10)})`,
          );
        }
      }),
  );

program
  .command('remove')
  .description('Remove the labels from a source, or all labels')
  .option('--source <name>', 'the source ("count" lists them)')
  .addOption(new Option('--all', 'all labels, whatever their source').conflicts('source'))
  .action(async ({ source, all }, command) => {
    if (source === undefined && all === undefined) failUsage(command, 'Enter --source NAME or --all.');
    await onDatabase(async ({ db }) => {
      if (source === undefined) {
        const removed = await removeAllLabels(db);
        console.log(`${removed} labels removed. The next start loads the starter set again.`);
        return;
      }
      const removed = await removeLabels(db, source);
      if (removed === 0) {
        throw new CommandError(
          `There are no labels from the source "${source}". Run "count" to list the sources.`,
        );
      }
      console.log(`${removed} labels removed.`);
    });
  });

await runCommandLine(program);

type Given = Partial<Record<'category' | 'entity' | 'source', string>> & { network?: Network };

/** What all addresses of a list are; null if something is missing. */
function asDescription({ category, entity, source, network }: Given) {
  if (category === undefined || entity === undefined || source === undefined) return null;
  return { category, entity, source, network };
}

function describeProblems(file: string, problems: readonly string[]): string {
  const left = problems.length - problemsShown;
  return [
    `${file}: nothing was imported. ${formatCount(problems.length, 'problem')}:`,
    ...problems.slice(0, problemsShown).map((problem) => `  ${problem}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ].join('\n');
}
