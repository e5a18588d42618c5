import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import readWorkbook from 'read-excel-file/universal';
import { expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import type { CsvColumn } from '#domain/csv.ts';
import { FormatLimit, isExactNumber } from '#domain/xlsx/cells.ts';
import type { ExportHeader } from '../export-request.ts';
import { hardTexts } from '../export-testing.ts';
import { xlsxFile } from './xlsx-file.ts';

const columns: CsvColumn[] = [
  { name: 'label', kind: 'text' },
  { name: 'amount', kind: 'amount' },
  { name: 'fee', kind: 'amount' },
];

const header: ExportHeader = {
  product: 'Wallet Console',
  list: 'transactions',
  complete: true,
  rows_expected: 2,
  rows_read: 2,
  notes: [],
  filtered_by_console: [],
  rows_written: 2,
  problems: [],
  query: { network: '=trx' },
  filters: [{ label: 'Search', value: '=1+1' }],
  pinned_to: '2026-07-02T00:00:00.000000Z',
  time_zone: 'UTC',
  exported_at: '2026-07-02T00:00:01.000000Z',
  account_id: 'acc_1',
  user_name: null,
  key_name: null,
  columns: ['label', 'amount', 'fee'],
  sums: [
    {
      group: { currency: 'USDT', status: 'completed' },
      rows: 2,
      sums: { in: decimal('123456789012345678901234567890.000000000000000001') },
    },
  ],
  sums_note: 'Each status is added up on its own.',
  rows_sha256: 'ab'.repeat(32),
  rows_sha256_of: 'The rows.',
};

function workbook(rows: string[][]): Blob {
  const file = xlsxFile({ columns, name: 'test', at: new Date('2026-07-02T00:00:00Z') });
  for (const row of rows) file.write({ rows: [row], csv: new Uint8Array() });
  return file.finish(header);
}

/** The sheets as another library reads them, numbers with the digits in the file. */
async function sheetsOf(blob: Blob) {
  const sheets = await readWorkbook(blob, { trim: false, parseNumber: (text) => ({ number: text }) });
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}

async function sourceOf(blob: Blob): Promise<string> {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const texts = entries.map(async (entry) => (entry.directory ? '' : await entry.getData(new TextWriter())));
  return (await Promise.all(texts)).join('\n');
}

it('holds every text to the letter, and no formula', async () => {
  const blob = workbook(hardTexts.map((text) => [text, '1', '2']));
  const { Rows: rows = [] } = await sheetsOf(blob);
  expect(rows.map(([label]) => label)).toEqual(['label', ...hardTexts]);
  expect(await sourceOf(blob)).not.toMatch(/<f[ >]/);
});

it('holds each amount twice: as exact text, and as a number with all its digits in the file', async () => {
  const rows = [
    ['a', '-1.5', '2'],
    ['b', '123456789012345', '0.000000000000000001'],
    ['c', '0.000001', '123456789012345678901234567890.5'],
    ['d', '', '1234567890.1234567'],
  ];
  const { Rows: [names, ...read] = [], Header: head = [] } = await sheetsOf(workbook(rows));
  expect(names).toEqual(['label', 'amount', 'amount (number)', 'fee', 'fee (number)']);
  const [number, text] = [
    (cell = '') => (cell === '' ? null : { number: cell }),
    (cell = '') => (cell === '' ? null : cell),
  ];
  expect(read).toEqual(
    rows.map(([label, amount, fee]) => [label, text(amount), number(amount), text(fee), number(fee)]),
  );
  const notes = new Map(head.map(([label, value]) => [label, value]));
  expect(notes.get('Column amount (number)')).toMatch(/ Exact: each has at most 15 digits/);
  expect(notes.get('Column fee (number)')).toMatch(/ Rounded in 2 rows/);
});

it('leaves the number empty where an amount could not be read or is above what a spreadsheet opens', async () => {
  const { Rows: [, row] = [] } = await sheetsOf(workbook([['a', 'NaN', '9'.repeat(310)]]));
  expect(row).toEqual(['a', 'NaN', null, '9'.repeat(310), null]);
});

it('says in the header sheet what the file is, sums to the last digit', async () => {
  const { Header: head = [] } = await sheetsOf(workbook([]));
  expect(head).toContainEqual(expect.arrayContaining(['Filter', 'Search', '=1+1']));
  expect(head).toContainEqual(
    expect.arrayContaining(['USDT', 'completed', '2', '123456789012345678901234567890.000000000000000001']),
  );
  expect(head).toContainEqual(expect.arrayContaining(['Each status is added up on its own.']));
  expect(head).toContainEqual(expect.arrayContaining(['SHA-256 of the rows', 'ab'.repeat(32)]));
});

it('knows which amounts a spreadsheet keeps', () => {
  const fits = ['0', '-1.5', '999999999999999', '1000000000000000000', '0.000000000000000001'];
  const loses = ['9999999999999999', '1.000000000000001', '-1234567890.123456'];
  expect(fits.filter((text) => !isExactNumber(decimal(text)))).toEqual([]);
  expect(loses.filter((text) => isExactNumber(decimal(text)))).toEqual([]);
});

it('refuses a cell that the format would cut, and says what to take instead', () => {
  expect(() => workbook([['x'.repeat(32_768), '1', '2']])).toThrow(FormatLimit);
});
