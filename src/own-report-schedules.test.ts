import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import * as fc from 'fast-check';
import readWorkbook from 'read-excel-file/universal';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { mostMissedPeriods } from '#contract/gateway/report-schedules.ts';
import { type ReportName, reportNames, spansOf } from '#domain/reports/report.ts';
import { reportFile } from '#domain/reports/report-file.ts';
import {
  firstDayAt,
  momentsOfDays,
  periodFrom,
  reportTimesOf,
  type ScheduleStep,
  scheduleSteps,
} from '#domain/reports/scheduled-periods.ts';
import { addMs, type Instant } from '#domain/time.ts';
import type { Job } from '#jobs/job.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { booksReader } from './books-reader.ts';
import type { BooksReader } from './gateway/gateway-deps.ts';
import { statementFilesJob } from './gateway/books/files/statement-files.job.ts';
import { listFiles, readParts, type StoredFile } from './gateway/books/files/statement-files.store.ts';
import { SETTLE_MS } from './gateway/books/late-bookings.ts';
import { reportSchedulesJob } from './gateway/books/schedules/report-schedules.job.ts';
import {
  endSchedule,
  insertSchedule,
  listSchedules,
  type StoredSchedule,
} from './gateway/books/schedules/report-schedules.store.ts';
import { anyMove, fillEverything, startMoves } from './service/balances/testing-moves.ts';
import { sumCounterparties, sumExchanges, sumFees, sumFlows } from './service/books/reports.store.ts';
import { setUpService } from './service/testing.ts';

const service = setUpService({ aml: { asyncDelayMs: 0 } });
const zone = 'Europe/Berlin';
const HOUR_MS = 3_600_000;
// Shortly before clocks there go forward, in the middle of a week and a month.
const begin = '2026-03-18T10:00:00.000000Z' as Instant;
let moment = begin;
const clock = () => moment;

const nothing = () => undefined;
const schedulesJob = () =>
  reportSchedulesJob({ db: service.db, now: clock, log: { warn: nothing }, onRequested: nothing });
const filesJob = (books: BooksReader = booksReader(service.db)) =>
  statementFilesJob({ db: service.db, books, now: clock });

const dying = async (): Promise<never> => {
  throw new Error('The database is in a bad mood.');
};
const failing = (): BooksReader => ({
  ...booksReader(service.db),
  reportFees: dying,
  reportFlows: dying,
  reportExchanges: dying,
  reportCounterparties: dying,
});

type Wanted = { report?: ReportName; every?: ScheduleStep; format?: 'csv' | 'xlsx' };

async function schedule({ report = 'fees', every = 'month', format = 'csv' }: Wanted = {}) {
  const created = await insertSchedule(service.db, {
    schedule_id: `schedule_${report}_${every}_${format}_${moment}`,
    account_id: service.accountId,
    report,
    every,
    format,
    time_zone: zone,
    created_at: moment,
    user_id: 'user_1',
    created_by: 'Ana Ruiz',
  });
  if (created === undefined) throw new Error('It is scheduled already.');
  return created;
}

const files = async () =>
  (await listFiles(service.db, service.accountId, { limit: 1_000, offset: 0, now: moment })).files;

/** Does all that is due at the moment. */
async function workThrough(...jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) while (await runOnce(job).catch(() => true));
}

/** Movements of all kinds, booked at random moments of the next weeks. */
async function makeHistory(): Promise<void> {
  const { play } = await startMoves(service);
  const moves = fc.sample(anyMove, { numRuns: 200, seed: 7 });
  for (const move of [...fillEverything, ...moves]) await play(move);
  await sql`
    update ledger_postings
    set created_at = ${begin}::timestamptz
      + make_interval(mins => (('x' || substr(md5(posting_id), 1, 6))::bit(24)::int % 60480))`.execute(
    service.db,
  );
}

/** What the report's page adds up for these days, as the file that it saves. */
async function onDemand(report: ReportName, days: { from: string; to: string }): Promise<string> {
  const { db, accountId } = service;
  const times = reportTimesOf(days, zone);
  const spans = spansOf(times);
  const parties = async ({ from, to }: { from: Instant; to: Instant }) =>
    sumCounterparties(db, accountId, { starts: [from], until: to });
  switch (report) {
    case 'fees':
      return reportFile({ report, rows: await sumFees(db, accountId, spans) }, times).csv;
    case 'flows':
      return reportFile({ report, rows: await sumFlows(db, accountId, spans) }, times).csv;
    case 'exchanges':
      return reportFile({ report, rows: await sumExchanges(db, accountId, spans) }, times).csv;
    case 'counterparties': {
      const [current, previous] = [await parties(times.period), await parties(times.previous)];
      return reportFile({ report, current, previous }, times).csv;
    }
    default:
      return report satisfies never;
  }
}

