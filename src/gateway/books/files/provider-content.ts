import { createHash } from 'node:crypto';
import {
  notKnown,
  sourcesNote,
  unexplainedNote,
  unknownsOf,
} from '#contract/gateway/provider-statement-notes.ts';
import type { ProviderStatement, ProviderStatementRow } from '#contract/gateway/provider-statements.ts';
import { networkKeyLabel } from '#contract/wallet-service/place-labels.ts';
import { sum } from '#domain/arithmetic.ts';
import { canonicalRows } from '#domain/canonical-rows.ts';
import { type CsvColumn, csvHeader, csvRow, textColumns } from '#domain/csv.ts';
import type { Decimal } from '#domain/decimal.ts';
import { formatInteger } from '#domain/format.ts';
import { currencies } from '#domain/networks.ts';
import { type Instant, toDate } from '#domain/time.ts';
import { Workbook } from '#domain/xlsx/workbook.ts';
import { zoneClock } from '#domain/zone-clock.ts';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import { daysOf, extensions, type FileContent, periodOf, timeIn } from './describe-file.ts';
import type { FileOutput } from './format-writer.ts';
import { collectFile, type MadeFile } from './made-file.ts';
import { type AmountLine, isNothing, writeAmounts } from './pdf-amounts.ts';
import { inOrder, periodText, requestText } from './pdf-format.ts';
import { ZipStream } from './zip-stream.ts';

/** What a file of a remote provider's statement is made of. */
export type ProviderContent = Omit<FileContent, 'withEntries' | 'part' | 'rows'> & {
  statement: ProviderStatement;
};

/** The amounts of a row, by the names of their columns, in the order of every file. Null is not known. */
const amountsOf = {
  opening: ({ opening }) => opening,
  inflow: ({ movements }) => movements?.inflow ?? null,
  outflow: ({ movements }) => movements?.outflow ?? null,
  withdrawal_fees: ({ movements }) => movements?.withdrawal_fees ?? null,
  exchanged_in: ({ movements }) => movements?.exchanged_in ?? null,
  exchanged_out: ({ movements }) => movements?.exchanged_out ?? null,
  unexplained: ({ unexplained }) => unexplained,
  closing: ({ closing }) => closing,
} as const satisfies Record<string, (row: ProviderStatementRow) => Decimal | null>;

type Amount = keyof typeof amountsOf;
type Amounts = Record<Amount, Decimal | null>;

const amountNames = Object.keys(amountsOf) as Amount[];

/** The columns in every file. Only ever added to, at the end. */
const columns: readonly CsvColumn[] = [
  ...textColumns(['network', 'currency']),
  ...amountNames.map((name): CsvColumn => ({ name, kind: 'amount' })),
];

/** Missing amounts are empty. */
function cellsOf(row: ProviderStatementRow): string[] {
  return [row.network, row.currency, ...amountNames.map((name) => amountsOf[name](row) ?? '')];
}

/**
 * The file of what a remote provider told of a period. It is small whatever the provider has, as rows are sums, so it is
 * written at once.
 */
export async function makeProviderFile(content: ProviderContent): Promise<MadeFile> {
  const { format, statement } = content;
  const lines = statement.rows.map((row) => csvRow(columns, cellsOf(row)));
  const csv = [csvHeader(columns), ...lines].join('');
  const rowsSha256 = createHash('sha256').update(csv).digest('hex');
  const about = describe(content, rowsSha256);
  const made = collectFile();
  if (format === 'pdf') await writePdf(content, about, made.output);
  else {
    const zip = new ZipStream(toDate(content.requestedAt), made.output);
    if (format === 'xlsx') writeWorkbook(zip, content, about);
    else {
      zip.addWhole('provider-statement.csv', csv);
      zip.addWhole('meta.json', `${JSON.stringify(about, null, 2)}\n`);
    }
    zip.end();
  }
  const name = `provider-statement-${daysOf(content)}.${extensions[format]}`;
  return { name, rowsSha256, ...made.end() };
}

/** What each currency adds up to. A sum with an amount that isn't known isn't known itself. */
function totalsOf(rows: readonly ProviderStatementRow[]): { currency: string; amounts: Amounts }[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    amounts: amountsBy((name) => sumKnown(some.map(amountsOf[name]))),
  }));
}

function sumKnown(amounts: readonly (Decimal | null)[]): Decimal | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === amounts.length ? sum(known) : null;
}

function amountsBy(amountOf: (name: Amount) => Decimal | null): Amounts {
  return Object.fromEntries(amountNames.map((name) => [name, amountOf(name)])) as Amounts;
}

type Description = ReturnType<typeof describe>;

/** What the file says about itself: the same facts in every format, in the names that `meta.json` has. */
function describe(content: ProviderContent, rowsSha256: string) {
  const { account, author, statement, timeZone } = content;
  const clock = zoneClock(timeZone);
  const stated = (instant: string | null) => (instant === null ? null : clock(instant as Instant));
  return {
    product: 'Wallet Console',
    list: 'provider-statement',
    account_id: account.id,
    account_name: account.name,
    period_begins: clock(content.from),
    period_ends_before: clock(content.to),
    as_of: clock(content.asOf),
    opening_stated_at: stated(statement.opening_at),
    closing_stated_at: stated(statement.closing_at),
    counted_by: 'creation time: when the provider created the transaction or exchange',
    time_zone: timeZone,
    requested_at: clock(content.requestedAt),
    user_name: author.isUser ? author.name : null,
    key_name: author.isUser ? null : author.name,
    rows_written: statement.rows.length,
    columns: columns.map(({ name }) => name),
    not_known: unknownsOf(statement, timeIn(timeZone)),
    unreadable_rows: statement.unreadable,
    notes: [sourcesNote(timeZone), unexplainedNote],
    totals: totalsOf(statement.rows),
    rows_sha256: rowsSha256,
    sha256_of: canonicalRows,
  };
}

