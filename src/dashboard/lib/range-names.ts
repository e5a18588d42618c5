/** Ranges that move with the clock, so that a link or a saved view never grows old. All but `24h` are whole days. */
export const rangeNames = [
  'today',
  'yesterday',
  '24h',
  '7d',
  '30d',
  '90d',
  'month',
  'last-month',
  'quarter',
] as const;

export type RangeName = (typeof rangeNames)[number];
