import type { FlowRow } from '#contract/gateway/reports.ts';
import { subtract, sum } from '#domain/arithmetic.ts';
import { isZero } from '#domain/decimal.ts';
import type { Moments } from '#domain/reports/report.ts';
import { byCurrency, byNetwork } from '#dashboard/entities/balances/balance-lines.ts';
import { networkKeyLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { formatShortMonth } from '#dashboard/lib/date-names.ts';
import { entriesLink } from './report-links.ts';
import {
  type Cell,
  chosenOf,
  comparisonCells,
  comparisonColumns,
  isCurrent,
  type ReportContext,
  type ReportView,
  type TableRow,
} from './report-view.ts';

/** The two lists of entries that prove a net: there is none of both together. */
const sides = [
  { name: 'inflow', label: 'Inflow', kind: 'deposit', count: 'deposits' },
  { name: 'outflow', label: 'Outflow', kind: 'withdrawal', count: 'withdrawals' },
] as const;

const columns = ['Deposits', 'Inflow', 'Withdrawals', 'Outflow', 'Net'];

/** Inflow and outflow by currency; those of one by network, and by month. Undefined where nothing moved. */
export function flowsView(rows: readonly FlowRow[], context: ReportContext): ReportView | undefined {
  const chosen = chosenOf(context, rows, (row) => ({
    name: row.currency,
    count: row.deposits + row.withdrawals,
  }));
  if (chosen === undefined || rows.length === 0) return undefined;
  const { period, previous, months } = context;
  const all = Map.groupBy(rows, ({ currency }) => currency);
  const shown = all.get(chosen) ?? [];
  const networks = [...new Set(shown.map(({ network }) => network))].toSorted(byNetwork);
  const isLong = months.length > 12;
  const inMonth = (index: number) => shown.filter(({ span }) => span === index + 1);
  return {
    chosen,
    overview: {
      title: `Inflow and outflow by currency, ${period.name}`,
      nameLabel: 'Currency',
      columns,
      rows: [...all]
        .toSorted(([a], [b]) => byCurrency(a, b))
        .map(([currency, some]) => ({
          key: currency,
          name: { text: currency, chooses: currency },
          cells: flowCells(some.filter(isCurrent), currency, period),
        })),
    },
    comparison: {
      title: `${chosen} by network, and the previous period`,
      nameLabel: 'Network',
      columns: comparisonColumns(context),
      rows: [
        ...networks.flatMap((network) =>
          comparisonRows(
            shown.filter((row) => row.network === network),
            network,
          ),
        ),
        ...comparisonRows(shown, undefined),
      ],
    },
    chart: {
      label: `${chosen} inflow, outflow and net by month`,
      sides: ['Inflow', 'Outflow'],
      isLong,
      bars: months.map(({ date }, index) => {
        const { inflow, outflow, net } = totalsOf(inMonth(index));
        return {
          key: date,
          axis: formatShortMonth(date, isLong),
          up: inflow,
          down: outflow,
          net: isZero(inflow) && isZero(outflow) ? undefined : net,
        };
      }),
    },
    detail: {
      title: `${chosen} inflow, outflow and net by month`,
      nameLabel: 'Month',
      columns,
      rows: [
        ...months.map((month, index) => ({
          key: month.date,
          name: { text: month.name },
          cells: flowCells(inMonth(index), chosen, month),
        })),
        {
          key: 'total',
          name: { text: 'Total' },
          cells: flowCells(shown.filter(isCurrent), chosen, period),
          isTotal: true,
        },
      ],
    },
  };

  function comparisonRows(some: readonly FlowRow[], network: string | undefined): TableRow[] {
    const now = totalsOf(some.filter(isCurrent));
    const before = totalsOf(some.filter((row) => !isCurrent(row)));
    const where = network === undefined ? 'All networks' : networkKeyLabel(network);
    const flagged = network === undefined ? { isTotal: true as const } : {};
    return [
      ...sides.map(({ name, label, kind }) => {
        const query = {
          place: 'outside',
          kind,
          currency: chosen ?? '',
          ...(network && { network }),
        } as const;
        const links = { current: entriesLink(query, period), previous: entriesLink(query, previous) };
        return {
          key: `${network} ${name}`,
          name: { text: where, note: label },
          cells: comparisonCells(now[name], before[name], links),
          ...flagged,
        };
      }),
      {
        key: `${network} net`,
        name: { text: where, note: 'Net' },
        cells: comparisonCells(now.net, before.net),
        ...flagged,
      },
    ];
  }
}

function flowCells(some: readonly FlowRow[], currency: string, moments: Moments): Cell[] {
  const totals = totalsOf(some);
  return [
    ...sides.flatMap(({ name, kind, count }): Cell[] => {
      const to = entriesLink({ place: 'outside', kind, currency }, moments);
      return [
        { kind: 'count', value: some.reduce((total, row) => total + row[count], 0), to },
        { kind: 'amount', value: totals[name], to },
      ];
    }),
    { kind: 'amount', value: totals.net, isSigned: true },
  ];
}

function totalsOf(rows: readonly FlowRow[]) {
  const [inflow, outflow] = [sum(rows.map((row) => row.inflow)), sum(rows.map((row) => row.outflow))];
  return { inflow, outflow, net: subtract(inflow, outflow) };
}
