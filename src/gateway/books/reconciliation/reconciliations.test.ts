import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import {
  createReconciliation,
  noteReconciliationLine,
  type ReconciledLine,
  type Reconciliation,
} from '#contract/gateway/reconciliations.ts';
import { permissions } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { decimal } from '#domain/decimal.ts';
import type { LedgerLine } from '#domain/reconciliation/compare-books.ts';
import { addMs, instantFromDate } from '#domain/time.ts';
import { makeTinyService, secret, setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { envelope, failure, sendJson, startStandInProvider } from '../../testing/stand-in-provider.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);

const booked = instantFromDate(new Date('2026-01-01T10:00:00Z'));

const ledgerLine = (id: string, amount: string): LedgerLine => ({
  id,
  at: booked,
  amount: decimal(amount),
  fee: null,
  currency: 'USDT',
  network: 'trx',
  hash: null,
  references: [id],
  isListed: false,
});

const mapping = {
  time: 'Date',
  time_zone: 'UTC',
  date_order: 'ymd',
  amount_layout: 'signed',
  amount: 'Amount',
  amount_in: null,
  amount_out: null,
  direction: null,
  number_format: 'point',
  includes_fee: false,
  currency: null,
  fixed_currency: 'USDT',
  network: null,
  hash: null,
  reference: 'Ref',
  fee: null,
};

const wanted = (text: string, changes: object = {}) => ({
  name: 'January',
  file_name: 'january.csv',
  text,
  mapping,
  mapping_name: 'Our books',
  from: '2026-01-01',
  to: '2026-02-01',
  currency: null,
  tolerance_hours: 24,
  previous_id: null,
  ...changes,
});

const file =
  '\uFEFFDate,Amount,Ref\r\n2026-01-01 10:00,5,a\r\n2026-01-01 10:00,7,b\r\n2026-01-01 10:00,1,c\r\n';

type Settings = Parameters<typeof startGateway>[0];

async function start(settings: Settings = {}) {
  const service = makeTinyService('good', 'other', 'blind');
  const describe = service.describeKey;
  service.describeKey = async (key) => {
    const known = await describe(key);
    const held = permissions.filter((each) => key !== 'blind' || each !== 'balances:read');
    return known && { ...known, permissions: held };
  };
  service.streamBookLines = () =>
    ReadableStream.from([{ ledger: [ledgerLine('a', '5'), ledgerLine('b', '6')], lists: [] }]);
  const clock = new TestClock();
  const gateway = await startGateway({ provider: service, now: clock.now, ...settings });
  const openAs = async (key: string) => {
    const { cookie, get } = await gateway.open(key);
    const read = async <T>(path: string): Promise<T> => {
      const answer = await get(path);
      expect([path, answer.status, answer.status === 200 ? '' : answer.body]).toEqual([path, 200, '']);
      return (answer.json() as { data: T }).data;
    };
    const post = async (path: string, body: object) =>
      await gateway.send(path, { method: 'POST', headers: { cookie, ...fromOwnPage }, body });
    const create = async (body: object) => {
      const answer = await post(createReconciliation.path, body);
      expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
      const { reconciliation } = (answer.json() as { data: { reconciliation: Reconciliation } }).data;
      const { reconciliation_id: id } = reconciliation;
      const one = async () =>
        (await read<{ reconciliation: Reconciliation }>(`/console/reconciliation?reconciliation_id=${id}`))
          .reconciliation;
      await expect
        .poll(async () => {
          clock.advance({ seconds: 1 });
          return (await one()).state;
        })
        .toMatch(/ready|failed/);
      const lines = async () =>
        (await read<{ lines: ReconciledLine[] }>(`/console/reconciliation-lines?reconciliation_id=${id}`))
          .lines;
      return { id, one, lines };
    };
    return { get, read, post, create };
  };
  return { openAs, clock };
}

const note = (id: string, line: ReconciledLine | undefined, action: string, text = 'Because.') => ({
  reconciliation_id: id,
  number: line?.number,
  action,
  text,
});

it('finds what differs, keeps notes for a corrected file, and records who did what', async () => {
  const { openAs } = await start();
  const { create, post, read } = await openAs('good');
  const first = await create(wanted(file));
  expect(await first.one()).toMatchObject({
    name: 'January',
    file_sha256: createHash('sha256').update(file).digest('hex'),
    created_by: 'key good',
    from: '2026-01-01T00:00:00.000Z',
    mapping,
    summary: {
      counts: { matched: 1, different: 1, missing_here: 1, missing_there: 0 },
      books: { fault_count: 0 },
      balances: { faults: [] },
    },
    resolved: 0,
  });
  const different = (await first.lines()).find(({ kind }) => kind === 'different');
  expect(different?.differences).toEqual([{ field: 'amount', ours: '6', theirs: '7', by: '1' }]);
  expect(
    (await post(noteReconciliationLine.path, note(first.id, different, 'note', 'Asked the bank.'))).status,
  ).toBe(200);
  expect((await post(noteReconciliationLine.path, note(first.id, different, 'resolve'))).status).toBe(200);
  expect((await post(noteReconciliationLine.path, note(first.id, different, 'resolve'))).status).toBe(409);
  expect((await post(noteReconciliationLine.path, note(first.id, different, 'note', ' '))).status).toBe(400);

  // The line of `c` is corrected, that of `b` stays.
  const corrected = file.replace('2026-01-01 10:00,1,c\r\n', '');
  const second = await create(wanted(corrected, { previous_id: first.id }));
  expect(await second.one()).toMatchObject({ series_id: first.id, resolved: 1 });
  const kept = (await second.lines()).find(({ kind }) => kind === 'different');
  expect(kept?.notes.map(({ action, text, by }) => [action, text, by])).toEqual([
    ['note', 'Asked the bank.', 'key good'],
    ['resolve', 'Because.', 'key good'],
  ]);
  expect(kept?.is_resolved).toBe(true);
  expect((await post(noteReconciliationLine.path, note(second.id, kept, 'reopen'))).status).toBe(200);
  expect((await first.one()).resolved).toBe(0);
  // With another difference it is another line.
  const third = await create(wanted(corrected.replace(',7,', ',8,'), { previous_id: second.id }));
  expect((await third.lines()).flatMap(({ notes }) => notes)).toEqual([]);

  expect(await read('/console/reconciliation-mappings')).toEqual({
    mappings: [{ name: 'Our books', mapping }],
  });
  const list = await read<{ count: number; reconciliations: Reconciliation[] }>(
    '/console/reconciliations?limit=2',
  );
  expect([list.count, list.reconciliations.map(({ reconciliation_id: id }) => id)]).toEqual([
    3,
    [third.id, second.id],
  ]);
  const { entries } = await read<{ entries: AuditLogEntry[] }>(
    '/console/audit-log?operation=noteReconciliationLine&status=completed',
  );
  expect(entries).toHaveLength(3);
  expect(entries[1]?.details).toContain('Because.');
});

it('keeps nothing of the file, and stores no lines of an attempt that ended early', async () => {
  const { openAs } = await start();
  const { create } = await openAs('good');
  const { id } = await create(wanted(file));
  expect(await database.db.selectFrom('reconciliation_files').selectAll().execute()).toEqual([]);
  await database.db
    .updateTable('reconciliations')
    .set({ lease_version: 5 })
    .where('reconciliation_id', '=', id)
    .execute();
  const { read } = await openAs('good');
  expect(await read(`/console/reconciliation-lines?reconciliation_id=${id}`)).toEqual({
    count: 0,
    lines: [],
  });
});

it('says why a file can’t be compared', async () => {
  const { openAs } = await start();
  const { create, post } = await openAs('good');
  const { one } = await create(wanted('Date,Sum\n2026-01-01,5\n'));
  expect(await one()).toMatchObject({
    state: 'failed',
    failure: 'The file has no column Amount, Ref.',
    summary: null,
  });
  const refused = async (changes: object) => {
    const answer = await post(createReconciliation.path, wanted(file, changes));
    return [answer.status, Object.keys((answer.json() as { data: object }).data)];
  };
  expect(await refused({ from: '2026-02-01' })).toEqual([400, ['to']]);
  expect(await refused({ from: '2027-01-01', to: '2027-02-01' })).toEqual([400, ['from']]);
  expect(await refused({ mapping: { ...mapping, fixed_currency: null } })).toEqual([400, ['mapping']]);
  expect(await refused({ mapping: { ...mapping, time_zone: 'Mars' } })).toEqual([400, ['mapping']]);
});

it('shows nothing to other accounts, nor without the permission for balances', async () => {
  const { openAs } = await start();
  const { create } = await openAs('good');
  const { id, lines } = await create(wanted(file));
  const [line] = await lines();
  const other = await openAs('other');
  const paths = [
    `/console/reconciliation?reconciliation_id=${id}`,
    `/console/reconciliation-lines?reconciliation_id=${id}`,
  ];
  for (const path of paths) expect((await other.get(path)).status).toBe(404);
  expect((await other.post(noteReconciliationLine.path, note(id, line, 'note'))).status).toBe(404);
  expect((await other.post(createReconciliation.path, wanted(file, { previous_id: id }))).status).toBe(404);
  expect(await other.read('/console/reconciliations')).toMatchObject({ count: 0 });
  expect(await other.read('/console/reconciliation-mappings')).toEqual({ mappings: [] });
  const blind = await openAs('blind');
  const all = [...paths, '/console/reconciliations', '/console/reconciliation-mappings'];
  for (const path of all) expect((await blind.get(path)).body).toContain('balances:read');
  expect((await blind.post(createReconciliation.path, wanted(file))).body).toContain('balances:read');
});

it('compares with the lists of a remote provider, and says that there is no ledger', async () => {
  const provider = await startStandInProvider();
  const transaction = {
    transaction_id: 'tx_1',
    network: 'trx',
    direction: 'out',
    status: 'completed',
    amount: '5.000000000000000001',
    currency: 'USDT',
    sender_wallet: 'TSender',
    recipient_wallet: 'TRecipient',
    hash: 'ab',
    fee: '1',
    created_at: '2026-01-01 10:00:00.000000+00',
  };
  const request = {
    request_id: 'wd_1',
    external_id: 'invoice 7',
    amount: '5.000000000000000001',
    currency: 'USDT',
    network: 'trx',
    sender_wallet: 'TSender',
    recipient_wallet: 'TRecipient',
    fee: '1',
    status: 'completed',
    created_at: '2026-01-01T09:59:00.000Z',
    updated_at: '2026-01-01T10:00:00.000Z',
    hash: 'ab',
  };
  provider.respond = ({ url, method }, response) => {
    const { pathname } = new URL(url, 'http://provider');
    const list = (name: string, rows: object[]) =>
      sendJson(response, 200, envelope({ count: rows.length, [name]: rows, result: 'success' }));
    if (method !== 'GET' || pathname.endsWith('/test'))
      sendJson(response, 200, envelope({ result: 'success' }));
    else if (pathname.endsWith('/exchange-transactions')) list('transactions', []);
    else if (pathname.endsWith('/transactions')) list('transactions', [transaction]);
    else if (pathname.endsWith('/withdrawal-requests')) {
      const meta = { limit: 30, offset: 0, total: 1 };
      sendJson(response, 200, envelope({ success: true, meta, data: [request] }));
    } else sendJson(response, 404, failure(404, 'not_found', 'Nothing here'));
  };
  try {
    const { openAs } = await start({
      mode: 'remote',
      deposits: 'provider',
      provider: { kind: 'remote', url: provider.url },
      settings: { sessionSecret: secret, providerLookDelayMs: Number.POSITIVE_INFINITY },
    });
    const { create } = await openAs('good');
    const text = `Date,Amount,Ref\n${addMs(booked, 60_000)},-5,invoice 7\n`;
    const { one, lines } = await create(wanted(text));
    expect((await one()).summary).toMatchObject({ books: null, balances: null, unreadable_rows: 0 });
    expect(await lines()).toMatchObject([
      {
        kind: 'different',
        method: 'reference',
        ours: { references: ['wd_1', 'tx_1', 'invoice 7'], fee: '1' },
        differences: [{ field: 'amount', by: '0.000000000000000001' }],
      },
    ]);
  } finally {
    await provider.close();
  }
});
