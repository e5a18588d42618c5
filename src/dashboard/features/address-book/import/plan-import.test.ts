import { describe, expect, it } from 'vitest';
import type { BookEntry } from '#contract/gateway/address-book.ts';
import { namesWithArticle } from '#domain/address-check.ts';
import { networksOfScheme } from '#domain/networks.ts';
import { bookAsCsv } from '../export-book.ts';
import { planImport, type PlannedRow } from './plan-import.ts';

const eth = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const otherEth = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const btc = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const evm = namesWithArticle(networksOfScheme('evm'));

const known: BookEntry = {
  id: 'book_1',
  name: 'Miner',
  network: 'btc',
  address: btc,
  note: '',
  version: 1,
  added_by: null,
  added_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  usable_from: '2026-01-02T03:04:05.000Z',
};

function rowsOf(file: string, book: BookEntry[] = []): PlannedRow[] {
  const plan = planImport(file, book);
  if (!plan.ok) throw new Error(plan.reason);
  return plan.rows;
}

const statesOf = (rows: PlannedRow[]) =>
  rows.map((row) => [row.line, row.state, row.state === 'ready' ? row.entry : row.reason]);

describe('an import', () => {
  it('adds nothing on networks outside the user’s limits', () => {
    const plan = planImport(`name,network,address\nSupplier,eth,${eth}\n`, [], {
      networks: ['trx'],
      wallet_tags: [],
    });
    expect(plan.ok && statesOf(plan.rows)).toEqual([
      [
        2,
        'wrong',
        'Network: You can make changes only on Tron. To change your limits, ask an administrator.',
      ],
    ]);
  });

  it('says about each row whether it would be added, and why not', () => {
    const file = [
      'name,network,address,note',
      `Supplier,eth,${eth.toLowerCase()},Monthly`,
      `Twin,ERC20,${eth},`,
      `"Acme, Inc.",Ethereum,${otherEth},"says ""hi"""`,
      `Miner again,btc,${btc.toUpperCase()},`,
      `Mistyped,eth,${eth.replace('5aA', '5AA')},`,
      `Elsewhere,trx,${eth},`,
      `,eth,${eth},`,
      `Who,doge,${eth},`,
      'Empty,eth,,',
    ].join('\r\n');
    expect(statesOf(rowsOf(file, [known]))).toEqual([
      [2, 'ready', { name: 'Supplier', network: 'eth', address: eth, note: 'Monthly' }],
      [3, 'known', 'Duplicate of line 2'],
      [4, 'ready', { name: 'Acme, Inc.', network: 'eth', address: otherEth, note: 'says "hi"' }],
      [5, 'known', 'Already saved as “Miner”'],
      [6, 'wrong', expect.stringMatching(/^Address: .*checksum/)],
      [7, 'wrong', `Address: this is ${evm} address, not a Tron address`],
      [8, 'wrong', 'Name: Enter a name (up to 64 characters).'],
      [9, 'wrong', 'Network: unknown network “doge”'],
      [10, 'wrong', 'Address: required field'],
    ]);
  });

  it.each([
    ['semicolons', `name;network;address\nSupplier;eth;${eth}\n`],
    ['tabs', `name\tnetwork\taddress\nSupplier\teth\t${eth}`],
    [
      'a byte order mark and other columns',
      `\uFEFFAddress,Owner,Network,Name\r\n${eth},x,eth,Supplier\r\n\r\n`,
    ],
  ])('reads a file with %s', (_what, file) => {
    expect(statesOf(rowsOf(file))).toEqual([
      [2, 'ready', { name: 'Supplier', network: 'eth', address: eth, note: '' }],
    ]);
  });

  it('names the columns that it leaves aside', () => {
    expect(planImport('name,network,address,colour\n', [])).toMatchObject({ ignoredColumns: ['colour'] });
  });

  it.each([
    [
      '',
      'The first row must contain the column names name, network, address. Missing: name, network, address.',
    ],
    [
      'name,address\n',
      'The first row must contain the column names name, network, address. Missing: network.',
    ],
    ['name,network,address\n"x', 'This isn’t a valid CSV file: a quotation mark isn’t closed.'],
    [`name,network,address\n${'a,b,c\n'.repeat(10_001)}`, 'More than 10,000 rows'],
  ])('refuses a file that is none: %#', (file, reason) => {
    expect(planImport(file, [])).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  it('restores an export, including text that only looks like a formula', () => {
    const entries: BookEntry[] = [
      { ...known, name: '=HYPERLINK("http://evil.example")', note: "'+1; -2" },
      { ...known, id: 'book_2', name: ' @home', network: 'eth', address: eth, note: 'a, "b"' },
    ];
    const csv = bookAsCsv(entries);
    expect(csv).not.toMatch(/(^|,)"?[=+@-]/m);
    expect(rowsOf(csv).map((row) => row.state === 'ready' && row.entry)).toEqual(
      entries.map(({ name, network, address, note }) => ({ name: name.trim(), network, address, note })),
    );
  });
});
