import { expect, it } from 'vitest';
import { listBookEntries } from '#contract/gateway/address-book.ts';
import { parseListQuery } from '#contract/list-address.ts';
import { filtersOf } from './save-export.ts';

it('records what was looked for and in which order, not which page of it was on the screen', () => {
  const query = parseListQuery(listBookEntries.query, new URLSearchParams('search=ana&offset=50&limit=100'));
  expect(query).toMatchObject({ limit: 100, offset: 50 });
  const { search, ...order } = filtersOf(query);
  expect(search).toBe('ana');
  expect(Object.keys(order)).toEqual(['sort_by', 'sort_direction']);
});
