import { describe, expect, it } from 'vitest';
import type { Instant } from '#domain/time.ts';
import {
  dayAfter,
  formatPeriod,
  formatStatementUrl,
  momentsOfPeriod,
  parseStatementUrl,
  quickPeriod,
  quickPeriods,
} from './statement-period.ts';

const now = '2026-11-26T12:00:00.000000Z' as Instant;
const parse = (search: string, iana = 'UTC') => parseStatementUrl(new URLSearchParams(search), now, iana);

describe('the period of a statement', () => {
  it('is that of the URL, and the last whole month without one', () => {
    expect(parse('?from=2026-03-01&to=2026-04-01')).toEqual({ from: '2026-03-01', to: '2026-04-01' });
    expect(parse('')).toEqual({ from: '2026-10-01', to: '2026-11-01' });
  });

  it.each([
    '?from=2026-03-01',
    '?from=2026-04-01&to=2026-04-01',
    '?from=2026-02-30&to=2026-04-01',
    '?from=x&to=y',
  ])('is the last whole month for %s', (search) => expect(parse(search)).toEqual(parse('')));

  it('round-trips through the URL', () => {
    for (const { name } of quickPeriods) {
      const period = quickPeriod(name, now, 'Europe/Berlin');
      expect(parse(formatStatementUrl(period), 'Europe/Berlin')).toEqual(period);
    }
  });

  it('has the days of the time zone, and ends when the next one begins', () => {
    const october = parse('', 'Europe/Berlin');
    expect(momentsOfPeriod(october, 'Europe/Berlin')).toEqual({
      // Summer time ends within it.
      from: '2026-09-30T22:00:00.000000Z',
      to: '2026-10-31T23:00:00.000000Z',
    });
    const november = quickPeriod('month', now, 'Europe/Berlin');
    expect(momentsOfPeriod(november, 'Europe/Berlin').from).toBe(
      momentsOfPeriod(october, 'Europe/Berlin').to,
    );
    expect(formatPeriod(october, 'Europe/Berlin')).toBe('2026-10-01 – 2026-10-31');
    expect(quickPeriod('year', now, 'UTC')).toEqual({ from: '2026-01-01', to: '2027-01-01' });
    expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  });
});
