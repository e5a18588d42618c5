import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import type { Column } from '../export-lists.ts';
import { hardTexts } from '../export-testing.ts';
import { csvRow, guarded, unguarded } from './csv.ts';

const columns: Column[] = [
  { name: 'label', kind: 'text' },
  { name: 'amount', kind: 'amount' },
];

const textOfPieces = fc
  .array(
    fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", ';', ',', '\t', '\r', '\n', ' ', 'a', '"', '\u200E'),
  )
  .map((pieces) => pieces.join(''));

it('leaves no cell that a spreadsheet would run, whatever it takes for the separator', () => {
  fc.assert(
    fc.property(textOfPieces, (text) => {
      for (const cell of guarded(text).split(/[;\t\r\n]/)) {
        expect(cell).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝＋－＠]/u);
      }
    }),
  );
});

it('gives the very text back', () => {
  fc.assert(
    fc.property(textOfPieces, (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    }),
  );
  for (const text of hardTexts) expect(unguarded(guarded(text))).toBe(text);
});

it('puts an apostrophe in front of formulas and of nothing else', () => {
  expect(['=1', '-1', '＝1', ' =1', "'x", 'a;=1', 'TXa', 'a=1', 'a-b', 'x y'].map(guarded)).toEqual([
    "'=1",
    "'-1",
    "'＝1",
    "' =1",
    "''x",
    "a;'=1",
    'TXa',
    'a=1',
    'a-b',
    'x y',
  ]);
});

it('keeps amounts as they are, negative ones and long ones included', () => {
  const amounts = ['-1.5', '0.000000000000000001', '123456789012345678901234567890', '-0.1'];
  for (const amount of amounts) expect(csvRow(columns, ['x', amount])).toBe(`x,${amount}\r\n`);
});

it('is read back to the letter by another library', () => {
  fc.assert(
    fc.property(fc.oneof(textOfPieces, fc.constantFrom(...hardTexts)), (text) => {
      const { data } = Papa.parse<string[]>(csvRow(columns, [text, '-1.5']), {
        delimiter: ',',
        newline: '\r\n',
      });
      expect(data[0]?.map((cell, index) => (index === 0 ? unguarded(cell) : cell))).toEqual([text, '-1.5']);
    }),
  );
});
