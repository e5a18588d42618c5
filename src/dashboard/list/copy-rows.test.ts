import { describe, expect, it } from 'vitest';
import { rowsAsText } from './copy-rows.ts';

const rows = [
  { id: 'a', amount: '-0.000000000000000001', note: '=1+1' },
  { id: 'b', amount: '123456789012345678901234567890', note: 'say "hi", |there|' },
  { id: 'c', amount: null, note: '@SUM(A1)\nnext' },
];

describe('copied rows', () => {
  it('keep every digit and run nothing, as CSV', () => {
    expect(rowsAsText(rows, 'csv')).toBe(
      'id,amount,note\r\n' +
        "a,-0.000000000000000001,'=1+1\r\n" +
        'b,123456789012345678901234567890,"say ""hi"", |there|"\r\n' +
        'c,,"\'@SUM(A1)\nnext"\r\n',
    );
  });

  it('guard formulas behind spaces, semicolons and invisible characters too, as CSV', () => {
    const hidden = { a: ' =1+1', b: 'x;=1+1', c: '\u200E=1+1', d: '-1+cmd' };
    expect(rowsAsText([hidden], 'csv')).toBe(`a,b,c,d\r\n' =1+1,"x;'=1+1",'\u200E=1+1,'-1+cmd\r\n`);
  });

  it('have the columns of all rows, though the first lacks some', () => {
    expect(rowsAsText([{ id: 'a' }, { id: 'b', fee: '1' }], 'csv')).toBe('id,fee\r\na,\r\nb,1\r\n');
  });

  it('are what they were, as JSON', () => {
    expect(JSON.parse(rowsAsText(rows, 'json'))).toEqual(rows);
  });

  it('stay one line each, as Markdown', () => {
    expect(rowsAsText(rows, 'markdown')).toBe(
      '| id | amount | note |\n| --- | --- | --- |\n' +
        '| a | -0.000000000000000001 | =1+1 |\n' +
        String.raw`| b | 123456789012345678901234567890 | say "hi", \|there\| |` +
        '\n| c |  | @SUM(A1) next |\n',
    );
  });
});