async function contentOf(file: StoredFile): Promise<Buffer> {
  const content = Buffer.concat(await Array.fromAsync(readParts(service.db, file)));
  expect(createHash('sha256').update(content).digest('hex')).toBe(file.sha256);
  return content;
}

async function unzip(file: StoredFile): Promise<[name: string, text: string][]> {
  const content = new Uint8Array(await contentOf(file));
  const entries = await new ZipReader(new BlobReader(new Blob([content]))).getEntries();
  return await Promise.all(
    entries.map(async (entry): Promise<[string, string]> => [
      entry.filename,
      entry.directory ? '' : await entry.getData(new TextWriter(), { checkSignature: true }),
    ]),
  );
}

/** The periods that a schedule has to have files of by now. */
function periodsOf({ every, created_at: from }: StoredSchedule, until: Instant) {
  const [first, last] = [firstDayAt(every, from, zone), firstDayAt(every, addMs(until, -SETTLE_MS), zone)];
  const periods = [];
  for (let day = first; day < last; day = periodFrom(every, day).to) periods.push(periodFrom(every, day));
  return periods;
}

const anyEvent = fc.record({
  // Clocks are set back, too.
  hours: fc.integer({ min: -30, max: 60 }),
  what: fc.constantFrom('nothing', 'two processes', 'killed', 'files', 'files killed', 'files fail'),
});

it(
  'makes exactly one file of each period, the same as on demand, whatever stops or jumps',
  { timeout: 240_000 },
  async () => {
    await makeHistory();
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { minLength: 20, maxLength: 40 }), async (events) => {
        await service.db.deleteFrom('statement_files').execute();
        await service.db.deleteFrom('report_schedules').execute();
        moment = begin;
        const schedules: StoredSchedule[] = [];
        for (const report of reportNames) {
          for (const every of scheduleSteps) schedules.push(await schedule({ report, every }));
        }
        let latest = moment;
        for (const { hours, what } of events) {
          moment = addMs(moment, hours * HOUR_MS);
          if (moment > latest) latest = moment;
          if (what === 'two processes')
            await Promise.all([1, 2].map(async () => workThrough(schedulesJob())));
          if (what === 'killed') await schedulesJob().claim(3, []);
          if (what === 'files') await workThrough(filesJob());
          // Never heard of again.
          if (what === 'files killed') await filesJob().claim(2, []);
          if (what === 'files fail') await runOnce(filesJob(failing())).catch(nothing);
        }
        // Work ends once nothing stops it: a file that has failed three times waits for an hour.
        moment = latest;
        for (let rest = 0; rest < 4; rest += 1) {
          moment = addMs(moment, HOUR_MS);
          await workThrough(schedulesJob(), filesJob());
        }
        const made = await files();
        expect(made.every(({ state, failure }) => state === 'ready' && failure === null)).toBe(true);
        for (const each of schedules) {
          const own = made.filter(({ schedule_id: id }) => id === each.schedule_id);
          const expected = periodsOf(each, moment);
          expect(own.map((file) => file.period_from).toSorted()).toEqual(
            expected.map((days) => momentsOfDays(days, zone).from),
          );
          for (const days of expected) {
            const file = own.find(({ period_from: from }) => from === momentsOfDays(days, zone).from);
            if (file === undefined) throw new Error('The file is missing.');
            const [[name, csv] = [], [, about] = ['', '']] = await unzip(file);
            expect(name).toMatch(new RegExp(`^report-${each.report}-${days.from}-.*\\.csv$`));
            expect(csv).toBe(await onDemand(each.report, days));
            expect(JSON.parse(about)).toMatchObject({
              rows_sha256: file.rows_sha256,
              user_name: 'Ana Ruiz',
            });
          }
        }
        expect(made.length).toBeGreaterThan(0);
      }),
      { numRuns: process.env['LONG_TESTS'] === '1' ? 5 : 2, seed: 3 },
    );
    const rows = await Promise.all(
      reportNames.map(async (report) => onDemand(report, { from: '2026-03-01', to: '2026-05-01' })),
    );
    // Otherwise the comparison says little.
    for (const csv of rows) expect(csv.split('\r\n').length).toBeGreaterThan(3);
  },
);

