import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import { mostWaitingFiles, type StatementFile } from '#contract/gateway/statement-files.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { decimal, ZERO } from '#domain/decimal.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  type TinyService,
} from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { createFileCleanup } from './statement-files.store.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const path = '/console/books/files';

const funds = { total: decimal('1.5'), on_hold: ZERO, in_transit: ZERO };
const nothing = {
  inflow: ZERO,
  outflow: ZERO,
  withdrawal_fees: ZERO,
  aml_check_fees: ZERO,
  exchanged_in: ZERO,
  exchanged_out: ZERO,
  collected: ZERO,
  other: ZERO,
};

/** A service with one row for each account. Its ledger waits for `until` before it says anything. */
function service(until: Promise<void> = Promise.resolve()): TinyService {
  const tiny = makeTinyService('good', 'other');
  tiny.books = {
    ...tiny.books,
    readStatement: async (accountId, { from, to }) => {
      await until;
      const row: StatementRow = {
        type: 'user',
        network: 'eth',
        currency: accountId,
        opening: funds,
        movements: nothing,
        closing: funds,
      };
      return { from, as_of: to, rows: [row] };
    },
  };
  return tiny;
}

const body = {
  idempotency_key: 'one',
  from: '2026-01-01',
  to: '2026-02-01',
  time_zone: 'Europe/Berlin',
  format: 'csv',
  with_entries: false,
};

async function open(gateway: RunningGateway, key = 'good') {
  const { cookie, get } = await gateway.open(key);
  const request = async (changes: object = {}) =>
    await gateway.send(path, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { ...body, ...changes },
    });
  const list = async (query = '') => {
    const { data } = (await get(`${path}${query}`)).json() as {
      data: { count: number; files: StatementFile[] };
    };
    return data;
  };
  return {
    get,
    request,
    list,
    ready: async () => {
      await expect.poll(async () => (await list()).files[0]?.state).toBe('ready');
      const [file] = (await list()).files;
      if (file === undefined) throw new Error('There is no file.');
      return file;
    },
  };
}

