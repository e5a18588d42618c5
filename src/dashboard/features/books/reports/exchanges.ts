import type { ExchangeRow } from '#contract/gateway/reports.ts';
import { subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { effectiveRate, spreadOf } from '#domain/effective-rate.ts';
import type { Moments } from '#domain/reports/report.ts';
import { byCurrency, byNetwork } from '#dashboard/entities/balances/balance-lines.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { formatShortMonth } from '#dashboard/lib/date-names.ts';
import { exchangesLink } from './report-links.ts';
import {
  type Cell,
  chosenOf,
  comparisonCells,
  comparisonColumns,
  countCells,
  isCurrent,
  type ReportContext,
  type ReportView,
} from './report-view.ts';

type Pair = Pick<ExchangeRow, 'network_from' | 'currency_from' | 'network_to' | 'currency_to'>;

const columns = ['Number', 'Given', 'Received', 'Fee', 'Effective rate', 'At stated rates', 'Spread'];

/** Names a pair in the URL: `trx.USDT-eth.ETH`. */
const pairKey = (pair: Pair) =>
  `${pair.network_from}.${pair.currency_from}-${pair.network_to}.${pair.currency_to}`;

const pairLabel = (pair: Pair) =>
  `${pair.currency_from} (${networkName(pair.network_from)}) to ${pair.currency_to} (${networkName(pair.network_to)})`;

/** What pairs were exchanged; one of them by month. Undefined where nothing was exchanged. */
export function exchangesView(rows: readonly ExchangeRow[], context: ReportContext): ReportView | undefined {
  // A pair that wasn't exchanged has nothing to show, not even what it is.
  const isThere = rows.some((row) => pairKey(row) === context.chosen);
  const chosen = chosenOf(isThere ? context : { ...context, chosen: undefined }, rows, (row) => ({
    name: pairKey(row),
    count: row.count,
  }));
  // There can be a hundred pairs: those of the period that were exchanged most often come first.
  const pairs = [...Map.groupBy(rows, pairKey)].toSorted(
    ([, some], [, others]) => countOf(others) - countOf(some) || byPair(some[0], others[0]),
  );
  const [, shown = []] = pairs.find(([key]) => key === chosen) ?? [];
  const [pair] = shown;
  if (chosen === undefined || pair === undefined) return undefined;
  const { period, previous, months } = context;
  const label = pairLabel(pair);
  const isLong = months.length > 12;
  const inMonth = (index: number) => shown.filter(({ span }) => span === index + 1);
  const [now, before] = [totalsOf(shown.filter(isCurrent)), totalsOf(shown.filter((row) => !isCurrent(row)))];
  const links = { current: exchangesLink(pair, period), previous: exchangesLink(pair, previous) };
  const [rate, oldRate] = [
    effectiveRate(now.given, now.received),
    effectiveRate(before.given, before.received),
  ];
  const [spread, oldSpread] = [spreadOf(now), spreadOf(before)];
  return {
    chosen,
    overview: {
      title: `Exchanges by pair, ${period.name}`,
      nameLabel: 'Pair',
      columns,
      rows: pairs.flatMap(([key, some]) =>
        some.slice(0, 1).map((one) => ({
          key,
          name: { text: pairLabel(one), chooses: key },
          cells: exchangeCells(some.filter(isCurrent), one, period),
        })),
      ),
    },
    comparison: {
      title: `${label}, and the previous period`,
      nameLabel: 'Figure',
      columns: comparisonColumns(context),
      rows: [
        { key: 'count', name: { text: 'Number' }, cells: countCells(now.count, before.count, links) },
        ...(
          [
            ['given', 'Given', pair.currency_from],
            ['received', 'Received', pair.currency_to],
            ['fee', 'Fee', pair.currency_to],
            ['stated', 'At stated rates', pair.currency_to],
          ] as const
        ).map(([name, text, currency]) => ({
          key: name,
          name: { text, note: currency },
          cells: comparisonCells(now[name], before[name], links),
        })),
        {
          key: 'rate',
          name: { text: 'Effective rate', note: `${pair.currency_to} for 1 ${pair.currency_from}` },
          cells: [
            rateCell(now),
            rateCell(before),
            {
              kind: 'rate',
              value: rate && oldRate && subtract(rate.rate, oldRate.rate),
              isExact: rate?.isExact === true && oldRate?.isExact === true,
              isSigned: true,
            },
            { kind: 'nothing' },
          ],
        },
        {
          key: 'spread',
          name: { text: 'Spread' },
          cells: [
            { kind: 'percent', value: spread },
            { kind: 'percent', value: oldSpread },
            { kind: 'percent', value: spread && oldSpread && subtract(spread, oldSpread), isSigned: true },
            { kind: 'nothing' },
          ],
        },
      ],
    },
    chart: {
      label: `${pair.currency_to} received by month, ${label}`,
      sides: ['Received'],
      isLong,
      bars: months.map(({ date }, index) => ({
        key: date,
        axis: formatShortMonth(date, isLong),
        up: totalsOf(inMonth(index)).received,
        down: ZERO,
        net: undefined,
      })),
    },
    detail: {
      title: `${label} by month`,
      nameLabel: 'Month',
      columns,
      rows: [
        ...months.map((month, index) => ({
          key: month.date,
          name: { text: month.name },
          cells: exchangeCells(inMonth(index), pair, month),
        })),
        {
          key: 'total',
          name: { text: 'Total' },
          cells: exchangeCells(shown.filter(isCurrent), pair, period),
          isTotal: true,
        },
      ],
    },
  };
}

type Totals = { count: number; given: Decimal; received: Decimal; fee: Decimal; stated: Decimal };

const countOf = (rows: readonly ExchangeRow[]) => totalsOf(rows.filter(isCurrent)).count;

/** Of rows of one pair. */
function totalsOf(rows: readonly ExchangeRow[]): Totals {
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    given: sum(rows.map(({ given }) => given)),
    received: sum(rows.map(({ received }) => received)),
    fee: sum(rows.map(({ fee }) => fee)),
    stated: sum(rows.map((row) => row.at_stated_rates)),
  };
}

function exchangeCells(rows: readonly ExchangeRow[], pair: Pair, moments: Moments): Cell[] {
  const totals = totalsOf(rows);
  const to = exchangesLink(pair, moments);
  const amount = (value: Decimal, currency: string): Cell => ({ kind: 'amount', value, currency, to });
  return [
    { kind: 'count', value: totals.count, to },
    amount(totals.given, pair.currency_from),
    amount(totals.received, pair.currency_to),
    amount(totals.fee, pair.currency_to),
    rateCell(totals),
    amount(totals.stated, pair.currency_to),
    { kind: 'percent', value: spreadOf(totals) },
  ];
}

function rateCell({ given, received }: Totals): Cell {
  const rate = effectiveRate(given, received);
  return { kind: 'rate', value: rate?.rate, isExact: rate?.isExact ?? true };
}

function byPair(a: Pair | undefined, b: Pair | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return (
    byCurrency(a.currency_from, b.currency_from) ||
    byNetwork(a.network_from, b.network_from) ||
    byCurrency(a.currency_to, b.currency_to) ||
    byNetwork(a.network_to, b.network_to)
  );
}
