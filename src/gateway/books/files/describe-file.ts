import type { StatementFormat } from '#contract/gateway/statement-files.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { isWhole, type StatementPart } from '#contract/gateway/statement-part.ts';
import { add, subtract, sum } from '#domain/arithmetic.ts';
import { canonicalRows } from '#domain/canonical-rows.ts';
import { type Decimal, isZero, ZERO } from '#domain/decimal.ts';
import { toDate, type Instant } from '#domain/time.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { entryColumns, statementAmounts, type StatementAmount, statementColumns } from './columns.ts';

/** What a file is made of, apart from its entries. Plain data: a thread writes the file. */
export type FileContent = {
  format: StatementFormat;
  withEntries: boolean;
  /** The part of the account that the file covers; empty: all of it. */
  part: StatementPart;
  account: { id: string; name: string | null };
  from: Instant;
  /** The first moment after the period. */
  to: Instant;
  asOf: Instant;
  timeZone: string;
  /** Who requested it, and when. A name is null where the wallet service does not tell. */
  author: { name: string | null; isUser: boolean };
  requestedAt: Instant;
  rows: StatementRow[];
};

/** What is only known once everything has been written. */
type WrittenRows = { rowsSha256: string; entriesSha256: string | null; entries: number };

/** The period in days of the zone, both included: `2026-10-01` and `2026-10-31`; with times where an end isn't that of a day. */
export function periodOf({ from, to, timeZone }: Pick<FileContent, 'from' | 'to' | 'timeZone'>) {
  const clock = zoneClock(timeZone);
  const [start, end] = [clock(from), clock(to)];
  const isOfDays = [start, end].every((text) => text.slice(11, 26) === '00:00:00.000000');
  if (!isOfDays) return { first: clockText(start), last: clockText(end), isOfDays };
  const dayBefore = toDate(`${end.slice(0, 10)}T00:00:00.000000Z` as Instant);
  dayBefore.setUTCDate(dayBefore.getUTCDate() - 1);
  return { first: start.slice(0, 10), last: dayBefore.toISOString().slice(0, 10), isOfDays };
}

/** `2026-10-31 12:30:00 +01:00`: what clocks of the zone show. */
export function timeIn(zone: string): (instant: Instant) => string {
  const clock = zoneClock(zone);
  return (instant) => clockText(clock(instant));
}

