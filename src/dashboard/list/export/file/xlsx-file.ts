import { type Decimal, decimalPlaces, isDecimal } from '#domain/decimal.ts';
import type { CsvColumn } from '#domain/csv.ts';
import { formatCount } from '#domain/format.ts';
import type { ExportHeader } from '../export-request.ts';
import { type FileOptions, type FileWriter, FormatLimit, type RowsPiece, ZipFile } from './file-writer.ts';
import { groupLabel, sumLabel, sumNames } from './sums.ts';

/** Indexes of the styles in `stylesXml`. */
const style = { text: 1, bold: 2, number: 3 } as const;

/** A number shows all its decimals by a style of its own; no spreadsheet formats more. */
const maximumPlaces = 30;
const exactDigits = 15;
/** No amount is as long. A spreadsheet calls a file damaged that has a number above 10^308. */
const maximumLength = 300;
const maximumText = 32_767;

/** Whether a spreadsheet, which keeps 15 significant digits of a number, keeps every digit of the amount. */
export function isExactNumber(amount: Decimal): boolean {
  const digits = amount.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  return digits.length <= exactDigits;
}

/** Plain text: a cell of this type is never run, and its style keeps it text when it is edited. */
function textCell(place: string, text: string, styleIndex: number = style.text): string {
  if (text === '') return '';
  if (text.length > maximumText) {
    throw new FormatLimit(
      `A cell has ${text.length} characters, more than the ${maximumText} that XLSX allows. Choose CSV or JSON.`,
    );
  }
  return `<c r="${place}" s="${styleIndex}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** The amount with all its digits: only the program that opens the file rounds it. Empty where there is no amount. */
function numberCell(place: string, text: string): string {
  if (!isDecimal(text) || text.length > maximumLength) return '';
  const places = Math.min(decimalPlaces(text), maximumPlaces);
  return `<c r="${place}" s="${style.number + places}"><v>${text}</v></c>`;
}

/** `A` for 0, `AA` for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// What XML can't hold, and CR, which an XML parser reads as LF, is written by its number (ECMA-376, ST_Xstring).
// oxlint-disable-next-line no-control-regex -- they are what it is about
const special = /[&<>]|[\0-\x08\x0B-\x1F\uFFFE\uFFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

function xmlText(text: string): string {
  return text.replace(special, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return entities[character] ?? `_x${code}_`;
  });
}

const numberFormats = Array.from({ length: maximumPlaces + 1 }, (_, places) => ({
  id: 164 + places,
  code: places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`,
}));

