import type { RangeName } from '#dashboard/lib/date-range.ts';

/** What the address of a list is to say about its time; what is undefined goes from it. */
export type RangeChange = {
  range: string | undefined;
  created_from: string | undefined;
  created_to: string | undefined;
};

export const rangeLabels = {
  today: 'Today',
  yesterday: 'Yesterday',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  'last-quarter': 'Last quarter',
  year: 'This year',
  'last-year': 'Last year',
} satisfies Record<RangeName, string>;
