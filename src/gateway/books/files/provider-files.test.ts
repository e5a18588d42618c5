import { createHash } from 'node:crypto';
import readWorkbook from 'read-excel-file/universal';
import { parse } from 'csv-parse/sync';
import { extractText } from 'unpdf';
import { expect, it } from 'vitest';
import { requestStatementFile, type StatementFile } from '#contract/gateway/statement-files.ts';
import { useTestDatabase } from '#database/testing.ts';
import { sha256, unzip } from '../../../testing-statement-files.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import {
  balancesOf,
  type Books,
  exchange,
  hour,
  setUpProviderBooks,
  transaction,
} from '../../testing/provider-books.ts';

const database = useTestDatabase();
const startBooks = setUpProviderBooks(database);
const { path } = requestStatementFile;

const body = {
  idempotency_key: 'one',
  from: hour(3),
  to: hour(4),
  time_zone: 'Europe/Berlin',
  format: 'csv',
  with_entries: false,
};

const moved = [
  transaction({ amount: '7' }),
  transaction({ direction: 'out', amount: '3.500000000000000001', fee: '0.5' }),
];

/** A console with a snapshot of 03:00, an hour ago, and another one of now if the provider answers. */
async function start(changes: Partial<Books> = {}, { isDown = false } = {}) {
  const books: Books = {
    balances: balancesOf('100', '1'),
    transactions: moved,
    exchanges: [exchange],
    ...changes,
  };
  const { gateway, provider, clock, hours, get } = await startBooks(books);
  await expect.poll(hours).toEqual(['03:00']);
  // After the ten minutes in which a snapshot is taken, there is none.
  clock.advance({ minutes: isDown ? 75 : 57 });
  await expect.poll(hours).toEqual(isDown ? ['03:00'] : ['03:00', '04:00']);
  const request = async (wanted: object = {}) => {
    const { cookie } = await gateway.open('good');
    return await gateway.send(path, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { ...body, ...wanted },
    });
  };
  const list = async () => {
    const answer = (await get(path)).json() as { data: { count: number; files: StatementFile[] } };
    return answer.data;
  };
  /** Requests a file, and downloads it. */
  const made = async (wanted: object = {}) => {
    expect((await request(wanted)).status).toBe(200);
    await expect.poll(async () => (await list()).files[0]?.state).toBe('ready');
    const [file] = (await list()).files;
    if (file === undefined) throw new Error('There is no file.');
    const { status, bytes } = await get(`${path}/file?id=${file.id}`);
    expect(status).toBe(200);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    return { file, content: Buffer.from(bytes) };
  };
  return { provider, clock, request, list, made };
}

const meta = (files: Record<string, string>) =>
  JSON.parse(files['meta.json'] ?? '') as Record<string, unknown>;

