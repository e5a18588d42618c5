import type { Session } from '#contract/gateway/sessions.ts';
import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sum } from '#domain/arithmetic.ts';
import { canonicalRows, type CsvColumn, csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import type { Decimal } from '#domain/decimal.ts';

import { ZipFile } from '#dashboard/list/export/file/file-writer.ts';
import { saveExport } from '#dashboard/list/export/save-export.ts';
import type { StatementPeriod } from './statement-period.ts';

/** The amounts of a row, by the names of their columns, in the order of the file. */
const amounts = {
  opening: ({ opening }) => opening.total,
  inflow: ({ movements }) => movements.inflow,
  outflow: ({ movements }) => movements.outflow,
  withdrawal_fees: ({ movements }) => movements.withdrawal_fees,
  aml_check_fees: ({ movements }) => movements.aml_check_fees,
  exchanged_in: ({ movements }) => movements.exchanged_in,
  exchanged_out: ({ movements }) => movements.exchanged_out,
  collected: ({ movements }) => movements.collected,
  other: ({ movements }) => movements.other,
  closing: ({ closing }) => closing.total,
  opening_on_hold: ({ opening }) => opening.on_hold,
  closing_on_hold: ({ closing }) => closing.on_hold,
  opening_in_transit: ({ opening }) => opening.in_transit,
  closing_in_transit: ({ closing }) => closing.in_transit,
} as const satisfies Record<string, (row: StatementRow) => Decimal>;

const amountColumns = Object.entries(amounts);

const columns: readonly CsvColumn[] = [
  ...textColumns(['wallet_type', 'network', 'currency']),
  ...amountColumns.map(([name]): CsvColumn => ({ name, kind: 'amount' })),
];

/** Who exports what, and from which zone's days. */
type Facts = {
  statement: Statement;
  period: StatementPeriod;
  zone: string;
  session: Session;
  exportedAt: Date;
};

/** Every row of the statement, with all digits, as CSV. */
export function statementCsv({ rows }: Pick<Statement, 'rows'>): string {
  const lines = rows.map((row) =>
    csvRow(columns, [
      row.type,
      row.network,
      row.currency,
      ...amountColumns.map(([, amountOf]) => amountOf(row)),
    ]),
  );
  return [csvHeader(columns), ...lines].join('');
}

/** What the file says about itself. The totals are those of all rows of a currency. */
export function statementHeader({ statement, period, zone, session, exportedAt }: Facts) {
  const { rows, from, as_of: asOf } = statement;
  return {
    product: 'Wallet Console',
    list: 'statement',
    account_id: session.account_id,
    period,
    period_begins: from,
    as_of: asOf,
    counted_by: 'booking time: when the ledger entry was posted',
    time_zone: zone,
    exported_at: exportedAt.toISOString(),
    user_name: session.user?.name ?? null,
    key_name: session.key_name,
    rows_written: rows.length,
    columns: columns.map(({ name }) => name),
    totals: [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
      currency,
      amounts: Object.fromEntries(amountColumns.map(([name, amountOf]) => [name, sum(some.map(amountOf))])),
    })),
    rows_sha256: bytesToHex(sha256(new TextEncoder().encode(statementCsv(statement)))),
    rows_sha256_of: canonicalRows,
  };
}

/** Records the export and saves it: a ZIP with the rows as CSV and what they are, as those of lists. */
export async function saveStatement(facts: Facts): Promise<void> {
  const { statement, period, zone, exportedAt } = facts;
  const name = `statement-${period.from}-${period.to}`;
  const zip = new ZipFile(exportedAt);
  zip.addWhole(`${name}.csv`, statementCsv(statement));
  zip.addWhole(`${name}.meta.json`, `${JSON.stringify(statementHeader(facts), null, 2)}\n`);
  await saveExport({
    name: `${name}.zip`,
    blob: zip.end('application/zip'),
    list: 'statement',
    filters: { ...period, time_zone: zone, as_of: statement.as_of },
    rows: statement.rows.length,
  });
}
