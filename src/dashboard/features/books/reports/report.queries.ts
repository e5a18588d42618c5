import { queryOptions } from '@tanstack/react-query';
import { reportCounterparties, reportExchanges, reportFees, reportFlows } from '#contract/gateway/reports.ts';
import { type Moments, type ReportName, spansOf } from '#domain/reports/report.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import type { ReportContext, ReportData } from './report-view.ts';

const operations = {
  fees: reportFees,
  flows: reportFlows,
  exchanges: reportExchanges,
  counterparties: reportCounterparties,
} as const;

type Asked = Pick<ReportContext, 'months' | 'previous' | 'period'>;

/** What a report adds up; null for a remote wallet service, which shows its ledger to no one. */
export function reportQuery(report: ReportName, asked: Asked) {
  const body = spansOf(asked);
  return queryOptions({
    queryKey: keyOf(operations[report], { body }),
    queryFn: async ({ signal }): Promise<ReportData | null> => {
      switch (report) {
        case 'fees': {
          const { rows } = await call(reportFees, { body }, signal);
          return rows && { report, rows };
        }
        case 'flows': {
          const { rows } = await call(reportFlows, { body }, signal);
          return rows && { report, rows };
        }
        case 'exchanges': {
          const { rows } = await call(reportExchanges, { body }, signal);
          return rows && { report, rows };
        }
        case 'counterparties': {
          const [current, previous] = await Promise.all(
            [asked.period, asked.previous].map((moments) => fetchCounterparties(moments, signal)),
          );
          return current && previous ? { report, current, previous } : null;
        }
        default:
          return report satisfies never;
      }
    },
  });
}

async function fetchCounterparties({ from, to }: Moments, signal: AbortSignal) {
  const { rows, others } = await call(reportCounterparties, { body: { starts: [from], until: to } }, signal);
  return rows && { rows, others };
}
