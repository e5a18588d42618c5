import { formatInteger } from '#domain/format.ts';
import * as z from 'zod/mini';
import { lineOfText } from '#contract/fields.ts';
import { MOST_SANCTIONS_LINES } from '#contract/gateway/sanctions-lists.ts';
import { checkAddress, networksOfAddress } from '#domain/addresses.ts';
import { unguarded } from '#domain/csv.ts';
import { isNetwork, type Network, networks, networksOfScheme, withdrawalNetworks } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';

/** An address that a list names, on one network, in canonical spelling. */
type ListedAddress = { network: Network; address: string; entity: string };

export type ListFile = {
  /** An address that several networks share is here once for each. */
  listed: ListedAddress[];
  /** How many different addresses the file names: one that several networks share counts once. */
  entries: number;
  /** What is wrong, by the number of the line. Nothing of a file with a wrong line is to be used. */
  problems: Map<number, string>;
};

const entityText = lineOfText(128, { min: 0 });
const knownColumns = ['network', 'address', 'entity'] as const;
const LONGEST_LINE = 1000;
const LONGEST_QUOTE = 100;
/** How many lines are read before the event loop gets to other requests. */
const LINES_AT_ONCE = 500;

/**
 * Reads a sanctions list: one address a line, or CSV with the columns network, address and entity, whose header may be
 * left out. Blank lines and lines that begin with # are skipped. Without a network the address determines it. A key has
 * the same address on all networks of a scheme, such as Ethereum and BNB Chain, so an address listed on one is listed on all.
 */
export async function parseListFile(text: string, pause: () => Promise<void>): Promise<ListFile> {
  const listed = new Map<string, ListedAddress>();
  const addresses = new Set<string>();
  const problems = new Map<number, string>();
  let layout: Layout | undefined;
  let used = 0;
  let index = -1;
  for (const raw of linesOf(text.replace(/^\uFEFF/, ''))) {
    index += 1;
    if (index % LINES_AT_ONCE === LINES_AT_ONCE - 1) await pause();
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    used += 1;
    if (used > MOST_SANCTIONS_LINES) {
      problems.set(index + 1, `a list can have ${formatInteger(MOST_SANCTIONS_LINES)} lines at most`);
      break;
    }
    if (line.length > LONGEST_LINE) {
      problems.set(index + 1, `a line can have ${LONGEST_LINE} characters at most`);
      continue;
    }
    if (layout === undefined) {
      const first = layoutOf(line);
      ({ layout } = first);
      if (first.isHeader) continue;
    }
    const read = parseLine(line, layout);
    if ('problem' in read) {
      problems.set(index + 1, printable(read.problem));
      continue;
    }
    addresses.add(`${read.networks[0]}:${read.address}`);
    for (const network of read.networks) {
      const key = `${network}:${read.address}`;
      const known = listed.get(key);
      // A repeated line may be the one that says who it is.
      if (known === undefined || known.entity === '') {
        listed.set(key, { network, address: read.address, entity: read.entity });
      }
    }
  }
  return { listed: [...listed.values()], entries: addresses.size, problems };
}

/** Reads line by line: a file of nothing but line breaks would be a list of as many lines as it has bytes. */
function* linesOf(text: string): Generator<string> {
  const lineEnd = /\r\n|\n|\r/g;
  let start = 0;
  for (let end = lineEnd.exec(text); end !== null; end = lineEnd.exec(text)) {
    yield text.slice(start, end.index);
    start = lineEnd.lastIndex;
  }
  yield text.slice(start);
}

type Layout = { separator: string; columns: readonly string[] };

function layoutOf(line: string): { layout: Layout; isHeader: boolean } {
  const separator = [',', ';', '\t'].find((each) => line.includes(each)) ?? ',';
  const cells = cellsOf(line, separator)?.map((cell) => cell.toLowerCase()) ?? [];
  if (cells.includes('address')) return { layout: { separator, columns: cells }, isHeader: true };
  const columns = cells.length > 1 ? knownColumns : ['address'];
  return { layout: { separator, columns }, isHeader: false };
}

type ReadLine = { networks: readonly Network[]; address: string; entity: string } | { problem: string };

function parseLine(line: string, { separator, columns }: Layout): ReadLine {
  const cells = cellsOf(line, separator);
  if (cells === undefined) return { problem: 'a quotation mark is missing or in the wrong place' };
  if (cells.length > columns.length) {
    return { problem: `has ${cells.length} columns where ${columns.length} were expected` };
  }
  const cell = (name: string) => unguarded(cells[columns.indexOf(name)] ?? '').trim();
  const entity = z.safeParse(entityText, cell('entity'));
  if (!entity.success) return { problem: `entity: ${entity.error.issues[0]?.message}` };
  const read = parseAddress(cell('network').toLowerCase(), cell('address'));
  return 'problem' in read ? read : { ...read, entity: entity.data };
}

function parseAddress(
  network: string,
  written: string,
): { networks: readonly Network[]; address: string } | { problem: string } {
  if (written === '') return { problem: 'the address is missing' };
  const quoted = `“${written.slice(0, LONGEST_QUOTE)}”`;
  if (network === '') {
    // Checking the capital letters of an EVM address takes long enough to matter in a long list.
    const isEvm = /^0x[0-9a-f]{40}$/i.test(written);
    const [first] = isEvm ? networksOfScheme('evm') : networksOfAddress(written);
    if (first !== undefined) return parseAddress(first, written);
    const recognition = recognise(written);
    const reason = recognition.ok ? 'this is a transaction ID, not an address' : recognition.reason;
    return { problem: `${quoted}: ${reason}` };
  }
  if (!isNetwork(network)) {
    const known = withdrawalNetworks.join(', ');
    return { problem: `network “${network.slice(0, LONGEST_QUOTE)}” is unknown; allowed: ${known}` };
  }
  const check = checkAddress(network, written);
  if (!check.ok) return { problem: `${quoted}: ${check.reason}` };
  return { networks: networksOfScheme(networks[network].scheme), address: check.address };
}

/** The cells of a line of CSV, trimmed; undefined if a quotation mark is open or is inside a cell. */
function cellsOf(line: string, separator: string): string[] | undefined {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const rest = line.slice(at);
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest);
    const plainEnd = rest.indexOf(separator);
    const plain = plainEnd === -1 ? rest : rest.slice(0, plainEnd);
    if (quoted === null && plain.includes('"')) return undefined;
    cells.push((quoted?.[1]?.replaceAll('""', '"') ?? plain).trim());
    at += quoted?.[0].length ?? plain.length;
    if (at >= line.length) return cells;
    if (line[at] !== separator) return undefined;
    at += 1;
  }
}

/** The file, which may come from a third party, is quoted on screens and terminals. */
function printable(problem: string): string {
  return problem.toWellFormed().replaceAll(/\p{C}/gu, '?');
}
