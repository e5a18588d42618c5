import type { CsvColumn } from '../csv.ts';
import { isDecimal } from '../decimal.ts';
import { formatCount } from '../format.ts';
import { columnLetters, isExactNumber, numberCell, style, stylesXml, textCell } from './cells.ts';

/** A file of the archive that a workbook is: its text piece by piece. */
export type ArchivedFile = { push: (text: string) => void; end: () => void };

/** Begins the next file of the archive. The one before has ended. */
type BeginFile = (name: string) => ArchivedFile;

/** Rows of a sheet. Nothing else can be written to the workbook until they have ended. */
type RowsSheet = {
  /** Cells in the order of the columns. */
  write: (rows: readonly (readonly string[])[]) => void;
  /** Lines for another sheet: what the columns of numbers are, and whether a spreadsheet rounds them. */
  end: () => string[][];
};

/** A column of a sheet, and where its cells come from. */
type SheetColumn = { name: string; source: number; kind: CsvColumn['kind'] | 'number' };

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const columnWidths = { text: 22, amount: 24, number: 24, time: 34 } as const;

/** The media type of the file. */
export const xlsxType = `${parts}.sheet`;

/** The most rows of a sheet below its names: https://support.microsoft.com/office/excel-specifications-and-limits. */
export const mostSheetRows = 1_048_575;

/** An XLSX file that is written sheet by sheet, rows as they come, so that it is never held whole. */
export class Workbook {
  readonly #begin: BeginFile;
  readonly #sheets: string[] = [];
  readonly #mostRows: number;

  constructor(begin: BeginFile, mostRows = mostSheetRows) {
    this.#begin = begin;
    this.#mostRows = mostRows;
    // First, so that programs that look at the beginning of a file know what it is.
    this.#write('_rels/.rels', packageXml);
  }

  /**
   * Rows under the names of their columns. Next to each column of amounts, which are exact text, are the same amounts
   * as numbers. What one sheet doesn't hold continues on others, which have the name with 2, 3 and so on.
   */
  rows(name: string, columns: readonly CsvColumn[]): RowsSheet {
    const all = sheetColumns(columns);
    const amounts = columns.flatMap((column, source) =>
      column.kind === 'amount' ? [{ name: column.name, source, rounded: 0 }] : [],
    );
    let sheet = this.#beginRows(name, all);
    let count = 1;
    return {
      write: (rows) => {
        for (const amount of amounts) {
          amount.rounded += rows.filter((cells) => isRounded(cells[amount.source] ?? '')).length;
        }
        for (let start = 0; start < rows.length;) {
          if (sheet.room() === 0) {
            sheet.end();
            count += 1;
            sheet = this.#beginRows(`${name} ${count}`, all);
          }
          const end = start + sheet.room();
          sheet.write(rows.slice(start, end));
          start = end;
        }
      },
      end: () => {
        sheet.end();
        return amounts.map((amount) => [`Column ${numberColumn(amount.name)}`, numbersNote(amount)]);
      },
    };
  }

  /** Lines of cells, the first of each its label. */
  lines(name: string, lines: readonly (readonly string[])[]): void {
    const rows = lines.map((cells, index) => {
      const written = cells.map((cell, column) =>
        textCell(`${columnLetters(column)}${index + 1}`, cell, column === 0 ? style.bold : style.text),
      );
      return `<row r="${index + 1}">${written.join('')}</row>`;
    });
    const file = this.#beginSheet(name);
    file.push(
      `${declaration}<worksheet ${main}><cols><col min="1" max="1" width="30" customWidth="1"/><col min="2" max="8" width="34" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData><ignoredErrors><ignoredError sqref="A1:Z9999" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
    );
    file.end();
  }

  /** Ends the workbook. `first`: the sheet that it opens with and that comes first; without it, the one written first. */
  end(first?: string): void {
    const written = this.#sheets.map((name, index) => ({ name, id: index + 1 }));
    const inOrder = written.toSorted((a, b) => Number(b.name === first) - Number(a.name === first));
    this.#write('xl/styles.xml', stylesXml);
    this.#write(
      'xl/workbook.xml',
      `${declaration}<workbook ${main} xmlns:r="${relations}"><sheets>${inOrder.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`).join('')}</sheets></workbook>`,
    );
    this.#write(
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships ${packageRelations}>${written.map(({ id }) => `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`).join('')}<Relationship Id="rId${written.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    );
    this.#write(
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${xlsxType}.main+xml"/>${written.map(({ id }) => `<Override PartName="/xl/worksheets/sheet${id}.xml" ContentType="${parts}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${parts}.styles+xml"/></Types>`,
    );
  }

  #write(name: string, text: string): void {
    const file = this.#begin(name);
    file.push(text);
    file.end();
  }

  #beginSheet(name: string): ArchivedFile {
    this.#sheets.push(name);
    return this.#begin(`xl/worksheets/sheet${this.#sheets.length}.xml`);
  }

  #beginRows(name: string, columns: readonly SheetColumn[]) {
    const file = this.#beginSheet(name);
    const letters = columns.map((_, index) => columnLetters(index));
    const names = columns.map((column, index) => textCell(`${letters[index]}1`, column.name, style.bold));
    const widths = columns.map(
      ({ kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${columnWidths[kind]}" customWidth="1"/>`,
    );
    file.push(
      `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`,
    );
    let line = 1;
    return {
      room: () => this.#mostRows + 1 - line,
      write: (rows: readonly (readonly string[])[]) => {
        const text = rows.map((cells) => {
          line += 1;
          const written = columns.map(({ kind, source }, index) => {
            const [place, cell] = [`${letters[index]}${line}`, cells[source] ?? ''];
            return kind === 'number' ? numberCell(place, cell) : textCell(place, cell);
          });
          return `<row r="${line}">${written.join('')}</row>`;
        });
        file.push(text.join(''));
      },
      end: () => {
        const all = `A1:${letters.at(-1)}${line}`;
        file.push(
          `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
        );
        file.end();
      },
    };
  }
}

/** Next to each column of amounts, which are exact text, the same amounts as numbers. */
function sheetColumns(columns: readonly CsvColumn[]): SheetColumn[] {
  return columns.flatMap(({ name, kind }, source): SheetColumn[] => {
    const column = { name, kind, source };
    return kind === 'amount' ? [column, { name: numberColumn(name), kind: 'number', source }] : [column];
  });
}

function numberColumn(name: string): string {
  return `${name} (number)`;
}

function isRounded(cell: string): boolean {
  return isDecimal(cell) && !isExactNumber(cell);
}

/** A column of amounts, and in how many rows a spreadsheet rounds its numbers. */
function numbersNote({ name, rounded }: { name: string; rounded: number }): string {
  const copy = `The amounts of the column ${name} as numbers, for sums and pivot tables.`;
  return rounded === 0
    ? `${copy} Exact: each has at most 15 digits, the most that spreadsheets keep.`
    : `${copy} Rounded in ${formatCount(rounded, 'row')}, because spreadsheets keep 15 digits: the column ${name} has them all.`;
}

const packageXml = `${declaration}<Relationships ${packageRelations}><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
