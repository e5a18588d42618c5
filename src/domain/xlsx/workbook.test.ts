import { expect, it } from 'vitest';
import { Workbook } from './workbook.ts';

it('continues on another sheet where one is full, and names them all in order', () => {
  const files = new Map<string, string>();
  const book = new Workbook((name) => {
    files.set(name, '');
    return { push: (text) => files.set(name, `${files.get(name) ?? ''}${text}`), end: () => undefined };
  }, 3);
  const sheet = book.rows('Rows', [{ name: 'label', kind: 'text' }]);
  sheet.write([['a'], ['b']]);
  sheet.write(['c', 'd', 'e', 'f', 'g'].map((text) => [text]));
  sheet.end();
  book.lines('About', [['Rows', '7']]);
  book.end('About');
  const texts = [1, 2, 3].map((id) =>
    Array.from(
      (files.get(`xl/worksheets/sheet${id}.xml`) ?? '').matchAll(/<t [^>]*>([^<]*)/g),
      ([, text]) => text,
    ),
  );
  expect(texts).toEqual([
    ['label', 'a', 'b', 'c'],
    ['label', 'd', 'e', 'f'],
    ['label', 'g'],
  ]);
  const names = Array.from(
    (files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g),
    ([, name]) => name,
  );
  expect(names).toEqual(['About', 'Rows', 'Rows 2', 'Rows 3']);
});
