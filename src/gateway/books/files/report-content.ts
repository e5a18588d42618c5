import { createHash } from 'node:crypto';
import { describeReport, reportFile, reportFileName, type ReportRows } from '#domain/reports/report-file.ts';
import { type ReportName, type ReportTimes, spansOf } from '#domain/reports/report.ts';
import { reportTimesOf } from '#domain/reports/scheduled-periods.ts';
import { type Instant, toDate } from '#domain/time.ts';
import { Workbook } from '#domain/xlsx/workbook.ts';
import { dateInZone } from '#domain/zoned-days.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import type { BooksReader } from '../../gateway-deps.ts';
import { collectFile, type MadeFile } from './made-file.ts';
import type { StoredFile } from './statement-files.store.ts';
import { ZipStream } from './zip-stream.ts';

type Wanted = Pick<
  StoredFile,
  | 'account_id'
  | 'format'
  | 'period_from'
  | 'period_to'
  | 'time_zone'
  | 'requested_at'
  | 'requested_by'
  | 'user_id'
  | 'schedule_id'
  | 'scheduled_at'
> & { report: ReportName };

/**
 * The file of a report whose period is over: the rows that a person downloads. It is small whatever the ledger has, as
 * rows are sums, so it is written at once.
 */
export async function makeReport(file: Wanted, books: BooksReader): Promise<MadeFile> {
  const { report, format, time_zone: zone, account_id: accountId } = file;
  const days = { from: dateInZone(file.period_from, zone), to: dateInZone(file.period_to, zone) };
  const times = reportTimesOf(days, zone);
  const table = reportFile(await readReport(report, times, { books, accountId }), times);
  const rowsSha256 = createHash('sha256').update(table.csv).digest('hex');
  const about = {
    ...describeReport(table, { report, accountId, days, times, zone, rowsSha256 }),
    ...describeSchedule(file),
  };
  const name = reportFileName(report, days);
  const made = collectFile();
  const zip = new ZipStream(toDate(file.requested_at), made.output);
  if (format === 'xlsx') {
    const book = new Workbook((entry) => zip.begin(entry));
    const sheet = book.rows('Report', table.columns);
    sheet.write(table.cells);
    book.lines('About', [...aboutLines(about), ...sheet.end()]);
    book.end();
  } else {
    zip.addWhole(`${name}.csv`, table.csv);
    zip.addWhole(`${name}.meta.json`, `${JSON.stringify(about, null, 2)}\n`);
  }
  zip.end();
  return {
    name: `${name}.${format === 'xlsx' ? 'xlsx' : 'zip'}`,
    rowsSha256,
    ...made.end(),
  };
}

type Source = { books: BooksReader; accountId: string };

/** Adds up a report as its page does. */
async function readReport(
  report: ReportName,
  times: ReportTimes,
  { books, accountId }: Source,
): Promise<ReportRows> {
  const spans = spansOf(times);
  switch (report) {
    case 'fees':
      return { report, rows: await books.reportFees(accountId, spans) };
    case 'flows':
      return { report, rows: await books.reportFlows(accountId, spans) };
    case 'exchanges':
      return { report, rows: await books.reportExchanges(accountId, spans) };
    case 'counterparties': {
      const read = async ({ from, to }: { from: Instant; to: Instant }) =>
        books.reportCounterparties(accountId, { starts: [from], until: to });
      return { report, current: await read(times.period), previous: await read(times.previous) };
    }
    default:
      return report satisfies never;
  }
}

/** Who has the file made, and since when. */
function describeSchedule(file: Wanted) {
  const clock = zoneClock(file.time_zone);
  const isUser = file.user_id !== null;
  return {
    requested_at: clock(file.requested_at),
    schedule_id: file.schedule_id,
    scheduled_at: file.scheduled_at === null ? null : clock(file.scheduled_at),
    user_name: isUser ? file.requested_by : null,
    key_name: isUser ? null : file.requested_by,
  };
}

/** What the sheet `About` says: lines of cells, the first of each its label. */
function aboutLines(about: ReturnType<typeof describeReport> & ReturnType<typeof describeSchedule>) {
  return [
    ['Product', about.product],
    ['Report', about.list],
    ['Account ID', about.account_id],
    ['Period begins', about.period_begins],
    ['Period ends before', about.period_ends],
    ['Previous period begins', about.previous_period_begins],
    ['Counted by', about.counted_by],
    ['Time zone', about.time_zone],
    ['Requested at', about.requested_at],
    ...(about.scheduled_at === null ? [] : [['Scheduled at', about.scheduled_at]]),
    ...(about.user_name === null ? [] : [['User', about.user_name]]),
    ...(about.key_name === null ? [] : [['API key', about.key_name]]),
    ['Rows', String(about.rows_written)],
    [],
    ['Totals, exact', 'period', 'column', 'total'],
    ...about.totals.map(({ currency = '', period = '', column, total }) => [currency, period, column, total]),
    [],
    ['SHA-256 of the rows', about.rows_sha256],
    ['Hashed content', about.rows_sha256_of],
    [],
  ];
}
