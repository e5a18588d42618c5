import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { now } from './clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('says a later moment each time, however often it is asked within a millisecond', () => {
  vi.setSystemTime('2026-01-02T03:04:05.123Z');
  const moments = Array.from({ length: 2_500 }, now);
  expect(moments.slice(0, 2)).toEqual(['2026-01-02T03:04:05.123000Z', '2026-01-02T03:04:05.123001Z']);
  vi.setSystemTime('2026-01-02T03:04:05.124Z');
  moments.push(now());
  expect(new Set(moments).size).toBe(2_501);
  expect(moments.toSorted()).toEqual(moments);
});

it('follows a clock that is set back or ahead', () => {
  vi.setSystemTime('2026-01-02T03:04:05.123Z');
  now();
  vi.setSystemTime('2026-01-02T02:04:05.123Z');
  expect(now()).toBe('2026-01-02T02:04:05.123000Z');
  expect(now()).toBe('2026-01-02T02:04:05.123001Z');
  vi.setSystemTime('2027-02-06T03:04:05.123Z');
  expect(now()).toBe('2027-02-06T03:04:05.123000Z');
});
