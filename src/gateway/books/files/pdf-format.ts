import { networkKeyLabel, walletTypeLabel } from '#contract/wallet-service/place-labels.ts';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import { factsOfPart, isWhole, partLabel } from '#contract/gateway/statement-part.ts';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { formatAmount, formatCount, formatEvery, formatInteger } from '#domain/format.ts';
import { currencies, walletTypes } from '#domain/networks.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import type { Instant } from '#domain/time.ts';
import { type Column, PdfSheet } from '#pdf/pdf-sheet.ts';
import { type StatementAmount, statementAmounts } from './columns.ts';
import { controlTotals, type FileContent, type FileDescription, periodOf, timeIn } from './describe-file.ts';
import type { BeginFormat } from './format-writer.ts';
import { type AmountLine, writeAmounts } from './pdf-amounts.ts';

/** The statement, a table per currency, then the entries on pages on their side, and what proves them. */
export const beginPdf: BeginFormat = async (content, _statementCsv, output) => {
  const { account, part, withEntries, requestedAt, asOf, timeZone } = content;
  const { first, last } = periodOf(content);
  const timeText = timeIn(timeZone);
  const short = { ...part, wallet: part.wallet && shortenMiddle(part.wallet) };
  const whose = [account.name ?? account.id, ...(isWhole(part) ? [] : [`only ${partLabel(short)}`])].join(
    ', ',
  );
  const footer = `${whose}, ${first} – ${last}, as of ${timeText(asOf)}`;
  const title = `${isWhole(part) ? 'Statement' : 'Partial statement'} ${first} – ${last}`;
  const sheet = await PdfSheet.begin(title, requestedAt, withEntries ? { output, footer } : undefined);
  sheet.write(title, { size: 16, isBold: true, gap: 8 });
  if (!isWhole(part)) sheet.write(`Only ${partLabel(part)}`, { size: 11, isBold: true, gap: 8 });
  sheet.facts(factsOf(content));
  writeStatement(sheet, content);
  const entries = withEntries ? entryTable(sheet, timeText) : undefined;
  return {
    write: (rows) => entries?.write(rows.entries),
    end: async (about) => {
      if (entries?.isEmpty() === true) sheet.write('There are no ledger entries in this period.');
      writeProof(sheet, about);
      if (withEntries) await sheet.endStream();
      else output(await sheet.end(footer));
    },
  };
};

function factsOf(content: FileContent): [string, string][] {
  const { account, part, asOf, timeZone, rows } = content;
  return [
    ['Account', account.name ?? account.id],
    ['Account ID', account.id],
    ...(isWhole(part) ? [] : [['Covers', 'Only part of the account'] satisfies [string, string]]),
    ...factsOfPart(part),
    ['Period', periodText(content)],
    ['Time zone', timeZone],
    ['Data as of', timeIn(timeZone)(asOf)],
    ['Requested by', requestText(content)],
    ['Counted by', 'Booking time: when an entry was posted to the ledger'],
    ['Places', formatInteger(rows.length)],
  ];
}

const lines: readonly AmountLine<StatementAmount>[] = [
  { name: 'opening', label: 'Opening', isAlways: true, isBold: true },
  { name: 'inflow', label: 'Inflow', isAlways: true },
  { name: 'outflow', label: 'Outflow', isAlways: true },
  { name: 'withdrawal_fees', label: 'Fees', isAlways: true },
  { name: 'aml_check_fees', label: 'AML check fees' },
  { name: 'exchanged_in', label: 'Exchanged, received' },
  { name: 'exchanged_out', label: 'Exchanged, given' },
  { name: 'collected', label: 'Collected' },
  { name: 'other', label: 'Other' },
  { name: 'closing', label: 'Closing', isAlways: true, isBold: true },
  { name: 'opening_on_hold', label: 'Opening, on hold' },
  { name: 'closing_on_hold', label: 'Closing, on hold' },
  { name: 'opening_in_transit', label: 'Opening, in transit' },
  { name: 'closing_in_transit', label: 'Closing, in transit' },
];

const amountNames = Object.keys(statementAmounts) as StatementAmount[];

/** The days of the period, in words. */
export function periodText(content: Parameters<typeof periodOf>[0]): string {
  const { first, last, isOfDays } = periodOf(content);
  if (!isOfDays) return `${first} – ${last}, its end excluded`;
  return first === last ? first : `${first} – ${last}, both included`;
}

/** Who requested the file, and when. */
export function requestText(content: Pick<FileContent, 'author' | 'requestedAt' | 'timeZone'>): string {
  const { author, requestedAt, timeZone } = content;
  const who = author.isUser || author.name === null ? author.name : `${author.name} (API key)`;
  return `${who ?? 'an API key'}, ${timeIn(timeZone)(requestedAt)}`;
}