/** Plain, text (`@`), bold text, and a number of each count of decimals. */
const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${numberFormats.length}">${numberFormats
  .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${style.number + numberFormats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/>${numberFormats
  .map(({ id }) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs></styleSheet>`;

/** A column of amounts, and in how many rows a spreadsheet rounds its numbers. */
type AmountColumn = { name: string; rounded: number };

/** What the sheet `Header` says: lines of cells, the first of each its label. */
function headerLines(header: ExportHeader, amounts: readonly AmountColumn[]): string[][] {
  const names = sumNames(header.sums);
  return [
    ['Product', header.product],
    ['List', header.list],
    ['Complete', header.complete ? 'yes' : 'NO'],
    ['Rows expected', header.rows_expected === null ? 'unknown' : String(header.rows_expected)],
    ['Rows read', String(header.rows_read)],
    ['Rows written', String(header.rows_written)],
    ...header.problems.map((problem) => ['Problem', problem]),
    ...header.notes.map((note) => ['Note', note]),
    ...header.filters.map(({ label, value }) => ['Filter', label, value]),
    ...Object.entries(header.query).map(([name, value]) => ['Query', name, value]),
    ['Data as of', header.pinned_to],
    ['Time zone', header.time_zone],
    ['Exported at', header.exported_at],
    ['Account ID', header.account_id],
    ...(header.user_name === null ? [] : [['User', header.user_name]]),
    ...(header.key_name === null ? [] : [['API key', header.key_name]]),
    [],
    ['Sums, exact', 'Status', 'Rows', ...names.map(sumLabel)],
    ...header.sums.map((line) => [
      groupLabel(line),
      line.group['status'] ?? '',
      String(line.rows),
      ...names.map((name) => line.sums[name] ?? ''),
    ]),
    ...(header.sums_note === '' ? [] : [['', header.sums_note]]),
    [],
    ...amounts.map((column) => [`Column ${numberColumn(column.name)}`, numbersNote(column)]),
    [],
    ['SHA-256 of the rows', header.rows_sha256],
    ['Hashed content', header.rows_sha256_of],
  ];
}

function numberColumn(name: string): string {
  return `${name} (number)`;
}

function numbersNote({ name, rounded }: AmountColumn): string {
  const copy = `The amounts of the column ${name} as numbers, for sums and pivot tables.`;
  return rounded === 0
    ? `${copy} Exact: each has at most 15 digits, the most that spreadsheets keep.`
    : `${copy} Rounded in ${formatCount(rounded, 'row')}, because spreadsheets keep 15 digits: the column ${name} has them all.`;
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A column of the sheet `Rows`, and where its cells come from. */
type SheetColumn = { name: string; source: number; kind: CsvColumn['kind'] | 'number' };

/** Next to each column of amounts, which are exact text, the same amounts as numbers. */
function sheetColumns(columns: readonly CsvColumn[]): SheetColumn[] {
  return columns.flatMap(({ name, kind }, source): SheetColumn[] => {
    const column = { name, kind, source };
    return kind === 'amount' ? [column, { name: numberColumn(name), kind: 'number', source }] : [column];
  });
}

/** A workbook of two sheets, `Header` and `Rows`. */
export function xlsxFile({ columns, at }: FileOptions): FileWriter {
  const amounts = columns.flatMap(({ name, kind }, source) =>
    kind === 'amount' ? [{ name, source, rounded: 0 }] : [],
  );
  const zip = new ZipFile(at);
  for (const [name, text] of Object.entries(bookFiles)) zip.addWhole(name, text);
  const sheet = rowsSheet(zip, sheetColumns(columns));
  return {
    write({ rows }) {
      for (const amount of amounts) {
        amount.rounded += rows.filter((cells) => isRounded(cells[amount.source] ?? '')).length;
      }
      sheet.write(rows);
    },
    finish(header) {
      sheet.finish();
      zip.addWhole('xl/worksheets/sheet1.xml', headerSheet(header, amounts));
      return zip.end(`${parts}.sheet`);
    },
  };
}

function isRounded(cell: string): boolean {
  return isDecimal(cell) && !isExactNumber(cell);
}

/** Writes the sheet `Rows` as they come. Nothing else can be added to the zip until it is finished. */
function rowsSheet(zip: ZipFile, columns: readonly SheetColumn[]) {
  const sheet = zip.add('xl/worksheets/sheet2.xml');
  const encoder = new TextEncoder();
  const letters = columns.map((_, index) => columnLetters(index));
  const names = columns.map(({ name }, index) => textCell(`${letters[index]}1`, name, style.bold));
  const widths = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${columnWidths[kind]}" customWidth="1"/>`,
  );
  sheet.push(
    encoder.encode(
      `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`,
    ),
  );
  let line = 1;
  return {
    write(rows: RowsPiece['rows']): void {
      const text = rows.map((cells) => {
        line += 1;
        const written = columns.map(({ kind, source }, index) => {
          const [place, cell] = [`${letters[index]}${line}`, cells[source] ?? ''];
          return kind === 'number' ? numberCell(place, cell) : textCell(place, cell);
        });
        return `<row r="${line}">${written.join('')}</row>`;
      });
      sheet.push(encoder.encode(text.join('')));
    },
    finish(): void {
      const all = `A1:${letters.at(-1)}${line}`;
      sheet.push(
        encoder.encode(
          `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
        ),
        true,
      );
    },
  };
}

const columnWidths = { text: 22, amount: 24, number: 24, time: 34 } as const;

function headerSheet(header: ExportHeader, amounts: readonly AmountColumn[]): string {
  const lines = headerLines(header, amounts).map((cells, index) => {
    const written = cells.map((cell, column) =>
      textCell(`${columnLetters(column)}${index + 1}`, cell, column === 0 ? style.bold : style.text),
    );
    return `<row r="${index + 1}">${written.join('')}</row>`;
  });
  return `${declaration}<worksheet ${main}><cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="8" width="34" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData><ignoredErrors><ignoredError sqref="A1:Z9999" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

const bookFiles: Record<string, string> = {
  '[Content_Types].xml': `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${parts}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${parts}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${parts}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="Header" sheetId="1" r:id="rId1"/><sheet name="Rows" sheetId="2" r:id="rId2"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': stylesXml,
};
