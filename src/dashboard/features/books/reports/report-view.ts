import type {
  CounterpartyRow,
  ExchangeRow,
  FeeRow,
  FlowRow,
  OtherCounterparties,
} from '#contract/gateway/reports.ts';
import { divide, multiply, subtract } from '#domain/arithmetic.ts';
import { type Decimal, decimal, isNegative, isZero } from '#domain/decimal.ts';
import type { Moments } from '#domain/reports/report.ts';
import type { Bar } from '#dashboard/ui/bar-chart/bars.tsx';
import type { Month } from './report-period.ts';

/** What the server added up. The span 0 is the previous period, the others are the months of the period. */
export type ReportData =
  | { report: 'fees'; rows: FeeRow[] }
  | { report: 'flows'; rows: FlowRow[] }
  | { report: 'exchanges'; rows: ExchangeRow[] }
  | { report: 'counterparties'; current: Counterparties; previous: Counterparties };

export type Counterparties = { rows: CounterpartyRow[]; others: OtherCounterparties[] };

/** What a report is about. */
export type ReportContext = {
  period: Moments & { name: string };
  previous: Moments & { name: string };
  months: readonly Month[];
  /** The currency or pair that the URL chooses. */
  chosen: string | undefined;
};

/** A figure of a table. `to`: the list that proves it. */
export type Cell =
  | { kind: 'amount'; value: Decimal; currency?: string; isSigned?: true; to?: string | undefined }
  | { kind: 'count'; value: number; to?: string | undefined }
  /** A quotient; undefined where nothing was divided. `isExact`: whether its digits are all of it. */
  | { kind: 'rate'; value: Decimal | undefined; isExact: boolean; isSigned?: true }
  /** Rounded, in percent; undefined where there is nothing to compare with. */
  | { kind: 'percent'; value: Decimal | undefined; isSigned?: true }
  | { kind: 'nothing' };

/** A counterparty: an address or a label, on a network. */
export type PartyName = { address: string; network: string; isOwn: boolean };

/** What a row of a table is called. */
export type RowName =
  | { text: string; note?: string }
  /** What the report can show month by month. */
  | { text: string; chooses: string }
  | PartyName;

export type TableRow = { key: string; name: RowName; cells: Cell[]; isTotal?: true };

export type ReportTable = { title: string; nameLabel: string; columns: string[]; rows: TableRow[] };

/** A report as it is shown: an overview, and more about one of its currencies or pairs. */
export type ReportView = {
  /** All currencies or pairs, each by itself. */
  overview: ReportTable;
  /** Which of them the rest is about. */
  chosen: string;
  /** With the previous period. */
  comparison: ReportTable;
  chart: {
    label: string;
    sides: readonly [string, string?];
    bars: (Bar & { axis: string })[];
    isLong: boolean;
  };
  /** The same as the chart. */
  detail: ReportTable;
};

/** The columns of `comparisonCells`. */
export const comparisonColumns = ({ period, previous }: ReportContext) => [
  period.name,
  previous.name,
  'Difference',
  'Change',
];

/** An amount, what it was in the previous period, and the difference: exact but for the percentage. */
export function comparisonCells(
  current: Decimal,
  previous: Decimal,
  links: { current?: string | undefined; previous?: string | undefined } = {},
): Cell[] {
  return [
    { kind: 'amount', value: current, to: links.current },
    { kind: 'amount', value: previous, to: links.previous },
    { kind: 'amount', value: subtract(current, previous), isSigned: true },
    { kind: 'percent', value: changePercent(current, previous), isSigned: true },
  ];
}

/** The same for numbers. */
export function countCells(
  current: number,
  previous: number,
  links: { current?: string; previous?: string } = {},
): Cell[] {
  return [
    { kind: 'count', value: current, to: links.current },
    { kind: 'count', value: previous, to: links.previous },
    { kind: 'amount', value: decimal(current - previous), isSigned: true },
    { kind: 'percent', value: changePercent(decimal(current), decimal(previous)), isSigned: true },
  ];
}

/** By how many percent an amount changed, rounded to one decimal for display; undefined from zero. */
export function changePercent(current: Decimal, previous: Decimal): Decimal | undefined {
  if (isZero(previous)) return undefined;
  const size = isNegative(previous) ? subtract(decimal(0), previous) : previous;
  return divide(multiply(subtract(current, previous), decimal(100)), size, 1);
}

/** The one that the URL chooses, otherwise the one with the most entries; undefined where there is none. */
export function chosenOf<Row>(
  { chosen }: ReportContext,
  rows: readonly Row[],
  of: (row: Row) => { name: string; count: number },
): string | undefined {
  if (chosen !== undefined) return chosen;
  const counts = new Map<string, number>();
  for (const { name, count } of rows.map(of)) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))[0]?.[0];
}

/** Whether rows are of the period, and not of the one to compare with. */
export const isCurrent = ({ span }: { span: number }) => span > 0;