it('waits until nothing that was booked in the period can still be on its way to the database', async () => {
  moment = begin;
  const { next_at: dueAt } = await schedule({ every: 'day' });
  expect(dueAt).toBe('2026-03-18T23:15:00.000000Z');
  moment = addMs(dueAt ?? begin, -1);
  expect(await runOnce(schedulesJob())).toBe(false);
  moment = addMs(moment, 1);
  expect(await runOnce(schedulesJob())).toBe(true);
  expect(await files()).toMatchObject([
    { period_from: '2026-03-17T23:00:00.000000Z', period_to: '2026-03-18T23:00:00.000000Z' },
  ]);
});

it('leaves the last of several missed periods for later while it can still change', async () => {
  moment = begin;
  const { next_at: dueAt } = await schedule({ every: 'day' });
  moment = addMs(dueAt ?? begin, 24 * HOUR_MS - 1);
  await workThrough(schedulesJob());
  expect(await files()).toHaveLength(1);
  moment = addMs(moment, 1);
  await workThrough(schedulesJob());
  expect(await files()).toHaveLength(2);
});

it('makes up for the latest periods that were missed, up to a limit', async () => {
  moment = begin;
  await schedule({ every: 'day' });
  moment = addMs(begin, 40 * 24 * HOUR_MS);
  await workThrough(schedulesJob());
  const requested = await files();
  expect(requested).toHaveLength(mostMissedPeriods);
  expect(
    requested
      .map((file) => file.period_to)
      .toSorted()
      .at(-1),
  ).toBe('2026-04-26T22:00:00.000000Z');
});

it('says why a file failed, and tries again until it is there', async () => {
  moment = begin;
  const { next_at: dueAt } = await schedule({ every: 'day' });
  moment = dueAt ?? begin;
  await runOnce(schedulesJob());
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await expect(runOnce(filesJob(failing()))).rejects.toThrow('bad mood');
    moment = addMs(moment, 10_000);
  }
  expect(await files()).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('tried again every hour') },
  ]);
  expect(await runOnce(filesJob())).toBe(false);
  moment = addMs(moment, HOUR_MS);
  expect(await runOnce(filesJob())).toBe(true);
  expect(await files()).toMatchObject([{ state: 'ready', failure: null }]);
});

it('writes a workbook with the rows and what they are', async () => {
  moment = begin;
  await makeHistory();
  await schedule({ every: 'week', format: 'xlsx' });
  moment = addMs(begin, 7 * 24 * HOUR_MS);
  await workThrough(schedulesJob(), filesJob());
  const [file] = await files();
  if (file === undefined) throw new Error('There is no file.');
  expect(file.name).toBe('report-fees-2026-03-16-2026-03-22.xlsx');
  const sheets = await readWorkbook(new Blob([new Uint8Array(await contentOf(file))]));
  const csv = await onDemand('fees', { from: '2026-03-16', to: '2026-03-23' });
  expect(sheets.map(({ sheet, data }) => [sheet, data.length > 0])).toEqual([
    ['Report', true],
    ['About', true],
  ]);
  expect(sheets[0]?.data).toHaveLength(csv.trim().split('\r\n').length);
  expect(file.rows_sha256).toBe(createHash('sha256').update(csv).digest('hex'));
});

it('has one schedule of each kind at a time, and requests nothing more once it has ended', async () => {
  moment = begin;
  const first = await schedule();
  await expect(schedule()).rejects.toThrow('already');
  const ending = { accountId: service.accountId, id: first.schedule_id };
  expect(await endSchedule(service.db, { ...ending, accountId: 'another' }, { by: null, at: moment })).toBe(
    false,
  );
  expect(await endSchedule(service.db, ending, { by: 'Ben Ode', at: moment })).toBe(true);
  expect(await endSchedule(service.db, ending, { by: 'Ben Ode', at: moment })).toBe(false);
  expect(await listSchedules(service.db, service.accountId)).toEqual([]);
  moment = addMs(begin, 60 * 24 * HOUR_MS);
  expect(await runOnce(schedulesJob())).toBe(false);
  moment = addMs(begin, 1);
  expect((await schedule()).next_day).toBe('2026-03-01');
});
