import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { csvHeader, csvRow, unguarded } from '#domain/csv.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { decimal } from '#domain/decimal.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { exportLists } from './export-lists.ts';
import type { ExportedFile, ExportHeader, ExportRequest } from './export-request.ts';
import { hardTexts, pageOf, request, transactionRow, transactionRows } from './export-testing.ts';
import type { ReadPage } from './read-pages.ts';
import { runExport } from './run-export.ts';

type Rows = ReadRow<Record<string, unknown>>[];

const pagesOf =
  (rows: Rows): ReadPage =>
  async (offset, limit) =>
    pageOf(rows.slice(offset, offset + limit), rows.length);

const hooks = {
  onProgress: () => {},
  onPause: () => {},
  onFailure: async ({ error }: { error: Error }) => {
    throw error;
  },
  wait: async () => {},
  now: () => Date.UTC(2026, 6, 2, 0, 0, 5),
};

const run = async (fetchPage: ReadPage, changes: Partial<ExportRequest> = {}) =>
  await runExport({ ...request, ...changes }, () => fetchPage, hooks);

async function filesIn({ blob }: ExportedFile): Promise<Map<string, string>> {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries();
  const files = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  }
  return files;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const csvName = 'transactions-tron-2026-07-02T000000Z.csv';

