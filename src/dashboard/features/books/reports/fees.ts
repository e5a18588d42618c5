import { type FeeRow, feeKinds } from '#contract/gateway/reports.ts';
import { sum } from '#domain/arithmetic.ts';
import type { Moments } from '#domain/reports/report.ts';
import { byCurrency, byNetwork } from '#dashboard/entities/balances/balance-lines.ts';
import { networkKeyLabel } from '#dashboard/entities/balances/balance-labels.ts';
import { formatShortMonth } from '#dashboard/lib/date-names.ts';
import { entriesLink } from './report-links.ts';
import {
  chosenOf,
  comparisonCells,
  comparisonColumns,
  isCurrent,
  type ReportContext,
  type ReportView,
} from './report-view.ts';

const kindLabels = { withdrawal: 'Withdrawals', exchange: 'Exchanges', aml_fee: 'AML checks' } as const;

/** Fees by currency; those of one by kind and network, and by month. Undefined where there were none. */
export function feesView(rows: readonly FeeRow[], context: ReportContext): ReportView | undefined {
  const chosen = chosenOf(context, rows, ({ currency, count }) => ({ name: currency, count }));
  if (chosen === undefined || rows.length === 0) return undefined;
  const { period, previous, months } = context;
  const all = Map.groupBy(rows, ({ currency }) => currency);
  const shown = all.get(chosen) ?? [];
  const groups = [...Map.groupBy(shown, ({ kind, network }) => `${kind} ${network}`).values()].toSorted(
    ([a], [b]) => byKind(a, b) || byNetwork(a?.network ?? '', b?.network ?? ''),
  );
  const isLong = months.length > 12;
  return {
    chosen,
    overview: {
      title: 'Fees by currency',
      nameLabel: 'Currency',
      columns: ['Number', ...comparisonColumns(context)],
      rows: [...all]
        .toSorted(([a], [b]) => byCurrency(a, b))
        .map(([currency, some]) => ({
          key: currency,
          name: { text: currency, chooses: currency },
          cells: cellsOf(some, { currency }),
        })),
    },
    comparison: {
      title: `${chosen} fees by kind and network`,
      nameLabel: 'Kind and network',
      columns: ['Number', ...comparisonColumns(context)],
      rows: [
        ...groups.flatMap((some) =>
          some.slice(0, 1).map(({ kind, network }) => ({
            key: `${kind} ${network}`,
            name: { text: kindLabels[kind], note: networkKeyLabel(network) },
            cells: cellsOf(some, { kind, network, currency: chosen }),
          })),
        ),
        { key: 'total', name: { text: 'Total' }, cells: cellsOf(shown, { currency: chosen }), isTotal: true },
      ],
    },
    chart: {
      label: `${chosen} fees by month`,
      sides: ['Fees'],
      isLong,
      bars: months.map(({ date }, index) => ({
        key: date,
        axis: formatShortMonth(date, isLong),
        up: amountOf(shown.filter(({ span }) => span === index + 1)),
        down: amountOf([]),
        net: undefined,
      })),
    },
    detail: {
      title: `${chosen} fees by month`,
      nameLabel: 'Month',
      columns: ['Number', ...feeKinds.map((kind) => kindLabels[kind]), 'Total'],
      rows: [
        ...months.map((month, index) =>
          monthRow(
            { key: month.date, name: { text: month.name } },
            shown.filter(({ span }) => span === index + 1),
            month,
          ),
        ),
        {
          ...monthRow({ key: 'total', name: { text: 'Total' } }, shown.filter(isCurrent), period),
          isTotal: true,
        },
      ],
    },
  };

  function cellsOf(
    some: readonly FeeRow[],
    filters: { kind?: FeeRow['kind']; network?: string; currency: string },
  ) {
    const query = { place: 'fees', ...filters } as const;
    const links = { current: entriesLink(query, period), previous: entriesLink(query, previous) };
    const [now, before] = [some.filter(isCurrent), some.filter((row) => !isCurrent(row))];
    const count = { kind: 'count' as const, value: countOf(now), to: links.current };
    return [count, ...comparisonCells(amountOf(now), amountOf(before), links)];
  }

  function monthRow<Named extends object>(named: Named, some: readonly FeeRow[], moments: Moments) {
    const query = { place: 'fees', currency: chosen ?? '' } as const;
    return {
      ...named,
      cells: [
        { kind: 'count' as const, value: countOf(some), to: entriesLink(query, moments) },
        ...feeKinds.map((kind) => ({
          kind: 'amount' as const,
          value: amountOf(some.filter((row) => row.kind === kind)),
          to: entriesLink({ ...query, kind }, moments),
        })),
        { kind: 'amount' as const, value: amountOf(some), to: entriesLink(query, moments) },
      ],
    };
  }
}

const byKind = (a: FeeRow | undefined, b: FeeRow | undefined) =>
  feeKinds.indexOf(a?.kind ?? 'aml_fee') - feeKinds.indexOf(b?.kind ?? 'aml_fee');

const amountOf = (rows: readonly FeeRow[]) => sum(rows.map(({ amount }) => amount));
const countOf = (rows: readonly FeeRow[]) => rows.reduce((total, { count }) => total + count, 0);
