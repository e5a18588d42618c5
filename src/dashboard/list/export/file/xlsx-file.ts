import { isDecimal } from '#domain/decimal.ts';
import type { CsvColumn } from '#domain/csv.ts';
import type { ExportHeader } from '../export-request.ts';
import type { FileOptions, FileWriter, RowsPiece } from './file-writer.ts';
import { columnLetters, fitsNumber, numberCell, style, stylesXml, textCell } from './xlsx-cells.ts';
import { type AmountColumn, headerLines } from './xlsx-header.ts';
import { ZipFile } from './zip-file.ts';

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';
const parts = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/**
 * A workbook of two sheets, `Header` and `Rows`. A column of amounts holds numbers where a spreadsheet can hold each
 * of them to the last digit, else text, all of it: which one is known only when all rows are, so that they are kept
 * until then, as bytes.
 */
export function xlsxFile({ columns, at }: FileOptions): FileWriter {
  const encoder = new TextEncoder();
  const kept: Uint8Array[] = [];
  let rowCount = 0;
  const tooLong = columns.map(() => 0);
  return {
    write({ rows }) {
      rowCount += rows.length;
      for (const cells of rows) {
        for (const [index, { kind }] of columns.entries()) {
          const cell = cells[index] ?? '';
          if (kind === 'amount' && isDecimal(cell) && !fitsNumber(cell))
            tooLong[index] = (tooLong[index] ?? 0) + 1;
        }
      }
      kept.push(encoder.encode(JSON.stringify(rows)));
    },
    finish(header) {
      const isNumber = columns.map(({ kind }, index) => kind === 'amount' && tooLong[index] === 0);
      const amounts = columns.flatMap(({ name, kind }, index): AmountColumn[] =>
        kind === 'amount' ? [{ name, tooLong: tooLong[index] ?? 0 }] : [],
      );
      const zip = new ZipFile(at);
      for (const [name, text] of Object.entries(bookFiles)) zip.addWhole(name, text);
      zip.addWhole('xl/worksheets/sheet1.xml', headerSheet(header, amounts));
      writeRows(zip, kept, { columns, isNumber, rowCount });
      return zip.end(`${parts}.sheet`);
    },
  };
}

type Shape = { columns: readonly CsvColumn[]; isNumber: readonly boolean[]; rowCount: number };

function writeRows(zip: ZipFile, kept: Uint8Array[], { columns, isNumber, rowCount }: Shape): void {
  const sheet = zip.add('xl/worksheets/sheet2.xml');
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const letters = columns.map((_, index) => columnLetters(index));
  const names = columns.map(({ name }, index) => textCell(`${letters[index]}1`, name, style.bold));
  const widths = columns.map(({ kind }, index) => {
    const width = kind === 'amount' ? 24 : kind === 'time' ? 34 : 22;
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  sheet.push(
    encoder.encode(
      `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${names.join('')}</row>`,
    ),
  );
  let line = 1;
  while (kept.length > 0) {
    const rows = JSON.parse(decoder.decode(kept.shift())) as RowsPiece['rows'];
    const text = rows.map((cells) => {
      line += 1;
      const written = cells.map((cell, index) => {
        const place = `${letters[index]}${line}`;
        return isNumber[index] && isDecimal(cell) ? numberCell(place, cell) : textCell(place, cell);
      });
      return `<row r="${line}">${written.join('')}</row>`;
    });
    sheet.push(encoder.encode(text.join('')));
  }
  const all = `A1:${letters.at(-1)}${rowCount + 1}`;
  sheet.push(
    encoder.encode(
      `</sheetData><autoFilter ref="${all}"/><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`,
    ),
    true,
  );
}

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