it('puts CSV and what it is into one zip, where the hash is the one of the CSV file', async () => {
  const rows = hardTexts.map((text, index) =>
    transactionRow({
      transaction_id: `tx_${index}`,
      sender_wallet: text,
      amount: decimal('123456789012345678901234567890.000000000000000001'),
      direction: index === 0 ? 'out' : 'in',
    }),
  );
  const file = await run(pagesOf(rows));
  const files = await filesIn(file);
  expect([...files.keys()]).toEqual([csvName, csvName.replace('.csv', '.meta.json')]);

  const csv = files.get(csvName) ?? '';
  const { data } = Papa.parse<Record<string, string>>(csv, {
    header: true,
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  expect(data.map((row) => unguarded(row['sender_wallet'] ?? ''))).toEqual(hardTexts);
  expect(new Set(data.map((row) => row['amount']))).toEqual(
    new Set(['123456789012345678901234567890.000000000000000001']),
  );
  expect(data[0]?.['created_at']).toBe('2026-07-01T12:00:00.123456+02:00');

  const header = JSON.parse(files.get(csvName.replace('.csv', '.meta.json')) ?? '') as ExportHeader;
  expect(header).toEqual(file.header);
  expect(header).toMatchObject({
    product: 'Wallet Console',
    list: 'transactions',
    complete: true,
    problems: [],
    rows_expected: hardTexts.length,
    rows_written: hardTexts.length,
    query: {
      network: 'trx',
      sort_by: 'created_at',
      sort_direction: 'desc',
      created_to: '2026-07-02T00:00:00.000000Z',
    },
    filters: [{ label: 'Network', value: 'Tron' }],
    pinned_to: '2026-07-02T00:00:00.000000Z',
    time_zone: 'Europe/Berlin',
    exported_at: '2026-07-02T00:00:05.000000Z',
    account_id: 'acc_1',
    user_name: 'Ana Ruiz',
    key_name: 'Back office',
    rows_sha256: await sha256(csv),
  });
});

it('has the same hash in every format, and JSON has the rows that it covers', async () => {
  const rows = [
    ...transactionRows(700),
    ...hardTexts.map((text) => transactionRow({ transaction_id: text, hash: text })),
  ];
  const files = await Promise.all(
    (['csv', 'xlsx', 'json'] as const).map((format) => run(pagesOf(rows), { format })),
  );
  expect(files.map(({ name }) => name)).toEqual(
    ['zip', 'xlsx', 'json'].map((ending) => csvName.replace('csv', ending)),
  );
  expect(new Set(files.map(({ header }) => header.rows_sha256)).size).toBe(1);

  const json = JSON.parse((await files[2]?.blob.text()) ?? '') as {
    header: ExportHeader;
    rows: Record<string, string>[];
  };
  expect(json.header).toEqual(files[2]?.header);
  const { columns } = exportLists.transactions;
  const again = json.rows.map((row) =>
    csvRow(
      columns,
      columns.map(({ name }) => row[name] ?? ''),
    ),
  );
  expect(await sha256(csvHeader(columns) + again.join(''))).toBe(json.header.rows_sha256);
});

it('adds up transactions by currency and exchanges by pair, each status on its own, to the last digit', async () => {
  const rows = [
    transactionRow({ transaction_id: 'a', amount: decimal('0.000000000000000001'), fee: decimal('0.1') }),
    transactionRow({ transaction_id: 'b', amount: decimal('900000000000000000000000000000') }),
    transactionRow({ transaction_id: 'c', amount: decimal('2'), direction: 'out', status: 'error' }),
    transactionRow({ transaction_id: 'd', amount: decimal('3'), direction: 'sideways', currency: 'BTC' }),
  ];
  expect((await run(pagesOf(rows))).header.sums).toEqual([
    {
      group: { currency: 'BTC', status: 'completed' },
      rows: 1,
      sums: { in: '0', out: '0', fees: '0', sideways: '3' },
    },
    {
      group: { currency: 'USDT', status: 'completed' },
      rows: 2,
      sums: { in: '900000000000000000000000000000.000000000000000001', out: '0', fees: '0.1' },
    },
    {
      group: { currency: 'USDT', status: 'error' },
      rows: 1,
      sums: { in: '0', out: '2', fees: '0' },
    },
  ]);

  const exchange = {
    amount_from: '1.5',
    amount_to: '3',
    fee: '0.25',
    rate: '2',
    created_at: '2026-01-01 00:00:00.000001',
  };
  const pair = { currency_from: 'BTC', currency_to: 'USDT' };
  const exchanges: Rows = ['a', 'b'].map((transaction_id) => ({
    isWhole: true,
    value: { transaction_id, ...pair, ...exchange, status: transaction_id === 'a' ? 'completed' : 'error' },
    problems: [],
  }));
  const { header } = await run(pagesOf(exchanges), { list: 'exchange-transactions' });
  const sums = { given: '1.5', received: '3', fee: '0.25' };
  expect(header.sums).toEqual([
    { group: { ...pair, status: 'completed' }, rows: 1, sums },
    { group: { ...pair, status: 'error' }, rows: 1, sums },
  ]);
});

const withdrawal = (request_id: string, changes: Record<string, unknown> = {}): Rows[number] => ({
  isWhole: true,
  value: {
    request_id,
    currency: 'USDT',
    status: 'completed',
    amount: '10',
    fee: '1',
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  },
  problems: [],
});

it("says that sums of withdrawals are as requested if the list doesn't say who pays the fee", async () => {
  const rows = [
    withdrawal('a', { fee_included: true }),
    withdrawal('b'),
    withdrawal('c', { status: 'rejected', amount: '99' }),
  ];
  const { header } = await run(pagesOf(rows), { list: 'withdrawal-requests' });
  expect(header.sums).toEqual([
    { group: { currency: 'USDT', status: 'completed' }, rows: 2, sums: { requested: '20', fees: '2' } },
    { group: { currency: 'USDT', status: 'rejected' }, rows: 1, sums: { requested: '99', fees: '1' } },
  ]);
  expect(header.sums_note).toContain(
    'Each status is summed separately, because only completed withdrawals have moved funds. Fees are summed separately. Amounts are as requested and may include fees. If a row doesn’t say who pays the fee, “Debited” and “Recipients get” can’t be summed.',
  );
});

it('adds up what was debited and what recipients got if each row says who pays the fee', async () => {
  const rows = [
    withdrawal('a', { fee_included: true }),
    withdrawal('b', { fee_included: false }),
    withdrawal('c', { fee: '0' }),
  ];
  const { header } = await run(pagesOf(rows), { list: 'withdrawal-requests' });
  expect(header.sums).toEqual([
    {
      group: { currency: 'USDT', status: 'completed' },
      rows: 3,
      sums: { requested: '30', fees: '2', debited: '31', recipients_get: '29' },
    },
  ]);
  expect(header.sums_note).not.toContain('may be included');
});

it('asks for nothing newer than the pin, and for nothing beyond an earlier end', async () => {
  const ends: unknown[] = [];
  for (const created_to of [undefined, '2026-07-01', '2026-08-01T00:00:00Z']) {
    await runExport(
      { ...request, query: { created_to } },
      (query) => (ends.push(query['created_to']), pagesOf([])),
      hooks,
    );
  }
  expect(ends).toEqual([request.pin, '2026-07-01T23:59:59.999999Z', request.pin]);
});

it('is not complete when the number of rows changes meanwhile', async () => {
  const rows = transactionRows(900);
  const { header } = await run(async (offset, limit) =>
    pageOf(rows.slice(offset, offset + limit), offset >= 600 ? 901 : 900),
  );
  expect(header).toMatchObject({ complete: false, rows_expected: 900, rows_written: 900 });
  expect(header.problems).toEqual([expect.stringContaining('changed from 900 to 901')]);
});

it('is not complete when rows are missing or come twice', async () => {
  const rows = transactionRows(900);
  const missing = await run(async (offset, limit) =>
    pageOf(rows.toSpliced(450, 1).slice(offset, offset + limit), 900),
  );
  expect(missing.header).toMatchObject({ complete: false, rows_expected: 900, rows_written: 899 });
  expect(missing.header.problems).toEqual(['Expected 900 rows but received 899.']);

  const twice = await run(async (offset, limit) =>
    pageOf(offset === 300 ? rows.slice(299, 599) : rows.slice(offset, offset + limit), 900),
  );
  expect(twice.header).toMatchObject({ complete: false, rows_expected: 900, rows_written: 900 });
  expect(twice.header.problems).toEqual([
    expect.stringMatching(/^Row 301 \(transaction_id tx_299\) was received twice/),
  ]);
});

it('writes a row that is not whole as far as it can be read, and says what is missing', async () => {
  const broken = transactionRow({ transaction_id: 'tx_broken' });
  const { amount: _, ...rest } = broken.value;
  const rows: Rows = [
    ...transactionRows(2),
    { isWhole: false, value: rest, problems: ['amount cannot be read'] },
  ];
  const file = await run(pagesOf(rows));
  expect(file.header).toMatchObject({ complete: false, rows_expected: 3, rows_written: 3 });
  expect(file.header.problems).toEqual(['Row 3 (transaction_id tx_broken): amount cannot be read.']);
  expect((await filesIn(file)).get(csvName)).toContain('tx_broken,trx,in,completed,,USDT');
});

it('gives no file when a page fails for good', async () => {
  const rows = transactionRows(900);
  const failure = new ApiError({ kind: 'server', status: 500, message: 'Unexpected error' });
  const failing: ReadPage = async (offset, limit) => {
    if (offset === 600) throw failure;
    return pageOf(rows.slice(offset, offset + limit), 900);
  };
  await expect(run(failing)).rejects.toBe(failure);
});

it('refuses more rows than a spreadsheet holds before it reads them', async () => {
  const rows = transactionRows(300);
  const tooMany = run(async () => pageOf(rows, 1_048_576), { format: 'xlsx' });
  await expect(tooMany).rejects.toThrow(/1,048,576 rows.*1,048,575/);
});
