import readWorkbook from 'read-excel-file/universal';
import { extractText } from 'unpdf';
import { expect, it } from 'vitest';
import { sum } from '#domain/arithmetic.ts';
import { now } from '#domain/clock.ts';
import { formatAmount } from '#domain/format.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { booksReader } from './books-reader.ts';
import { statementColumns, statementCells } from './gateway/books/files/columns.ts';
import { setUpService } from './service/testing.ts';
import { parseCsv, sha256, statementFiles, unzip } from './testing-statement-files.ts';

const service = setUpService();
const { request, job, current, contentOf, made } = statementFiles(service);
// Digits that no float has.
const long = '12345678.123456789012345678';

/** An account with deposits on several places, one of them with all the digits there are. */
async function fill(deposits = 3): Promise<void> {
  const [tron, eth] = [await service.wallet('trx'), await service.wallet('eth')];
  await service.fund(eth, 'ETH', long);
  for (let i = 1; i <= deposits; i += 1) await service.fund(tron, 'USDT', `${i}.5`);
}

/** When the lease of a process that died has ended. */
const later = () => addMs(now(), 60_000);

it('writes a ZIP of the statement and every entry as CSV, with what they are and their hashes', async () => {
  await fill();
  const { file, content, statement } = await made({ format: 'csv' });
  const files = await unzip(content);
  expect(Object.keys(files)).toEqual(['statement.csv', 'entries.csv', 'meta.json']);
  expect(parseCsv(files['statement.csv']).map((row) => Object.values(row))).toEqual(
    statement.rows.map(statementCells),
  );
  const entries = parseCsv(files['entries.csv']);
  expect(entries.map(({ kind, network, currency, amount }) => [kind, network, currency, amount])).toEqual([
    ['deposit', 'eth', 'ETH', long],
    ...['1.5', '2.5', '3.5'].map((amount) => ['deposit', 'trx', 'USDT', amount]),
  ]);
  expect(entries[0]?.['booked_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}\+0[12]:00$/);
  expect(sha256(files['statement.csv'])).toBe(file.rows_sha256);
  expect(sha256(files['entries.csv'])).toBe(file.entries_sha256);
  expect(JSON.parse(files['meta.json'] ?? '')).toMatchObject({
    account_id: service.accountId,
    user_name: 'Ana Ruiz',
    key_name: null,
    time_zone: 'Europe/Berlin',
    rows_written: statement.rows.length,
    entries_written: 4,
    adds_up: true,
    totals: expect.arrayContaining([
      {
        currency: 'USDT',
        difference: '0',
        amounts: expect.objectContaining({ inflow: '7.5', closing: '7.5' }),
      },
    ]),
    rows_sha256: file.rows_sha256,
    entries_sha256: file.entries_sha256,
  });
  expect(file).toMatchObject({ name: expect.stringMatching(/\.zip$/), rows_done: 4, rows_total: 4 });
});

it('writes a workbook with the exact text of each amount and the same as a number', async () => {
  await fill();
  const { file, content, statement } = await made({ format: 'xlsx' });
  const sheets = Object.fromEntries(
    (
      await readWorkbook(new Blob([new Uint8Array(content)]), {
        trim: false,
        parseNumber: (text) => ({ number: text }),
      })
    ).map(({ sheet, data }) => [sheet, data]),
  );
  expect(Object.keys(sheets)).toEqual(['Statement', 'Entries', 'About']);
  const [names = [], ...rows] = sheets['Statement'] ?? [];
  expect(names.filter((name) => typeof name === 'string' && !name.endsWith('(number)'))).toEqual(
    statementColumns.map(({ name }) => name),
  );
  const closing = names.indexOf('closing');
  expect(rows.map((row) => row[closing])).toEqual(statement.rows.map((row) => row.closing.total));
  expect(rows.map((row) => row[closing + 1])).toEqual(
    statement.rows.map((row) => ({ number: row.closing.total })),
  );
  expect(sheets['Entries']).toHaveLength(5);
  const about = sheets['About'] ?? [];
  expect(about).toContainEqual(
    expect.arrayContaining(['SHA-256 of the entries as CSV', file.entries_sha256]),
  );
  expect(about).toContainEqual(expect.arrayContaining(['ETH', long]));
  expect(about).toContainEqual(expect.arrayContaining(['User', 'Ana Ruiz']));
  // The same rows have the same hash, whatever the format.
  await request({ format: 'csv', key: 'second' });
  await service.db
    .updateTable('statement_files')
    .set({ period_from: file.period_from, as_of: file.as_of })
    .execute();
  await runOnce(job());
  const hashes = (await current()).map((each) => [each.rows_sha256, each.entries_sha256]);
  expect(hashes[0]).toEqual(hashes[1]);
});

it.each([true, false])(
  'writes a PDF with the totals of each currency to the last digit, entries: %s',
  async (withEntries) => {
    await fill();
    const { file, content, statement } = await made({ format: 'pdf', withEntries });
    const { text, totalPages } = await extractText(new Uint8Array(content), { mergePages: true });
    expect(totalPages).toBe(withEntries ? 2 : 1);
    expect(text).toContain(withEntries ? 'Page 2 of 2' : 'Page 1 of 1');
    expect(text).toContain(`Account ID ${service.accountId}`);
    expect(text).toContain('Requested by Ana Ruiz');
    for (const currency of ['USDT', 'ETH']) {
      const total = sum(
        statement.rows.filter((row) => row.currency === currency).map(({ closing }) => closing.total),
      );
      expect(text).toContain(`Closing ${formatAmount(total)}`);
    }
    expect(text).toContain('equals closing in both rows and for every currency');
    expect(text.replaceAll(/\s/g, '')).toContain(file.rows_sha256);
    expect(text.includes('3.5 USDT tx')).toBe(withEntries);
  },
);

it('is taken up again from the beginning when its process is killed halfway, and is whole', async () => {
  await fill();
  await request();
  const books = booksReader(service.db);
  const stuck = Promise.withResolvers<void>();
  // It stores parts, and then nothing is heard of it: what a killed process leaves behind.
  const hanging = {
    ...books,
    streamEntries: async function* hang(...asked: Parameters<typeof books.streamEntries>) {
      for await (const entries of books.streamEntries(...asked)) yield entries.slice(0, 1);
      await stuck.promise;
    },
  };
  const [piece] = await job(hanging).claim(1, []);
  const killed = piece?.work(new AbortController().signal);
  await expect.poll(async () => (await current())[0]?.rows_done).toBe(1);
  expect(await runOnce(job())).toBe(false);
  expect(await runOnce(job(books, later))).toBe(true);
  const [file] = await current();
  const files = await unzip(await contentOf(file));
  expect(files['entries.csv']?.trim().split('\r\n')).toHaveLength(5);
  // The first one comes back to life, and changes nothing.
  stuck.resolve();
  await killed;
  expect(await contentOf(file)).toEqual(await contentOf((await current())[0]));
  const parts = await service.db
    .selectFrom('statement_file_parts')
    .select('lease_version')
    .distinct()
    .execute();
  expect(parts).toEqual([{ lease_version: 2 }]);
});

it('is given back when the process stops, without counting as an attempt', async () => {
  await fill();
  await request();
  const [piece] = await job().claim(1, []);
  await piece?.work(AbortSignal.abort());
  expect(await current()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
  expect(await runOnce(job())).toBe(true);
  expect(await current()).toMatchObject([{ state: 'ready', attempts: 1 }]);
});

it('fails with the places where entries and statement differ, after it was tried again', async () => {
  await fill();
  await request();
  const books = booksReader(service.db);
  let moment: Instant = now();
  const lacking = {
    ...books,
    streamEntries: async function* lack(...asked: Parameters<typeof books.streamEntries>) {
      for await (const entries of books.streamEntries(...asked)) yield entries.slice(1);
    },
  };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    moment = addMs(moment, 10_000);
    expect(await runOnce(job(lacking, () => moment))).toBe(true);
  }
  expect(await runOnce(job(lacking, () => addMs(moment, 60_000)))).toBe(false);
  expect(await current()).toMatchObject([
    {
      state: 'failed',
      failure: expect.stringContaining('don’t add up to the statement in 1 place (user eth ETH)'),
    },
  ]);
  expect(await service.db.selectFrom('statement_file_parts').selectAll().execute()).toEqual([]);
});

it('is not begun forever where it ends the process each time', async () => {
  await request();
  let moment = now();
  for (let attempt = 0; attempt < 3; attempt += 1) {
    moment = addMs(moment, 60_000);
    expect(await job(undefined, () => moment).claim(1, [])).toHaveLength(1);
  }
  expect(await job(undefined, () => addMs(moment, 60_000)).claim(1, [])).toHaveLength(0);
  expect(await current()).toMatchObject([
    { state: 'failed', failure: expect.stringMatching(/^The server stopped 3 times/) },
  ]);
});

it('is made once for requests with the same key', async () => {
  const [first, second] = await Promise.all([request({ key: 'same' }), request({ key: 'same' })]);
  expect(first.isNew).not.toBe(second.isNew);
  expect(second.file.file_id).toBe(first.file.file_id);
  expect(await current()).toHaveLength(1);
});