it('makes a file in the background, hands it out unchanged, and records who asked for it and who has it', async () => {
  const user = await open(await start({ provider: service() }));
  expect((await user.request()).status).toBe(200);
  const file = await user.ready();
  expect(file).toMatchObject({
    requested_by: 'key good',
    as_of: '2026-02-01T00:00:00.000000Z',
    name: 'statement-2026-01-01-2026-02-01.zip',
  });
  const answer = await user.get(`${path}/file?id=${file.id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(file.bytes),
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'private, no-store',
  });
  expect(createHash('sha256').update(answer.bytes).digest('hex')).toBe(file.sha256);
  const entries = await database.db
    .selectFrom('audit_log_entries')
    .select(['operation', 'subject', 'details', 'created_id', 'status', 'details_permission'])
    .where('operation', 'in', ['requestStatementFile', 'downloadStatementFile'])
    .orderBy('sequence')
    .execute();
  expect(entries).toMatchObject([
    { operation: 'requestStatementFile', details: expect.stringContaining('"from":"2026-01-01"') },
    { operation: 'requestStatementFile', status: 200, created_id: file.id },
    {
      operation: 'downloadStatementFile',
      subject: file.id,
      details_permission: 'balances:read',
      details: expect.stringContaining(
        `"rows_sha256":"${file.rows_sha256}","bytes":${file.bytes},"sha256":"${file.sha256}"`,
      ),
    },
    { operation: 'downloadStatementFile', status: 200 },
  ]);
});

it('belongs to its account alone', async () => {
  const gateway = await start({ provider: service() });
  const user = await open(gateway);
  await user.request();
  const { id } = await user.ready();
  const other = await open(gateway, 'other');
  expect(await other.list()).toEqual({ count: 0, files: [] });
  expect((await other.get(`${path}/file?id=${id}`)).status).toBe(404);
  expect((await other.request()).status).toBe(200);
  expect((await gateway.send(`${path}/file?id=${id}`)).status).toBe(401);
});

it('makes one file for a request that is repeated, and refuses another with the same key', async () => {
  const user = await open(await start({ provider: service() }));
  const [first, second] = [await user.request(), await user.request()];
  expect(second.json()).toMatchObject({ data: { file: { id: idOf(first) } } });
  const other = await user.request({ format: 'pdf' });
  expect(other.status).toBe(409);
  expect(other.json()).toMatchObject({ data: { idempotency_key: 'was used for another file' } });
  expect((await user.list()).count).toBe(1);
});

const idOf = (answer: { json: () => unknown }) =>
  (answer.json() as { data: { file: StatementFile } }).data.file.id;

it('is of the part of the account that was asked for, and records which', async () => {
  const user = await open(await start({ provider: service() }));
  const part = { type: 'user', network: 'eth' };
  const first = await user.request({ part });
  expect(first.json()).toMatchObject({ data: { file: { part } } });
  expect((await user.request({ part: { network: 'eth', type: 'user' } })).status).toBe(200);
  expect((await user.request({ part: { type: 'user' } })).status).toBe(409);
  expect((await user.request({ part: { network: 'doge' } })).json()).toMatchObject({
    data: { part: expect.stringMatching(/^allowed: /) },
  });
  const file = await user.ready();
  expect(file).toMatchObject({ part, name: 'partial-statement-2026-01-01-2026-02-01-user-eth.zip' });
  expect((await user.get(`${path}/file?id=${file.id}`)).status).toBe(200);
  const { details } = await database.db
    .selectFrom('audit_log_entries')
    .select('details')
    .where('operation', '=', 'downloadStatementFile')
    .where('details', 'is not', null)
    .executeTakeFirstOrThrow();
  expect(details).toContain('"part":{"type":"user","network":"eth"}');
});

it('accepts no more than a few at once', async () => {
  const waiting = Promise.withResolvers<void>();
  const user = await open(await start({ provider: service(waiting.promise) }));
  for (let n = 0; n < mostWaitingFiles; n += 1) {
    expect((await user.request({ idempotency_key: `${n}` })).status).toBe(200);
  }
  expect((await user.request({ idempotency_key: 'more' })).status).toBe(429);
  waiting.resolve();
  await expect
    .poll(async () => (await user.list()).files.every(({ state }) => state === 'ready'), { timeout: 30_000 })
    .toBe(true);
});

it('says at once that a PDF can’t hold so many entries, and what to choose', async () => {
  const provider = service();
  provider.books = { ...provider.books, countEntries: async () => 20_001 };
  const user = await open(await start({ provider }));
  const answer = await user.request({ format: 'pdf', with_entries: true });
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    data: {
      format:
        'This period has 20,001 ledger entries, and a PDF file holds at most 20,000. Choose Excel or CSV, or a shorter period.',
    },
  });
});

it.each([
  [{ to: '2026-01-01' }, { to: 'must be after from' }],
  [{ from: '2999-01-01', to: '2999-02-01' }, { from: 'must be in the past' }],
  [{ time_zone: 'Europe/Atlantis' }, { time_zone: 'must be the name of a time zone' }],
  [{ format: 'docx' }, { format: 'allowed: pdf, xlsx, csv' }],
])('names what is wrong with %j', async (changes, data) => {
  const answer = await (await open(await start({ provider: service() }))).request(changes);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ data });
});

it('is for keys that read balances', async () => {
  const provider = service();
  const describe = provider.describeKey;
  const held: Permission[] = ['transactions:read'];
  provider.describeKey = async (key) => {
    const known = await describe(key);
    return known && { ...known, permissions: held };
  };
  const user = await open(await start({ provider }));
  expect((await user.request()).status).toBe(400);
  expect((await user.get(path)).status).toBe(400);
  expect((await user.get(`${path}/file?id=file_1`)).status).toBe(400);
});

it('is deleted after a year, with its parts', async () => {
  const user = await open(await start({ provider: service() }));
  await user.request();
  const { id, expires_at: end } = await user.ready();
  expect(Date.parse(end) - Date.now()).toBeGreaterThan(364 * 86_400_000);
  await createFileCleanup(database.db, () => end as never)();
  expect((await user.get(`${path}/file?id=${id}`)).status).toBe(404);
  expect(await database.db.selectFrom('statement_file_parts').selectAll().execute()).toEqual([]);
});
