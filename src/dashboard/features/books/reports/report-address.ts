import { monthCount, previousPeriod } from '#domain/reports/report-days.ts';
import { type ReportName, reportNames } from '#domain/reports/report.ts';
import { type Instant, parseDateTimeParameter } from '#domain/time.ts';
import type { StatementPeriod } from '../statement/statement-period.ts';
import { periodOfRange, type ReportRange, reportRanges } from './report-period.ts';

/** What the page's URL says. */
export type ReportAddress = {
  report: ReportName;
  /** A period that moves with the clock, or any days. */
  when: ReportRange | StatementPeriod;
  /** The currency, or for exchanges the pair, that is shown month by month. Undefined where the URL leaves it open. */
  chosen: string | undefined;
};

/** As many as the server adds up at once, with the period to compare with. */
const mostMonths = 119;

/**
 * Parses `?report=flows&range=last-month&of=USDT`, or with days as a statement has them:
 * `?report=flows&from=2026-10-01&to=2026-11-01`. Anything else is the fees of the last whole month.
 */
export function parseReportUrl(search: URLSearchParams): ReportAddress {
  const of = search.get('of') ?? '';
  return {
    report: reportNames.find((name) => name === search.get('report')) ?? 'fees',
    when:
      parsePeriod(search.get('from') ?? '', search.get('to') ?? '') ??
      reportRanges.find(({ name }) => name === search.get('range'))?.name ??
      'last-month',
    chosen: /^[\w.-]{1,64}$/.test(of) ? of : undefined,
  };
}

/** The query string, with its `?`; empty for what the page opens with. */
export function formatReportUrl({ report, when, chosen }: ReportAddress): string {
  const search = new URLSearchParams();
  if (report !== 'fees') search.set('report', report);
  if (typeof when !== 'string') {
    search.set('from', when.from);
    search.set('to', when.to);
  } else if (when !== 'last-month') search.set('range', when);
  if (chosen !== undefined) search.set('of', chosen);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The days that the URL means now. */
export function periodOf({ when }: Pick<ReportAddress, 'when'>, now: Instant, iana: string): StatementPeriod {
  return typeof when === 'string' ? periodOfRange(when, now, iana) : when;
}

const isDate = (text: string) => parseDateTimeParameter(text)?.isDateOnly === true;

function parsePeriod(from: string, to: string): StatementPeriod | undefined {
  if (!isDate(from) || !isDate(to) || from >= to || monthCount({ from, to }) >= mostMonths) return undefined;
  return isDate(previousPeriod({ from, to }).from) ? { from, to } : undefined;
}
