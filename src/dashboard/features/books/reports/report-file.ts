import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Session } from '#contract/gateway/sessions.ts';
import { sum } from '#domain/arithmetic.ts';
import { canonicalRows } from '#domain/canonical-rows.ts';
import { type CsvColumn, csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import type { Decimal } from '#domain/decimal.ts';
import { writeIsoTime } from '#domain/time.ts';
import { effectiveRate } from '#dashboard/entities/exchanges/effective-rate.ts';
import { ZipFile } from '#dashboard/list/export/file/file-writer.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import type { StatementPeriod } from '../statement/statement-period.ts';
import { spreadOf } from './exchanges.ts';
import type { Counterparties, Moments, ReportContext, ReportData } from './report-view.ts';

type Facts = {
  data: ReportData;
  context: ReportContext;
  period: StatementPeriod;
  zone: string;
  session: Session;
  exportedAt: Date;
};

type FileRow = Readonly<Record<string, string>>;

type ReportTableFile = {
  texts: readonly string[];
  /** Those that can be added up, by the column that says in which currency they are. */
  amounts: Readonly<Record<string, string>>;
  /** The other numbers. */
  numbers: readonly string[];
  rows: FileRow[];
};

/** What each report has beside when a row is of: `from` and `to`, which is the first moment after it. */
function tableOf(data: ReportData, context: ReportContext): ReportTableFile {
  const spanOf = ({ span }: { span: number }) =>
    whenOf(context.months[span - 1] ?? context.previous, span > 0);
  switch (data.report) {
    case 'fees':
      return {
        texts: ['kind', 'network', 'currency'],
        amounts: { amount: 'currency' },
        numbers: ['count'],
        rows: data.rows.map((row) => toText({ ...spanOf(row), ...row })),
      };
    case 'flows':
      return {
        texts: ['network', 'currency'],
        amounts: { inflow: 'currency', outflow: 'currency' },
        numbers: ['deposits', 'withdrawals'],
        rows: data.rows.map((row) => toText({ ...spanOf(row), ...row })),
      };
    case 'exchanges':
      return {
        texts: ['network_from', 'currency_from', 'network_to', 'currency_to'],
        amounts: {
          given: 'currency_from',
          received: 'currency_to',
          fee: 'currency_to',
          at_stated_rates: 'currency_to',
        },
        numbers: ['count', 'effective_rate', 'spread_percent'],
        rows: data.rows.map((row) =>
          toText({
            ...spanOf(row),
            ...row,
            effective_rate: effectiveRate(row.given, row.received)?.rate,
            spread_percent: spreadOf({ received: row.received, stated: row.at_stated_rates }),
          }),
        ),
      };
    case 'counterparties':
      return {
        texts: ['counterparty', 'network', 'currency', 'is_own'],
        amounts: { received: 'currency', sent: 'currency' },
        numbers: ['counterparties', 'count'],
        rows: [
          ...partyRows(data.current, whenOf(context.period, true)),
          ...partyRows(data.previous, whenOf(context.previous, false)),
        ],
      };
    default:
      return data satisfies never;
  }
}

/** A row that adds up others names none. */
function partyRows({ rows, others }: Counterparties, when: FileRow): FileRow[] {
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

/** The rows that the report adds up, with all digits: those of the period and those of the one before it. */
export function reportFile(data: ReportData, context: ReportContext) {
  const { texts, amounts, numbers, rows } = tableOf(data, context);
  const columns: readonly CsvColumn[] = [
    ...textColumns(['period', 'from', 'to', ...texts]),
    ...[...Object.keys(amounts), ...numbers].map((name): CsvColumn => ({ name, kind: 'amount' })),
  ];
  const lines = rows.map((row) =>
    csvRow(
      columns,
      columns.map(({ name }) => row[name] ?? ''),
    ),
  );
  return {
    csv: [csvHeader(columns), ...lines].join(''),
    columns: columns.map(({ name }) => name),
    rowCount: rows.length,
    totals: totalsOf(rows, amounts),
  };
}

/** What the amounts of each period and currency add up to. */
function totalsOf(rows: readonly FileRow[], amounts: ReportTableFile['amounts']) {
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

/** Records the export and saves it: a ZIP with the rows as CSV and what they are, as those of lists. */
export async function saveReport({ data, context, period, zone, session, exportedAt }: Facts): Promise<void> {
  const { csv, columns, rowCount, totals } = reportFile(data, context);
  const list = `report-${data.report}` as const;
  const name = `${list}-${period.from}-${period.to}`;
  const about = {
    product: 'Wallet Console',
    list,
    account_id: session.account_id,
    period,
    period_begins: context.period.from,
    period_ends: context.period.to,
    previous_period_begins: context.previous.from,
    counted_by: 'booking time: when the ledger entry was posted',
    time_zone: zone,
    exported_at: exportedAt.toISOString(),
    user_name: session.user?.name ?? null,
    key_name: session.key_name,
    rows_written: rowCount,
    columns,
    totals,
    rows_sha256: bytesToHex(sha256(new TextEncoder().encode(csv))),
    rows_sha256_of: canonicalRows,
  };
  const zip = new ZipFile(exportedAt);
  zip.addWhole(`${name}.csv`, csv);
  zip.addWhole(`${name}.meta.json`, `${JSON.stringify(about, null, 2)}\n`);
  await saveExport({
    name: `${name}.zip`,
    blob: zip.end('application/zip'),
    list,
    filters: { ...period, time_zone: zone },
    rows: rowCount,
  });
}