it('has the provider’s figures to the last digit, and says where they come from and who requested it', async () => {
  const { made } = await start();
  const { file, content } = await made();
  expect(file).toMatchObject({
    source: 'provider',
    name: 'provider-statement-2026-01-02-2026-01-02.zip',
    as_of: '2026-01-02T04:00:00.000000Z',
    entries: null,
  });
  const files = await unzip(content);
  expect(Object.keys(files)).toEqual(['provider-statement.csv', 'meta.json']);
  const names =
    'network,currency,opening,inflow,outflow,withdrawal_fees,exchanged_in,exchanged_out,unexplained,closing';
  expect(parse(files['provider-statement.csv'] ?? '')).toEqual([
    names.split(','),
    ['eth', 'ETH', '1', '0', '0', '0', '0.002', '0', '-0.002', '1'],
    [
      'trx_eth',
      'USDT',
      '115',
      '7',
      '-3.500000000000000001',
      '-0.5',
      '0',
      '-5',
      '2.000000000000000001',
      '115',
    ],
  ]);
  expect(meta(files)).toMatchObject({
    list: 'provider-statement',
    account_id: 'account',
    period_begins: '2026-01-02T04:00:00.000000+01:00',
    period_ends_before: '2026-01-02T05:00:00.000000+01:00',
    as_of: '2026-01-02T05:00:00.000000+01:00',
    opening_stated_at: expect.stringMatching(/^2026-01-02T04:0[1-9]:.*\+01:00$/),
    closing_stated_at: expect.stringMatching(/^2026-01-02T05:0[1-9]:.*\+01:00$/),
    time_zone: 'Europe/Berlin',
    user_name: null,
    rows_written: 2,
    not_known: [],
    totals: [
      { currency: 'ETH', amounts: { opening: '1', exchanged_in: '0.002', closing: '1' } },
      {
        currency: 'USDT',
        amounts: { outflow: '-3.500000000000000001', unexplained: '2.000000000000000001' },
      },
    ],
    rows_sha256: sha256(files['provider-statement.csv']),
  });
  expect(file.rows_sha256).toBe(sha256(files['provider-statement.csv']));
  const { details } = await database.db
    .selectFrom('audit_log_entries')
    .select('details')
    .where('operation', '=', 'downloadStatementFile')
    .where('details', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(details).toContain('"list":"provider-statement"');
  expect(details).toContain(`"sha256":"${file.sha256}"`);
});

it('leaves unknown amounts empty in a workbook, and says why', async () => {
  const { made } = await start({}, { isDown: true });
  const { file, content } = await made({ format: 'xlsx' });
  const sheets = await readWorkbook(new Blob([new Uint8Array(content)]), { trim: false });
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Statement', 'About']);
  const [[names = [], ...rows] = [], about = []] = sheets.map(({ data }) => data);
  const column = (name: string) => rows.map((row) => row[names.indexOf(name)] ?? null);
  expect(column('opening')).toEqual(['1', '115']);
  expect(column('opening (number)')).toEqual([1, 115]);
  expect([column('closing'), column('closing (number)'), column('unexplained')]).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect(about).toContainEqual(expect.arrayContaining(['Closing stated at', 'Not known']));
  expect(about).toContainEqual(
    expect.arrayContaining([
      'Not known',
      'The closing balances aren’t known, because the console has no snapshot of that moment. Snapshots have been taken every full hour since 2026-01-02 04:00:00 +01:00, whenever the provider answered.',
    ]),
  );
  expect(about).toContainEqual(
    expect.arrayContaining(['USDT', '115', '7', '-3.500000000000000001', 'Not known']),
  );
  expect(about).toContainEqual(expect.arrayContaining(['SHA-256 of the rows', file.rows_sha256]));
});

it('has no movements where the lists can’t be read, and says why', async () => {
  const { made } = await start({ hasLists: false });
  const files = await unzip((await made()).content);
  expect(parse(files['provider-statement.csv'] ?? '').slice(1)).toEqual([
    ['eth', 'ETH', '1', '', '', '', '', '', '', '1'],
    ['trx_eth', 'USDT', '115', '', '', '', '', '', '', '115'],
  ]);
  expect(meta(files)).toMatchObject({
    not_known: ['The provider’s lists couldn’t be read, so what moved isn’t known.'],
    totals: [
      { currency: 'ETH', amounts: { opening: '1', inflow: null, unexplained: null, closing: '1' } },
      { currency: 'USDT', amounts: { opening: '115', inflow: null, unexplained: null, closing: '115' } },
    ],
  });
});

it('prints what isn’t known as such, and never a zero for it', async () => {
  const { made } = await start(
    { transactions: [transaction({ amount: 'a lot' }), ...moved] },
    { isDown: true },
  );
  const { file, content } = await made({ format: 'pdf' });
  const { text } = await extractText(new Uint8Array(content), { mergePages: true });
  expect(text).toContain('Provider statement 2026-01-02 04:00:00 +01:00');
  expect(text).toContain('Account ID account');
  expect(text).toContain('Requested by an API key, 2026-01-02 05:');
  expect(text).toContain('Closing Not known Not known');
  expect(text).toContain('Not explained Not known Not known');
  expect(text).toContain('Outflow −3.500000000000000001 −3.500000000000000001');
  expect(text).toContain('1 row of the provider’s lists couldn’t be read and isn’t included.');
  expect(text.replaceAll(/\s/g, '')).toContain(file.rows_sha256);
});

it('keeps what the provider told when the file was requested first, however often the request is repeated', async () => {
  const { provider, clock, request, list } = await start();
  // Not over yet: a later statement of it reads the lists again.
  const wanted = { to: hour(9) };
  const first = await request(wanted);
  const asked = provider.received.length;
  clock.advance({ minutes: 1 });
  const second = await request(wanted);
  expect(provider.received.slice(asked).filter(({ url }) => url.includes('transactions'))).toEqual([]);
  expect(idOf(second)).toBe(idOf(first));
  expect((await request({ ...wanted, format: 'pdf' })).status).toBe(409);
  expect((await list()).count).toBe(1);
});

const idOf = (answer: { json: () => unknown }) =>
  (answer.json() as { data: { file: StatementFile } }).data.file.id;

it('refuses ledger entries, a part of the account, and a period to come, and stores nothing', async () => {
  const { request, list } = await start();
  const reason = 'a remote provider shows its ledger to no one';
  for (const [wanted, data] of [
    [{ with_entries: true }, { with_entries: `must be false: ${reason}` }],
    [{ part: { currency: 'USDT' } }, { part: `must be empty: ${reason}` }],
    [{ from: hour(8), to: hour(9) }, { from: 'must be in the past' }],
  ] as const) {
    const answer = await request(wanted);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ data });
  }
  expect((await list()).count).toBe(0);
});

it('fails with the reason where a file of our own ledger was left over', async () => {
  const { request, list } = await start();
  await request();
  await database.db
    .updateTable('statement_files')
    .set({ provider_statement: null, state: 'waiting', next_at: hour(3) as never, lease_version: 7 })
    .execute();
  await expect.poll(async () => (await list()).files[0]?.failure).toMatch(/^This file needs the ledger/);
});
