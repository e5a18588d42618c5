import { formatCount } from './format.ts';

/** `the only row`, `both rows`, `all 1,234 rows`: every one of at least one, after a preposition. */
export function formatEvery(count: number, noun: string): string {
  if (count === 1) return `the only ${noun}`;
  return count === 2 ? `both ${noun}s` : `all ${formatCount(count, noun)}`;
}
