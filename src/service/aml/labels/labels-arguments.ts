import { isNetwork, withdrawalNetworks, type Network } from '#domain/networks.ts';
import { commandLine } from '../../command-line.ts';
import { categoryNames, isCategory } from '../screening/categories.ts';
import { wrongCategory } from './label.ts';
import type { ListDescription } from './labels-file.ts';

export type LabelsCommand =
  | { action: 'import'; file: string; list: ListDescription | undefined; isReplacing: boolean }
  | { action: 'list'; source: string | undefined; category: string | undefined; network: Network | undefined }
  | { action: 'count' }
  | { action: 'remove'; source: string }
  | { action: 'remove-all' };

const labelsUsage = `Usage:
  npm run labels -- import FILE.csv [--replace]
  npm run labels -- import LIST.txt --category CATEGORY --entity NAME --source NAME [--network NETWORK] [--replace]
  npm run labels -- list [--source NAME] [--category CATEGORY] [--network NETWORK]
  npm run labels -- count
  npm run labels -- remove --source NAME
  npm run labels -- remove --all

A CSV has the header row network,address,entity,category,source; a list has one address a line.
With --replace, what the same sources said before and do not say now goes; with --network, of that network only.
NETWORK is one of ${withdrawalNetworks.join(', ')}. CATEGORY is one of:
  ${categoryNames.join(', ')}`;

const { read, wrong } = commandLine(labelsUsage, {
  network: { type: 'string' },
  category: { type: 'string' },
  entity: { type: 'string' },
  source: { type: 'string' },
  replace: { type: 'boolean' },
  all: { type: 'boolean' },
});

/** Reads the command line. Throws a CommandError that says what is wrong and how it is called. */
export function parseLabelsArguments(args: string[]): LabelsCommand {
  const { values, positionals } = read(args);
  const [action, ...rest] = positionals;
  switch (action) {
    case 'import':
      return parseImport(rest, values);
    case 'list': {
      expectOnly(rest, values, ['source', 'category', 'network']);
      const { source, category } = values;
      if (category !== undefined && !isCategory(category)) throw wrong(wrongCategory(category));
      return { action, source, category, network: parseNetwork(values.network) };
    }
    case 'count':
      expectOnly(rest, values, []);
      return { action };
    case 'remove': {
      expectOnly(rest, values, ['source', 'all']);
      const { source, all } = values;
      if ((source === undefined) === (all === undefined)) throw wrong('Enter --source NAME or --all.');
      return source === undefined ? { action: 'remove-all' } : { action, source };
    }
    case undefined:
    default:
      throw wrong(action === undefined ? 'Enter a command.' : `Unknown command "${action}".`);
  }
}

type Values = ReturnType<typeof read>['values'];

function parseImport(rest: string[], values: Values): LabelsCommand {
  const [file, ...more] = rest;
  if (file === undefined) throw wrong('Enter a file.');
  expectOnly(more, values, ['network', 'category', 'entity', 'source', 'replace']);
  const { category, entity, source } = values;
  const isReplacing = values.replace ?? false;
  const network = parseNetwork(values.network);
  const isList = [category, entity, source, network].some((value) => value !== undefined);
  if (!isList) return { action: 'import', file, list: undefined, isReplacing };
  if (category === undefined || entity === undefined || source === undefined) {
    throw wrong('A list of addresses needs --category, --entity and --source.');
  }
  if (!isCategory(category)) throw wrong(wrongCategory(category));
  return { action: 'import', file, list: { network, category, entity, source }, isReplacing };
}

function parseNetwork(text: string | undefined): Network | undefined {
  if (text === undefined || isNetwork(text)) return text;
  throw wrong(`--network must be one of ${withdrawalNetworks.join(', ')}.`);
}

function expectOnly(rest: readonly string[], values: Values, allowed: readonly string[]): void {
  if (rest.length > 0) throw wrong(`Unexpected argument "${rest.join(' ')}".`);
  const surplus = Object.keys(values).find((name) => !allowed.includes(name));
  if (surplus !== undefined) throw wrong(`--${surplus} can’t be used with this command.`);
}
