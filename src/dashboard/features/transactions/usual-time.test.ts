import { expect, it } from 'vitest';
import { usualTime } from './usual-time.ts';

it('is the time within which 95 of 100 were done', () => {
  const durations = Array.from({ length: 100 }, (_, index) => (index + 1) * 1_000).toReversed();
  expect(usualTime(durations)).toEqual({ ms: 95_000, share: 0.95, samples: 100 });
});

it('is not known from a few', () => {
  expect(usualTime(Array.from({ length: 19 }, () => 1_000))).toBeUndefined();
  expect(usualTime(Array.from({ length: 20 }, () => 1_000))?.ms).toBe(1_000);
});
