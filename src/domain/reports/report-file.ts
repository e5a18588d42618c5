import { sum } from '../arithmetic.ts';
import { canonicalRows } from '../canonical-rows.ts';
import { type CsvColumn, csvHeader, csvRow, textColumns } from '../csv.ts';
import type { Decimal } from '../decimal.ts';
import { effectiveRate, spreadOf } from '../effective-rate.ts';
import { writeIsoTime } from '../time.ts';
import type { Moments, ReportName, ReportTimes } from './report.ts';
import { addDays, type Days } from './report-days.ts';

type Row = Readonly<Record<string, string | number | boolean>>;
/** The span 0 is the previous period, the others are the months of the period. */
type SpanRow = Row & { span: number };
type ExchangeSums = { given: Decimal; received: Decimal; at_stated_rates: Decimal };
type Parties = { rows: readonly Row[]; others: readonly Row[] };

/** What the ledger adds up for a report, in the fields of the console's operations. */
export type ReportRows =
  | { report: 'fees' | 'flows'; rows: readonly SpanRow[] }
  | { report: 'exchanges'; rows: readonly (SpanRow & ExchangeSums)[] }
  | { report: 'counterparties'; current: Parties; previous: Parties };

type FileRow = Readonly<Record<string, string>>;

type Columns = {
  texts: readonly string[];
  /** Those that can be added up, by the column that says in which currency they are. */
  amounts: Readonly<Record<string, string>>;
  /** The other numbers. */
  numbers: readonly string[];
};

/** What each report has beside when a row is of: `from` and `to`, which is the first moment after it. */
const columnsOf = {
  fees: {
    texts: ['kind', 'network', 'currency'],
    amounts: { amount: 'currency' },
    numbers: ['count'],
  },
  flows: {
    texts: ['network', 'currency'],
    amounts: { inflow: 'currency', outflow: 'currency' },
    numbers: ['deposits', 'withdrawals'],
  },
  exchanges: {
    texts: ['network_from', 'currency_from', 'network_to', 'currency_to'],
    amounts: {
      given: 'currency_from',
      received: 'currency_to',
      fee: 'currency_to',
      at_stated_rates: 'currency_to',
    },
    numbers: ['count', 'effective_rate', 'spread_percent'],
  },
  counterparties: {
    texts: ['counterparty', 'network', 'currency', 'is_own'],
    amounts: { received: 'currency', sent: 'currency' },
    numbers: ['counterparties', 'count'],
  },
} as const satisfies Record<ReportName, Columns>;

function fileRows(data: ReportRows, { period, previous, months }: ReportTimes): FileRow[] {
  const spanOf = ({ span }: SpanRow) => whenOf(months[span - 1] ?? previous, span > 0);
  switch (data.report) {
    case 'fees':
    case 'flows':
      return data.rows.map((row) => toText({ ...spanOf(row), ...row }));
    case 'exchanges':
      return data.rows.map((row) =>
        toText({
          ...spanOf(row),
          ...row,
          effective_rate: effectiveRate(row.given, row.received)?.rate,
          spread_percent: spreadOf({ received: row.received, stated: row.at_stated_rates }),
        }),
      );
    case 'counterparties':
      return [
        ...partyRows(data.current, whenOf(period, true)),
        ...partyRows(data.previous, whenOf(previous, false)),
      ];
    default:
      return data satisfies never;
  }
}

/** A row that adds up others names none. */
function partyRows({ rows, others }: Parties, when: FileRow): FileRow[] {
  return [
    ...rows.map((row) => toText({ ...when, ...row, counterparties: 1 })),
    ...others.map((row) => toText({ ...when, ...row })),
  ];
}

const whenOf = ({ from, to }: Moments, isCurrent: boolean) => ({
  period: isCurrent ? 'current' : 'previous',
  from: writeIsoTime(from),
  to: writeIsoTime(to),
});

function toText(row: Readonly<Record<string, string | number | boolean | undefined>>): FileRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === undefined ? '' : String(value)]),
  );
}

export type ReportFile = ReturnType<typeof reportFile>;

/** The rows that the report adds up, with all digits: those of the period and those of the one before it. */
export function reportFile(data: ReportRows, times: ReportTimes) {
  const { texts, amounts, numbers }: Columns = columnsOf[data.report];
  const rows = fileRows(data, times);
  const columns: readonly CsvColumn[] = [
    ...textColumns(['period', 'from', 'to', ...texts]),
    ...[...Object.keys(amounts), ...numbers].map((name): CsvColumn => ({ name, kind: 'amount' })),
  ];
  const cells = rows.map((row) => columns.map(({ name }) => row[name] ?? ''));
  return {
    columns,
    /** In the order of the columns. */
    cells,
    csv: [csvHeader(columns), ...cells.map((row) => csvRow(columns, row))].join(''),
    totals: totalsOf(rows, amounts),
  };
}

/** What the amounts of each period and currency add up to. */
function totalsOf(rows: readonly FileRow[], amounts: Columns['amounts']) {
  return Object.entries(amounts).flatMap(([amount, currencyColumn]) =>
    [...Map.groupBy(rows, (row) => JSON.stringify([row['period'], row[currencyColumn]]))].map(([, some]) => ({
      period: some[0]?.['period'],
      currency: some[0]?.[currencyColumn],
      column: amount,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- amounts came as decimals.
      total: sum(some.map((row) => row[amount] as Decimal)),
    })),
  );
}

/** `report-fees-2026-10-01-2026-10-31`: with the first and the last day. */
export function reportFileName(report: ReportName, { from, to }: Days): string {
  return `report-${report}-${from}-${addDays(to, -1)}`;
}

type About = {
  report: ReportName;
  accountId: string;
  days: Days;
  times: ReportTimes;
  zone: string;
  /** Of the rows as CSV, in hexadecimal. */
  rowsSha256: string;
};

/** What a file of a report says about itself, beside who has it: in the names that its `.meta.json` has. */
export function describeReport({ columns, cells, totals }: ReportFile, about: About) {
  const { report, accountId, days, times, zone, rowsSha256 } = about;
  return {
    product: 'Wallet Console',
    list: `report-${report}`,
    account_id: accountId,
    period: days,
    period_begins: times.period.from,
    period_ends: times.period.to,
    previous_period_begins: times.previous.from,
    counted_by: 'booking time: when the ledger entry was posted',
    time_zone: zone,
    rows_written: cells.length,
    columns: columns.map(({ name }) => name),
    totals,
    rows_sha256: rowsSha256,
    rows_sha256_of: canonicalRows,
  };
}
