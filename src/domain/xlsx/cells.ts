import { type Decimal, decimalPlaces, isDecimal } from '../decimal.ts';

/** What a format cannot hold, in words for the person. */
export class FormatLimit extends Error {
  override name = 'FormatLimit';
}

/** Indexes of the styles in `stylesXml`. */
export const style = { text: 1, bold: 2, number: 3 } as const;

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

/**
 * Plain text: a cell of this type is never run, and its style keeps it text when it is edited. Throws a FormatLimit for
 * a text that a cell can't hold.
 */
export function textCell(place: string, text: string, styleIndex: number = style.text): string {
  if (text === '') return '';
  if (text.length > maximumText) {
    throw new FormatLimit(
      `A cell has ${text.length} characters, more than the ${maximumText} that XLSX allows. Choose CSV or JSON.`,
    );
  }
  return `<c r="${place}" s="${styleIndex}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

/** The amount with all its digits: only the program that opens the file rounds it. Empty where there is no amount. */
export function numberCell(place: string, text: string): string {
  if (!isDecimal(text) || text.length > maximumLength) return '';
  const places = Math.min(decimalPlaces(text), maximumPlaces);
  return `<c r="${place}" s="${style.number + places}"><v>${text}</v></c>`;
}

/** `A` for 0, `AA` for 26. */
export function columnLetters(index: number): string {
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
export const stylesXml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="${numberFormats.length}">${numberFormats
  .map(({ id, code }) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${style.number + numberFormats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1" applyFont="1"/>${numberFormats
  .map(({ id }) => `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`)
  .join('')}</cellXfs></styleSheet>`;
