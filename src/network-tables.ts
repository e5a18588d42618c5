import { accountPath, counterNetwork } from '#domain/hd.ts';
import {
  currenciesOf,
  lateAfterMs,
  networks,
  serverFactsOf,
  walletNetworks,
  type WalletScheme,
  withdrawalNetworks,
} from '#domain/networks.ts';
import { referencePrices } from './service/aml/screening/method.ts';

type Table = {
  /** Below `docs/`. */
  file: string;
  header: readonly string[];
  /** How many of the header's cells tell the table from others in its file. */
  fixedCells: number;
  rows: readonly (readonly string[])[];
};

const addressForms = {
  tron: 'Base58, begins with T',
  evm: 'Hex, begins with 0x',
  bitcoin: 'Bech32, begins with bc1q',
} satisfies Record<WalletScheme, string>;

/** The tables of the documentation that follow from the networks' files. */
export const networkTables: readonly Table[] = [
  {
    file: 'recovery.md',
    header: ['Network', 'Code', 'Path of address n', 'Standard', 'Address'],
    fixedCells: 3,
    rows: walletNetworks.map((code) => {
      const path = accountPath(code);
      const first = counterNetwork(code);
      const standard = path.startsWith("m/84'") ? 'BIP-84, native SegWit' : 'BIP-44';
      const { name, scheme } = networks[code];
      return [
        name,
        `\`${code}\``,
        `\`${path}/0/n\``,
        first === code ? standard : `${standard}, as on ${networks[first].name}`,
        addressForms[scheme],
      ];
    }),
  },
  {
    file: 'transactions.md',
    header: ['Network', 'Incoming', 'Outgoing', 'Usually final after'],
    fixedCells: 2,
    rows: withdrawalNetworks.map((code) => [
      networks[code].name,
      formatLimit(lateAfterMs(code, 'in')),
      formatLimit(lateAfterMs(code, 'out')),
      serverFactsOf(code).finality,
    ]),
  },
  {
    file: 'withdrawals.md',
    header: ['Network', 'Currency', 'Fee', 'Minimum'],
    fixedCells: 3,
    rows: withdrawalNetworks.flatMap((code) => {
      const { fees } = serverFactsOf(code);
      // Currencies of one fee share a row.
      const byFee = Map.groupBy(currenciesOf(code), (currency) => fees[currency]?.join(' ') ?? '');
      return Array.from(byFee, ([rule, currencies]) => {
        const [fee = '', minimum = ''] = rule.split(' ');
        return [`\`${code}\``, currencies.map((currency) => `\`${currency}\``).join(' '), fee, minimum];
      });
    }),
  },
  {
    file: 'aml-method.md',
    header: Object.keys(referencePrices),
    fixedCells: 1,
    rows: [Object.values(referencePrices)],
  },
];

/** The file's text with the table as it follows from the networks' files now. */
export function withTable(text: string, { file, header, fixedCells, rows }: Table): string {
  const lines = text.split('\n');
  const isHeader = (line: string) =>
    header.slice(0, fixedCells).every((cell, column) => line.split('|')[column + 1]?.trim() === cell);
  const first = lines.findIndex(isHeader);
  if (first === -1) throw new Error(`docs/${file} has no table of ${header.join(', ')}.`);
  const length = lines.slice(first).findIndex((line) => !line.startsWith('|'));
  const widths = header.map((cell, column) =>
    Math.max(3, ...[cell, ...rows.map((row) => row[column] ?? '')].map((each) => each.length)),
  );
  const written = [header, widths.map((width) => '-'.repeat(width)), ...rows].map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return lines.toSpliced(first, length, ...written).join('\n');
}

function formatLimit(ms = 0): string {
  const minutes = ms / 60_000;
  return minutes > 60 ? `${minutes / 60} h` : `${minutes} min`;
}