function clockText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} ${iso.slice(26)}`;
}

/** `2026-10-01-2026-10-31`: the period in the name of a file. */
export function daysOf(content: Parameters<typeof periodOf>[0]): string {
  const { first, last } = periodOf(content);
  return [first, last].map((text) => text.slice(0, 10)).join('-');
}

export const extensions = { pdf: 'pdf', xlsx: 'xlsx', csv: 'zip' } as const satisfies Record<
  StatementFormat,
  string
>;

/** `statement-2026-10-01-2026-10-31.pdf`; of a part, `partial-statement-2026-10-01-2026-10-31-user-trx-USDT.pdf`. */
export function fileName(content: Pick<FileContent, 'from' | 'to' | 'timeZone' | 'format' | 'part'>): string {
  const { type, network, currency, wallet } = content.part;
  const address = wallet && shortenMiddle(wallet).replaceAll(/[^0-9A-Za-z]+/g, '-');
  const name = [
    isWhole(content.part) ? 'statement' : 'partial-statement',
    daysOf(content),
    type,
    network,
    currency,
    address,
  ];
  return `${name.filter((piece) => piece !== undefined).join('-')}.${extensions[content.format]}`;
}

/** What a currency adds up to over all rows, and by how much it fails to. */
export type ControlTotal = {
  currency: string;
  amounts: Record<StatementAmount, Decimal>;
  /** Opening plus movements, less closing: zero unless the ledger is faulty. */
  difference: Decimal;
};

/** The control totals of each currency. */
export function controlTotals(rows: readonly StatementRow[]): ControlTotal[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => {
    const sums = Object.entries(statementAmounts).map(
      ([name, amountOf]) => [name, sum(some.map(amountOf))] as const,
    );
    const amounts = Object.fromEntries(sums) as Record<StatementAmount, Decimal>;
    return { currency, amounts, difference: differenceOf(amounts) };
  });
}

const addedUp = [
  'opening',
  'inflow',
  'outflow',
  'withdrawal_fees',
  'aml_check_fees',
  'exchanged_in',
  'exchanged_out',
  'collected',
  'other',
] as const satisfies readonly StatementAmount[];

function differenceOf(amounts: Record<StatementAmount, Decimal>): Decimal {
  return subtract(sum(addedUp.map((name) => amounts[name])), amounts.closing);
}

/** What doesn't add up, as sentences; empty: everything does. */
function faultsOf(rows: readonly StatementRow[], part: StatementPart): string[] {
  const ofRows = rows.flatMap((row) => {
    const amounts = Object.fromEntries(
      Object.entries(statementAmounts).map(([name, amountOf]) => [name, amountOf(row)]),
    ) as Record<StatementAmount, Decimal>;
    const difference = differenceOf(amounts);
    const where = `${row.currency}, ${row.type}, ${row.network}`;
    return isZero(difference) ? [] : [`${where}: opening plus movements is ${difference} more than closing.`];
  });
  // What left one place may have arrived in one that the file doesn't cover.
  const collected = controlTotals(rows).flatMap(({ currency, amounts }) =>
    isZero(amounts.collected) || !isWhole(part)
      ? []
      : [`${currency} collected between places adds up to ${amounts.collected}, not to 0.`],
  );
  return [...ofRows, ...collected];
}

/** What a part is limited to, by the names of the columns. */
function columnsOf({ type, network, currency, wallet }: StatementPart) {
  return {
    ...(type !== undefined && { wallet_type: type }),
    ...(network !== undefined && { network }),
    ...(currency !== undefined && { currency }),
    ...(wallet !== undefined && { wallet_address: wallet }),
  };
}

export type FileDescription = ReturnType<typeof describeFile>;

/** What the file says about itself: the same facts in every format, in the names that `meta.json` has. */
export function describeFile(content: FileContent, written: WrittenRows) {
  const { account, author, part, rows, timeZone } = content;
  const clock = zoneClock(timeZone);
  const faults = faultsOf(rows, part);
  return {
    product: 'Wallet Console',
    list: 'statement',
    account_id: account.id,
    account_name: account.name,
    ...(!isWhole(part) && { covers: 'only part of the account', part: columnsOf(part) }),
    period_begins: clock(content.from),
    period_ends_before: clock(content.to),
    as_of: clock(content.asOf),
    counted_by: 'booking time: when the ledger entry was posted',
    time_zone: timeZone,
    requested_at: clock(content.requestedAt),
    user_name: author.isUser ? author.name : null,
    key_name: author.isUser ? null : author.name,
    rows_written: rows.length,
    columns: statementColumns.map(({ name }) => name),
    entries_written: content.withEntries ? written.entries : null,
    entry_columns: content.withEntries ? entryColumns.map(({ name }) => name) : null,
    adds_up: faults.length === 0,
    faults,
    totals: controlTotals(rows),
    rows_sha256: written.rowsSha256,
    entries_sha256: written.entriesSha256,
    sha256_of: canonicalRows,
  };
}

/** Adds up entries, to compare them with the statement that they belong to. */
export class EntrySums {
  readonly #sums = new Map<string, Decimal>();

  add(entries: readonly { type: string; network: string; currency: string; amount: Decimal }[]): void {
    for (const entry of entries) {
      const place = placeOf(entry);
      this.#sums.set(place, add(this.#sums.get(place) ?? ZERO, entry.amount));
    }
  }

  /** The places where opening plus entries isn't closing: the ledger was written to while it was read, or is faulty. */
  differencesFrom(rows: readonly StatementRow[]): string[] {
    const moved = new Map(rows.map((row) => [placeOf(row), subtract(row.closing.total, row.opening.total)]));
    const places = new Set([...this.#sums.keys(), ...moved.keys()]);
    return [...places].filter((place) => (this.#sums.get(place) ?? ZERO) !== (moved.get(place) ?? ZERO));
  }
}

function placeOf({ type, network, currency }: Pick<StatementRow, 'type' | 'network' | 'currency'>): string {
  return `${type} ${network} ${currency}`;
}
