import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { type CsvColumn, textColumns } from '#domain/csv.ts';
import type { Decimal } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';

/** The amounts of a statement's row, by the names of their columns, in the order of every file. */
export const statementAmounts = {
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

export type StatementAmount = keyof typeof statementAmounts;

const amountColumns = Object.entries(statementAmounts);

/** The columns of the statement in every file. Only ever added to, at the end. */
export const statementColumns: readonly CsvColumn[] = [
  ...textColumns(['wallet_type', 'network', 'currency']),
  ...amountColumns.map(([name]): CsvColumn => ({ name, kind: 'amount' })),
];

export function statementCells(row: StatementRow): string[] {
  return [row.type, row.network, row.currency, ...amountColumns.map(([, amountOf]) => amountOf(row))];
}

/** The columns of the entries in every file. Only ever added to, at the end. */
export const entryColumns: readonly CsvColumn[] = [
  { name: 'booked_at', kind: 'time' },
  ...textColumns(['kind', 'wallet_type', 'network', 'currency', 'place', 'wallet_address']),
  { name: 'amount', kind: 'amount' },
  { name: 'fee', kind: 'amount' },
  ...textColumns(['document', 'document_id']),
  { name: 'document_created_at', kind: 'time' },
  ...textColumns(['posting_id']),
];

/** The cells of an entry, with its times as `timeText` writes them. */
export function entryCells(entry: LedgerEntry, timeText: (instant: Instant) => string): string[] {
  return [
    timeText(entry.booked_at as Instant),
    entry.kind,
    entry.type,
    entry.network,
    entry.currency,
    entry.place,
    entry.wallet ?? '',
    entry.amount,
    entry.fee,
    entry.refers_to ?? '',
    entry.reference ?? '',
    entry.created_at === null ? '' : timeText(entry.created_at as Instant),
    entry.posting_id,
  ];
}
