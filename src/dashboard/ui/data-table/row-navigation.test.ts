import { describe, expect, it } from 'vitest';
import { nextIndex } from './row-navigation.ts';

describe('the keys of a table', () => {
  it('go from row to row and stop at either end', () => {
    expect(nextIndex('ArrowDown', 3, 10)).toBe(4);
    expect(nextIndex('ArrowDown', 9, 10)).toBe(9);
    expect(nextIndex('ArrowUp', 0, 10)).toBe(0);
    expect(nextIndex('Home', 5, 10)).toBe(0);
    expect(nextIndex('End', 5, 10)).toBe(9);
  });

  it('leave every other key to the browser', () => {
    expect(nextIndex('Enter', 3, 10)).toBeUndefined();
    expect(nextIndex('ArrowDown', -1, 0)).toBeUndefined();
  });
});
