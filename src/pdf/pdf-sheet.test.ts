import PdfDocument from 'pdfkit';
import { extractText } from 'unpdf';
import { afterEach, expect, it, vi } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { PdfSheet } from './pdf-sheet.ts';

afterEach(() => vi.restoreAllMocks());

/** Every text that is laid out. */
async function textsOf(write: (sheet: PdfSheet) => void): Promise<string[]> {
  const sheet = await PdfSheet.begin('A sheet', instantFromDate(new Date('2026-01-02T03:04:05Z')));
  const laidOut = vi.spyOn(PdfDocument.prototype, 'text');
  write(sheet);
  await sheet.end('The end');
  return laidOut.mock.calls.map(([text]) => String(text));
}

it('prints the beginning of what is far too long, and says how long it is', async () => {
  const long = 'x'.repeat(1_000_000);
  const texts = await textsOf((sheet) => {
    sheet.write(long);
    sheet.facts([[long, long]]);
    sheet.table([{ title: 'Name', width: 300 }], [[long]]);
  });
  const cut = texts.filter((text) => text.startsWith('xxx'));
  expect(cut.map((text) => text.replace(/^x+/, ''))).toEqual(
    Array.from({ length: 4 }, () => '… (1000000 characters in all)'),
  );
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(5000);
});

it('prints the beginning of what is far too much, and says how much more there is', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `row ${index}`);
  const texts = await textsOf((sheet) => {
    sheet.lines(many);
    sheet.facts(many.map((text) => [text, text]));
    sheet.table(
      [{ title: 'Name', width: 300 }],
      many.map((text) => [text]),
    );
  });
  expect(texts).toContain('row 299');
  expect(texts).not.toContain('row 300');
  expect(texts.filter((text) => text === '99700 more are not printed here.')).toHaveLength(3);
});

it('prints a note as long as one may be whole, and names of facts in letters that the font has', async () => {
  const note = 'W'.repeat(1000);
  const texts = await textsOf((sheet) => {
    sheet.table([{ title: 'Note', width: sheet.width - 350 }], [[note]]);
    sheet.facts([['field 中', 'value 中']]);
  });
  expect(texts).toContain(note);
  expect(texts).toContain('field [U+4E2D]');
  expect(texts).toContain('value [U+4E2D]');
});

it('hands out a long table while it is written, all of it, with its number and that of all pages on each', async () => {
  const pieces: Buffer[] = [];
  const at = instantFromDate(new Date('2026-01-02T03:04:05Z'));
  const streamed = { footer: 'The foot', output: (bytes: Buffer) => pieces.push(bytes) };
  const sheet = await PdfSheet.begin('A sheet', at, streamed);
  const columns = [{ title: 'Name', width: 300, isVaried: true }];
  sheet.tableHeader(columns);
  for (let start = 0; start < 1000; start += 100) {
    sheet.tableRows(
      columns,
      Array.from({ length: 100 }, (_, index) => [`row ${start + index}`]),
    );
    // A stream hands out what it has between two turns.
    await new Promise(setImmediate);
  }
  expect(Buffer.concat(pieces).length).toBeGreaterThan(10_000);
  await sheet.endStream();
  const { text, totalPages } = await extractText(new Uint8Array(Buffer.concat(pieces)));
  const printed = text.join('\n').match(/row \d+/g);
  expect(printed).toEqual(Array.from({ length: 1000 }, (_, index) => `row ${index}`));
  expect(totalPages).toBeGreaterThan(10);
  for (const [index, page] of text.entries()) {
    expect(page).toContain('The foot');
    expect(page).toContain(`Page ${index + 1} of ${totalPages}`);
    expect(page).toContain('Name');
  }
});
