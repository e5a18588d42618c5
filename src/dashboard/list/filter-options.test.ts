import { describe, expect, it } from 'vitest';
import { optionsWith } from './filter-options.ts';

describe('the options of a filter', () => {
  it('are the known values, and after them each other value met, once', () => {
    expect(optionsWith(['trx', 'eth'], [undefined, 'ton', 'eth', 'sol', 'ton', undefined])).toEqual([
      'trx',
      'eth',
      'sol',
      'ton',
    ]);
  });
});
