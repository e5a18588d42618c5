import { parse } from 'csv-parse/sync';
import { networksOfAddress } from '#domain/addresses.ts';
import { csvHeader, csvRow, textColumns, unguarded } from '#domain/csv.ts';
import type { Network } from '#domain/networks.ts';
import { recognise } from '#domain/recognise.ts';
import { parseLabel, type LabelFields, type NewLabel } from './label.ts';

/** What a file says, or everything that is wrong with it: of a file with a bad line nothing is used. */
export type LabelsFile = { labels: NewLabel[]; problems: string[] };

/** What all addresses of a plain list are. */
export type ListDescription = {
  network?: Network | undefined;
  entity: string;
  category: string;
  source: string;
};

const columns = ['network', 'address', 'entity', 'category', 'source'] as const;

/** The labels as CSV that can be edited and imported again, safe to open in a spreadsheet. */
export function labelsAsCsv(labels: readonly LabelFields[]): string {
  const written = textColumns(columns);
  const rows = labels.map((label) =>
    csvRow(
      written,
      columns.map((column) => label[column]),
    ),
  );
  return [csvHeader(written), ...rows].join('');
}

/** Reads CSV with a header row that names the five columns, in any order. */
export function parseLabelsCsv(text: string): LabelsFile {
  const problems: string[] = [];
  const records: { record: string[]; line: number }[] = [];
  parse(text, {
    bom: true,
    trim: true,
    relaxColumnCount: true,
    skipEmptyLines: true,
    maxRecordSize: 10_000,
    onRecord: (record: string[], { lines }) => {
      records.push({ record, line: lines });
      return null;
    },
    skipRecordsWithError: true,
    onSkip: (error) => {
      problems.push(problemOf(Number(error?.['lines']), error?.message ?? 'unreadable'));
      return undefined;
    },
  });
  const [header, ...rows] = records;
  const names = header?.record ?? [];
  const missing = columns.filter((column) => !names.includes(column));
  if (missing.length > 0 || names.length !== columns.length) {
    const found = names.length === 0 ? 'is empty' : `has ${names.join(', ')}`;
    return {
      labels: [],
      problems: [problemOf(1, `the header row ${found}; it must name ${columns.join(', ')}`)],
    };
  }
  const collected = new Labels(problems);
  for (const { record, line } of rows) {
    if (record.length === names.length) collected.add(line, fieldsOf(names, record));
    else problems.push(problemOf(line, `${record.length} fields instead of ${names.length}`));
  }
  return collected.file();
}

/**
 * Reads one address a line; blank lines and lines that begin with # are skipped. Without a network, each line
 * determines its own: an address that several networks share, such as Ethereum and BNB Chain, is labeled on all, because
 * the same key, and so the same person, has it on each.
 */
export function parseAddressList(text: string, description: ListDescription): LabelsFile {
  const collected = new Labels([]);
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const address = line.trim();
    if (address === '' || address.startsWith('#')) continue;
    const networks = description.network === undefined ? networksOfAddress(address) : [description.network];
    if (networks.length === 0)
      collected.refuse(index + 1, `"${address.slice(0, 100)}": ${reasonOf(address)}`);
    for (const network of networks) collected.add(index + 1, { ...description, network, address });
  }
  return collected.file();
}

const longestReason = 1_000;

/** The file, which may come from a third party, is quoted on a terminal, which obeys control characters. */
function problemOf(line: number, reason: string): string {
  const visible = reason.replaceAll(/\p{C}/gu, '?');
  return `line ${line}: ${visible.length > longestReason ? `${visible.slice(0, longestReason)}…` : visible}`;
}

function reasonOf(address: string): string {
  const recognition = recognise(address);
  return recognition.ok ? 'this is a transaction ID, not an address' : recognition.reason;
}

function fieldsOf(names: readonly string[], record: readonly string[]): LabelFields {
  const field = (name: string) => unguarded(record[names.indexOf(name)] ?? '');
  return {
    network: field('network'),
    address: field('address'),
    entity: field('entity'),
    category: field('category'),
    source: field('source'),
  };
}

class Labels {
  readonly #found = new Map<string, { label: NewLabel; line: number }>();
  readonly #problems: string[];

  constructor(problems: string[]) {
    this.#problems = problems;
  }

  refuse(line: number, reason: string): void {
    this.#problems.push(problemOf(line, reason));
  }

  /** The same label twice is once; two that say different things of one address are a mistake. */
  add(line: number, fields: LabelFields): void {
    const read = parseLabel(fields);
    if ('reason' in read) {
      this.refuse(line, read.reason);
      return;
    }
    const { label } = read;
    const key = `${label.network}\n${label.address}\n${label.source}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { label, line });
    else if (known.label.entity !== label.entity || known.label.category !== label.category) {
      this.refuse(line, `${label.address} has another label of the same source in line ${known.line}`);
    }
  }

  file(): LabelsFile {
    return { labels: [...this.#found.values()].map(({ label }) => label), problems: this.#problems };
  }
}
