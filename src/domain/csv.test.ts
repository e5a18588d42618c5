import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { type CsvColumn, csvHeader, csvRow, guarded, unguarded } from './csv.ts';

const columns: CsvColumn[] = [
  { name: 'label', kind: 'text' },
  { name: 'amount', kind: 'amount' },
];

const pieces = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＠',
  "'",
  ';',
  ',',
  '\t',
  '\r',
  '\n',
  ' ',
  'a',
  '1',
  '"',
  '\u200E',
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces)).map((chosen) => chosen.join('')),
  fc.string(),
  fc.constantFrom(
    '=1+1',
    '=HYPERLINK("https://evil.example","click")',
    '＠SUM(A1)',
    "'=1",
    'a;=1',
    'two\r\nlines',
    ' around ',
    'ארנק "ראשי"',
  ),
);

const formula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

it('leaves no cell that a spreadsheet would run, whichever separator it uses', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(guarded(text)).not.toMatch(formula);
      for (const cell of guarded(text).split(/[;\t\r\n]/)) expect(cell).not.toMatch(formula);
    }),
  );
});

it('gives the exact text back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(unguarded(guarded(text))).toBe(text);
    }),
  );
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

it('guards in a column of amounts whatever is not an amount', () => {
  for (const text of ['=1+1', '-1+cmd', '+1', '-', '@SUM(A1)', '-1.5.5']) {
    expect(csvRow(columns, ['x', text])).toBe(`x,'${text}\r\n`);
  }
});

it.each([',', '\t'] as const)(
  'is read back to the letter by other libraries, separated by %j',
  (separator) => {
    fc.assert(
      fc.property(anyText, anyText, (text, name) => {
        const named: CsvColumn[] = [{ name, kind: 'text' }, ...columns];
        const written = csvHeader(named, separator) + csvRow(named, [text, text, '-1.5'], separator);
        const expected = [
          [guarded(name), 'label', 'amount'],
          [guarded(text), guarded(text), '-1.5'],
        ];
        const newline = separator === ',' ? '\r\n' : '\n';
        const parsed = Papa.parse<string[]>(written, { delimiter: separator, newline });
        expect(parsed.data.slice(0, -1)).toEqual(expected);
        expect(parse(written, { delimiter: separator, record_delimiter: newline })).toEqual(expected);
      }),
    );
  },
);