function writeWorkbook(zip: ZipStream, { statement }: ProviderContent, about: Description): void {
  const book = new Workbook((name) => zip.begin(name));
  const sheet = book.rows('Statement', columns);
  sheet.write(statement.rows.map(cellsOf));
  const columnNotes = sheet.end();
  book.lines('About', [
    ['Product', about.product],
    ['Account', about.account_name ?? ''],
    ['Account ID', about.account_id],
    ['Period begins', about.period_begins],
    ['Period ends before', about.period_ends_before],
    ['Data as of', about.as_of],
    ['Opening stated at', about.opening_stated_at ?? notKnown],
    ['Closing stated at', about.closing_stated_at ?? notKnown],
    ['Counted by', about.counted_by],
    ['Time zone', about.time_zone],
    ['Requested at', about.requested_at],
    ...(about.user_name === null ? [] : [['User', about.user_name]]),
    ...(about.key_name === null ? [] : [['API key', about.key_name]]),
    ['Rows', String(about.rows_written)],
    ...about.not_known.map((message) => [notKnown, message]),
    ...about.notes.map((note) => ['Note', note]),
    [],
    ['Control totals, exact', ...amountNames],
    ...about.totals.map(({ currency, amounts }) => [
      currency,
      ...amountNames.map((name) => amounts[name] ?? notKnown),
    ]),
    [],
    ...columnNotes,
    [],
    ['SHA-256 of the rows', about.rows_sha256],
    ['Hashed content', about.sha256_of],
  ]);
  book.end();
}

/** The lines of a currency's table. */
const pdfLines: readonly AmountLine<Amount>[] = [
  { name: 'opening', label: 'Opening', isAlways: true, isBold: true },
  { name: 'inflow', label: 'Inflow', isAlways: true },
  { name: 'outflow', label: 'Outflow', isAlways: true },
  { name: 'withdrawal_fees', label: 'Fees', isAlways: true },
  { name: 'exchanged_in', label: 'Exchanged, received' },
  { name: 'exchanged_out', label: 'Exchanged, given' },
  { name: 'unexplained', label: 'Not explained', isAlways: true },
  { name: 'closing', label: 'Closing', isAlways: true, isBold: true },
];

async function writePdf(content: ProviderContent, about: Description, output: FileOutput): Promise<void> {
  const { account, statement, requestedAt, asOf, timeZone } = content;
  const { first, last } = periodOf(content);
  const timeText = timeIn(timeZone);
  const stated = (instant: string | null) => (instant === null ? notKnown : timeText(instant as Instant));
  const title = `Provider statement ${first} – ${last}`;
  const sheet = await PdfSheet.begin(title, requestedAt);
  sheet.write(title, { size: 16, isBold: true, gap: 8 });
  sheet.facts([
    ['Account', account.name ?? account.id],
    ['Account ID', account.id],
    ['Period', periodText(content)],
    ['Time zone', timeZone],
    ['Data as of', timeText(asOf)],
    ['Opening stated at', stated(statement.opening_at)],
    ['Closing stated at', stated(statement.closing_at)],
    ['Requested by', requestText(content)],
    ['Counted by', 'Creation time: when the provider created a transaction or exchange'],
    ['Rows', formatInteger(about.rows_written)],
  ]);
  if (about.not_known.length > 0) {
    sheet.heading('What isn’t known');
    sheet.lines(about.not_known);
  }
  writeTables(sheet, statement);
  sheet.heading('About this statement');
  for (const note of about.notes) sheet.write(note);
  sheet.facts([
    ['SHA-256 of the rows', about.rows_sha256],
    [
      'What is hashed',
      'The rows as CSV. An export of the same statement as CSV has exactly these bytes, and its meta.json says how they are written.',
    ],
  ]);
  output(await sheet.end(`${account.name ?? account.id}, ${first} – ${last}, as of ${timeText(asOf)}`));
}

/** A table for each currency. Places where nothing was and nothing moved are left out. */
function writeTables(sheet: PdfSheet, { rows, unreadable_reason: reason }: ProviderStatement): void {
  const shown = rows.filter((row) => !amountNames.every((name) => isNothing(amountsOf[name](row))));
  if (shown.length === 0 && reason === null) {
    sheet.write('The provider’s lists have no completed transactions or exchanges of these days.');
  }
  const totals = totalsOf(shown).toSorted(inOrder(currencies, ({ currency }) => currency));
  for (const { currency, amounts: total } of totals) {
    const places = shown
      .filter((row) => row.currency === currency)
      .map((row) => ({
        title: networkKeyLabel(row.network),
        amounts: amountsBy((name) => amountsOf[name](row)),
      }));
    const table = { lines: pdfLines, columns: [{ title: 'Total', amounts: total }, ...places] };
    writeAmounts(sheet, currency, table);
  }
}
