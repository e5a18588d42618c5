import { describe, expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import { justAfter } from './just-after.ts';

describe('the moment just after another', () => {
  it.each([
    ['2026-11-21T12:00:00.000000Z', '2026-11-21T12:00:00.000001Z'],
    ['2026-11-21T12:00:00.999998Z', '2026-11-21T12:00:00.999999Z'],
    ['2026-12-31T23:59:59.999999Z', '2027-01-01T00:00:00.000000Z'],
  ])('%s is followed by %s', (instant, next) => {
    expect(justAfter(instant as Instant)).toBe(next);
  });
});
