import { expect, it } from 'vitest';
import { formatEvery } from './format-every.ts';

it('names every one as people do', () => {
  expect([1, 2, 3, 1234].map((count) => formatEvery(count, 'row'))).toEqual([
    'the only row',
    'both rows',
    'all 3 rows',
    'all 1,234 rows',
  ]);
});
