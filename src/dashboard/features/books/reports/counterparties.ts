import type { CounterpartyRow } from '#contract/gateway/reports.ts';
import { subtract, sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';
import { formatCount } from '#domain/format.ts';
import type { Moments } from '#domain/reports/report.ts';
import { byCurrency } from '#dashboard/entities/balances/balance-lines.ts';
import { entriesLink, transactionsLink } from './report-links.ts';
import {
  type Cell,
  chosenOf,
  comparisonCells,
  comparisonColumns,
  type Counterparties,
  countCells,
  type ReportContext,
  type ReportView,
} from './report-view.ts';

type Moved = { received: Decimal; sent: Decimal; count: number };

const columns = ['Transactions', 'Received', 'Sent', 'Net'];

/** Who funds came from and went to: by currency, and each counterparty of one. Undefined where nothing moved. */
export function counterpartiesView(
  { current, previous: old }: { current: Counterparties; previous: Counterparties },
  context: ReportContext,
): ReportView | undefined {
  const everything = [...current.rows, ...current.others, ...old.rows, ...old.others];
  const chosen = chosenOf(context, everything, ({ currency, count }) => ({ name: currency, count }));
  if (chosen === undefined || everything.length === 0) return undefined;
  const { period, previous } = context;
  const named = current.rows.filter(({ currency }) => currency === chosen);
  const other = current.others.find(({ currency }) => currency === chosen);
  const [now, before] = [totalsOf(allOf(current, chosen)), totalsOf(allOf(old, chosen))];
  const linksTo = (kind: 'deposit' | 'withdrawal') => {
    const query = { place: 'outside', kind, currency: chosen } as const;
    return { current: entriesLink(query, period), previous: entriesLink(query, previous) };
  };
  return {
    chosen,
    overview: {
      title: `Counterparties by currency, ${period.name}`,
      nameLabel: 'Currency',
      columns: ['Counterparties', ...columns],
      rows: [...new Set(everything.map(({ currency }) => currency))].toSorted(byCurrency).map((currency) => ({
        key: currency,
        name: { text: currency, chooses: currency },
        cells: [
          { kind: 'count', value: partiesOf(current, currency) },
          ...totalCells(totalsOf(allOf(current, currency)), currency, period),
        ],
      })),
    },
    comparison: {
      title: `${chosen}, and the previous period`,
      nameLabel: 'Figure',
      columns: comparisonColumns(context),
      rows: [
        {
          key: 'received',
          name: { text: 'Received' },
          cells: comparisonCells(now.received, before.received, linksTo('deposit')),
        },
        {
          key: 'sent',
          name: { text: 'Sent' },
          cells: comparisonCells(now.sent, before.sent, linksTo('withdrawal')),
        },
        { key: 'net', name: { text: 'Net' }, cells: comparisonCells(netOf(now), netOf(before)) },
        { key: 'count', name: { text: 'Transactions' }, cells: countCells(now.count, before.count) },
        {
          key: 'parties',
          name: { text: 'Counterparties' },
          cells: countCells(partiesOf(current, chosen), partiesOf(old, chosen)),
        },
      ],
    },
    chart: {
      label: `${chosen} received and sent by counterparty, those with the largest volume first`,
      sides: ['Received', 'Sent'],
      isLong: false,
      bars: [
        ...named.map((row, index) => ({ key: keyOf(row), axis: `#${index + 1}`, ...barOf(row) })),
        ...(other === undefined ? [] : [{ key: 'others', axis: 'Others', ...barOf(other) }]),
      ],
    },
    detail: {
      title: `${chosen} by counterparty, ${period.name}`,
      nameLabel: 'Counterparty',
      columns: ['Rank', ...columns],
      rows: [
        ...named.map((row, index) => ({
          key: keyOf(row),
          name:
            row.counterparty === ''
              ? { text: 'Not named by any document' }
              : { address: row.counterparty, network: row.network, isOwn: row.is_own },
          cells: [{ kind: 'count' as const, value: index + 1 }, ...partyCells(row, period)],
        })),
        ...(other === undefined
          ? []
          : [
              {
                key: 'others',
                name: { text: formatCount(other.counterparties, 'other') },
                cells: [{ kind: 'nothing' as const }, ...movedCells(other, {})],
              },
            ]),
        {
          key: 'total',
          name: { text: 'Total' },
          cells: [{ kind: 'nothing' }, ...totalCells(now, chosen, period)],
          isTotal: true,
        },
      ],
    },
  };
}

function allOf({ rows, others }: Counterparties, currency: string): readonly Moved[] {
  return [...rows, ...others].filter((row) => row.currency === currency);
}

/** A counterparty is an address on a network. */
function partiesOf({ rows, others }: Counterparties, currency: string): number {
  const ofCurrency = (row: { currency: string }) => row.currency === currency;
  const added = others.filter(ofCurrency).reduce((total, { counterparties }) => total + counterparties, 0);
  return rows.filter(ofCurrency).length + added;
}

/** A search for a wallet of our own would find its other transactions, too. */
function partyCells(row: CounterpartyRow, period: Moments): Cell[] {
  if (row.is_own) return movedCells(row, {});
  return movedCells(row, {
    all: transactionsLink(row, period),
    received: transactionsLink(row, period, 'in'),
    sent: transactionsLink(row, period, 'out'),
  });
}

function totalCells(totals: Moved, currency: string, period: Moments): Cell[] {
  const link = (kind: 'deposit' | 'withdrawal') => entriesLink({ place: 'outside', kind, currency }, period);
  return movedCells(totals, { received: link('deposit'), sent: link('withdrawal') });
}

type Links = { all?: string | undefined; received?: string | undefined; sent?: string | undefined };

function movedCells({ received, sent, count }: Moved, links: Links): Cell[] {
  return [
    { kind: 'count', value: count, to: links.all },
    { kind: 'amount', value: received, to: links.received },
    { kind: 'amount', value: sent, to: links.sent },
    { kind: 'amount', value: netOf({ received, sent }), isSigned: true, to: links.all },
  ];
}

const keyOf = ({ counterparty, network }: CounterpartyRow) => `${network} ${counterparty}`;
const barOf = ({ received, sent }: Moved) => ({ up: received, down: sent, net: undefined });
const netOf = ({ received, sent }: Pick<Moved, 'received' | 'sent'>) => subtract(received, sent);

function totalsOf(rows: readonly Moved[]): Moved {
  return {
    received: sum(rows.map(({ received }) => received)),
    sent: sum(rows.map(({ sent }) => sent)),
    count: rows.reduce((total, { count }) => total + count, 0),
  };
}
