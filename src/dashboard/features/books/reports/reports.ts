import { counterpartiesView } from './counterparties.ts';
import { exchangesView } from './exchanges.ts';
import { feesView } from './fees.ts';
import { flowsView } from './flows.ts';
import type { ReportContext, ReportData, ReportView } from './report-view.ts';

/** A report as it is shown; undefined where there is nothing in it. */
export function viewOfReport(data: ReportData, context: ReportContext): ReportView | undefined {
  switch (data.report) {
    case 'fees':
      return feesView(data.rows, context);
    case 'flows':
      return flowsView(data.rows, context);
    case 'exchanges':
      return exchangesView(data.rows, context);
    case 'counterparties':
      return counterpartiesView(data, context);
    default:
      return data satisfies never;
  }
}