/** A table for each currency, in the order of the statement. Places where nothing was and nothing moved are left out. */
function writeStatement(sheet: PdfSheet, { rows, part }: Pick<FileContent, 'rows' | 'part'>): void {
  const shown = rows.flatMap((row) => {
    const amounts = amountsOf(row);
    return amountNames.every((name) => isZero(amounts[name])) ? [] : [{ row, amounts }];
  });
  if (shown.length === 0) {
    const whose = isWhole(part) ? 'The account' : 'This part of the account';
    sheet.write(`${whose} had no funds in this period, and none moved.`);
  }
  const totals = controlTotals(shown.map(({ row }) => row));
  for (const { currency, amounts: total } of totals.toSorted(inOrder(currencies, (each) => each.currency))) {
    const places = shown
      .filter(({ row }) => row.currency === currency)
      .toSorted(inOrder(walletTypes, ({ row }) => row.type))
      .map(({ row, amounts }) => ({ title: placeLabel(row), amounts }));
    writeAmounts(sheet, currency, { lines, columns: [{ title: 'Total', amounts: total }, ...places] });
  }
}

/** A comparison for `sort` by the place in a list; what isn’t in it comes last. */
export function inOrder<T>(known: readonly string[], of: (value: T) => string) {
  const rank = (value: T) => (known.includes(of(value)) ? known.indexOf(of(value)) : known.length);
  return (a: T, b: T) => rank(a) - rank(b);
}

function amountsOf(row: StatementRow): Record<StatementAmount, Decimal> {
  return Object.fromEntries(
    Object.entries(statementAmounts).map(([name, amountOf]) => [name, amountOf(row)]),
  ) as Record<StatementAmount, Decimal>;
}

function placeLabel({ type, network }: Pick<StatementRow, 'type' | 'network'>): string {
  return `${walletTypeLabel(type)}, ${networkKeyLabel(network)}`;
}

const entryLook = { size: 6.5 };

/** The table of entries. Nothing is written until there is one. */
function entryTable(sheet: PdfSheet, timeText: (instant: Instant) => string) {
  const columns: Column[] = [
    { title: 'Booked', width: 114, isVaried: true },
    { title: 'Kind', width: 54 },
    { title: 'Place', width: 118 },
    { title: 'Wallet', width: 192 },
    { title: 'Amount', width: 104, isNumber: true, isVaried: true },
    { title: '', width: 38 },
    { title: 'Document', width: 122, isVaried: true },
  ];
  let isEmpty = true;
  return {
    isEmpty: () => isEmpty,
    write: (entries: readonly LedgerEntry[]) => {
      if (isEmpty && entries.length > 0) {
        sheet.beginPage({ isLandscape: true });
        sheet.write('Ledger entries', { size: 11, isBold: true, gap: 5 });
        sheet.tableHeader(columns, entryLook);
        isEmpty = false;
      }
      sheet.tableRows(
        columns,
        entries.map((entry) => entryLine(entry, timeText)),
        entryLook,
      );
    },
  };
}

function entryLine(entry: LedgerEntry, timeText: (instant: Instant) => string): string[] {
  const place = placeLabel(entry) + (placeNames[entry.place] ?? '');
  const fee = isZero(entry.fee) ? '' : `\nFee ${formatAmount(entry.fee)}`;
  return [
    timeText(entry.booked_at as Instant),
    entry.kind.replaceAll('_', ' '),
    place,
    entry.wallet ?? '',
    `${formatAmount(entry.amount)}${fee}`,
    entry.currency,
    entry.reference ?? entry.posting_id,
  ];
}

const placeNames: Partial<Record<string, string>> = { on_hold: ', on hold', in_transit: ', in transit' };

/** What anyone can check: that it adds up, and the hashes of the rows. */
function writeProof(sheet: PdfSheet, about: FileDescription): void {
  sheet.heading('Proof');
  if (about.adds_up) {
    sheet.write(
      `Opening plus movements equals closing in ${formatEvery(about.rows_written, 'row')} and for every currency, to the last digit.`,
    );
  } else {
    sheet.write('This statement doesn’t add up. Don’t use it, and check the ledger:', { isBold: true });
    sheet.lines(about.faults);
  }
  if (about.entries_written !== null) {
    sheet.write(
      `${formatCount(about.entries_written, 'ledger entry', 'ledger entries')}: opening plus entries equals closing in every row.`,
    );
  }
  sheet.facts([
    ['SHA-256 of the rows', about.rows_sha256],
    ...(about.entries_sha256 === null
      ? []
      : [['SHA-256 of the entries as CSV', about.entries_sha256] as const]),
    [
      'What is hashed',
      'The rows as CSV. An export of the same file as CSV has exactly these bytes, and its meta.json says how they are written.',
    ],
  ]);
}
