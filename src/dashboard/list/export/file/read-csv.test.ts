import { expect, it } from 'vitest';
import { parseCsvTable } from './read-csv.ts';

const wanted = { columns: ['name', 'amount'], optional: ['amount'], mostRows: 10 } as const;

it('refuses a column that the first line names twice: its values could be either', () => {
  for (const header of ['name,amount,amount', 'name,amount,AMOUNT']) {
    expect(parseCsvTable(`${header}\nA,1,2\n`, wanted)).toEqual({
      ok: false,
      reason: 'The column amount appears twice in the first row. Remove one of them.',
    });
  }
  expect(parseCsvTable('name,other,other\nA,1,2\n', wanted)).toMatchObject({ ok: true });
});

it('refuses text in which characters were lost before, since two names may have become one', () => {
  expect(parseCsvTable('name,amount\nM\uFFFDller,1\n', wanted)).toMatchObject({
    ok: false,
    reason: expect.stringContaining(
      'The rows contain �, so characters were lost when the file was saved or copied. Use the original.',
    ),
  });
});
