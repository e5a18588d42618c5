import { expect, it } from 'vitest';
import type { ReportSchedule } from '#contract/gateway/report-schedules.ts';
import type { StatementFile } from '#contract/gateway/statement-files.ts';
import { useTestDatabase } from '#database/testing.ts';
import { permissions } from '#contract/permissions.ts';
import type { Instant } from '#domain/time.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { startStandInProvider } from '../../testing/stand-in-provider.ts';
import { requestScheduledFiles } from './report-schedules.store.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const path = '/console/reports/schedules';
const body = { report: 'fees', every: 'month', format: 'csv', time_zone: 'Europe/Berlin' };

async function open(gateway: RunningGateway, key = 'good') {
  const { cookie, get } = await gateway.open(key);
  const send = async (method: string, sent: object) =>
    await gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body: sent });
  return {
    get,
    schedule: async (changes: object = {}) => await send('POST', { ...body, ...changes }),
    end: async (id: string) => await send('DELETE', { id }),
    list: async () => ((await get(path)).json() as { data: { schedules: ReportSchedule[] } }).data.schedules,
  };
}

const idOf = (answer: { json: () => unknown }) => (answer.json() as { data: ReportSchedule }).data.id;

/** A service whose key may do only what is named. */
function serviceWithout(lacking: string) {
  const service = makeTinyService('good');
  const describe = service.describeKey;
  service.describeKey = async (key) => {
    const known = await describe(key);
    return known && { ...known, permissions: permissions.filter((each) => each !== lacking) };
  };
  return service;
}

it('schedules a report and ends it, says who did, and records both', async () => {
  const user = await open(await start({ provider: makeTinyService('good') }));
  const created = await user.schedule();
  expect(created.status).toBe(200);
  const id = idOf(created);
  expect(await user.list()).toMatchObject([{ id, ...body, created_by: 'key good' }]);
  expect((await user.schedule()).status).toBe(409);
  expect((await user.schedule({ every: 'week' })).status).toBe(200);
  expect((await user.end(id)).status).toBe(200);
  expect((await user.end(id)).status).toBe(404);
  expect(await user.list()).toMatchObject([{ every: 'week' }]);
  const entries = await database.db
    .selectFrom('audit_log_entries')
    .select(['operation', 'subject', 'details', 'created_id', 'status'])
    .where('operation', 'in', ['scheduleReport', 'endReportSchedule'])
    .where('status', '=', 200)
    .orderBy('sequence')
    .execute();
  expect(entries).toMatchObject([
    { operation: 'scheduleReport', created_id: id },
    { operation: 'scheduleReport' },
    { operation: 'endReportSchedule' },
  ]);
});

it('belongs to its account alone, whoever created it', async () => {
  const gateway = await start({ provider: makeTinyService('good', 'other') });
  const user = await open(gateway);
  const id = idOf(await user.schedule());
  const other = await open(gateway, 'other');
  expect(await other.list()).toEqual([]);
  expect((await other.end(id)).status).toBe(404);
  expect((await other.schedule()).status).toBe(200);
});

it.each([
  [{ report: 'profits' }, { report: 'allowed: fees, flows, exchanges, counterparties' }],
  [{ every: 'year' }, { every: 'allowed: month, week, day' }],
  [{ format: 'pdf' }, { format: 'allowed: csv, xlsx' }],
  [{ time_zone: 'Europe/Atlantis' }, { time_zone: 'must be the name of a time zone' }],
])('names what is wrong with %j', async (changes, data) => {
  const answer = await (await open(await start({ provider: makeTinyService('good') }))).schedule(changes);
  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({ data });
});

it('needs what its report needs: counterparties are for those who may read transactions', async () => {
  const user = await open(await start({ provider: serviceWithout('transactions:read') }));
  expect((await user.schedule()).status).toBe(200);
  expect((await user.schedule({ report: 'counterparties' })).status).toBe(400);
  expect(await user.list()).toMatchObject([{ report: 'fees' }]);
});

it('hands out the file of counterparties only to those who may read transactions', async () => {
  const provider = makeTinyService('good');
  const user = await open(await start({ provider }));
  await user.schedule({ report: 'counterparties', every: 'day' });
  const stored = await database.db.selectFrom('report_schedules').selectAll().executeTakeFirstOrThrow();
  const inADay = new Date(Date.now() + 2 * 86_400_000).toISOString().replace('Z', '000Z') as Instant;
  await requestScheduledFiles(database.db, stored, inADay);
  await database.db.updateTable('statement_files').set({ next_at: stored.created_at }).execute();
  const files = async () =>
    ((await user.get('/console/books/files')).json() as { data: { files: StatementFile[] } }).data.files;
  await expect.poll(async () => (await files())[0]?.state).toBe('ready');
  const [file] = await files();
  expect(file).toMatchObject({
    report: 'counterparties',
    requested_by: 'key good',
    scheduled_at: stored.created_at,
  });
  const download = `/console/books/files/file?id=${file?.id}`;
  expect((await user.get(download)).status).toBe(200);
  const describe = provider.describeKey;
  provider.describeKey = async (key) => {
    const known = await describe(key);
    return known && { ...known, permissions: ['balances:read'] };
  };
  const reader = await open(await start({ provider }));
  expect((await reader.get(download)).status).toBe(400);
});

it('can’t be made in front of a remote provider', async () => {
  const provider = await startStandInProvider();
  const user = await open(await start({ provider: { kind: 'remote', url: provider.url } }));
  expect((await user.schedule()).status).toBe(404);
  expect(await user.list()).toEqual([]);
});
