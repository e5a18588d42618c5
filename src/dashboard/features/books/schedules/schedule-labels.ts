import type { ReportSchedule } from '#contract/gateway/report-schedules.ts';
import type { ReportName } from '#domain/reports/report.ts';
import type { ScheduleStep } from '#domain/reports/scheduled-periods.ts';

export const reportLabels = {
  fees: 'Fees',
  flows: 'Flows',
  exchanges: 'Exchanges',
  counterparties: 'Counterparties',
} as const satisfies Record<ReportName, string>;

export const stepLabels = {
  month: 'Each month',
  week: 'Each week (Monday to Sunday)',
  day: 'Each day',
} as const satisfies Record<ScheduleStep, string>;

export const scheduledFormatLabels = {
  csv: 'CSV',
  xlsx: 'Excel',
} as const satisfies Record<ReportSchedule['format'], string>;
