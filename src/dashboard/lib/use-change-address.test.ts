import { expect, test } from 'vitest';
import { rebaseSearch } from './use-change-address.ts';

test('a change of an address that is drawn is that change', () => {
  expect(rebaseSearch('?limit=25', '?limit=25&network=trx', '?limit=25')).toBe('?limit=25&network=trx');
});

test('a change keeps what was changed since the page was drawn', () => {
  expect(rebaseSearch('', '?network=trx', '?limit=25')).toBe('?limit=25&network=trx');
  expect(rebaseSearch('?network=trx', '?network=eth', '?network=trx&direction=in')).toBe(
    '?network=eth&direction=in',
  );
});

test('what a change takes away goes from the address as it is', () => {
  expect(
    rebaseSearch('?offset=50&status=new', '?status=new&limit=25', '?status=new&offset=50&network=trx'),
  ).toBe('?status=new&network=trx&limit=25');
  expect(rebaseSearch('?status=new', '', '?status=new&network=trx')).toBe('?network=trx');
  expect(rebaseSearch('?status=new&limit=25', '?limit=25', '?status=new')).toBe('');
});

test('a page of rows that are about to be replaced becomes the first page of those that replace them', () => {
  expect(rebaseSearch('', '?offset=100', '?limit=25&network=trx')).toBe('?limit=25&network=trx');
  expect(rebaseSearch('?offset=100', '?offset=200', '?network=trx')).toBe('?network=trx');
  expect(rebaseSearch('', '?offset=100', '?columns=name')).toBe('?columns=name&offset=100');
});
