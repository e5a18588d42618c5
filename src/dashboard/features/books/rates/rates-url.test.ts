import { expect, it } from 'vitest';
import { gapsText } from './rate-gaps.tsx';
import { formatRatesUrl, parseRatesUrl } from './rates-url.ts';

it('the address of the rates is read as it was written, and what can’t be read is left out', () => {
  const whole = '?currency=BTC&source=url&state=all&offset=50&gaps=year';
  expect(formatRatesUrl(parseRatesUrl(new URLSearchParams(whole)))).toBe(whole);
  expect(formatRatesUrl(parseRatesUrl(new URLSearchParams('')))).toBe('');
  const odd = 'currency=a b&source=rule&state=old&offset=-1&gaps=week';
  expect(formatRatesUrl(parseRatesUrl(new URLSearchParams(odd)))).toBe('');
});

it('gaps are counted in days, the first and the last one included', () => {
  expect(gapsText([{ from: '2026-10-31', to: '2026-10-31' }])).toBe('on 1 day: 2026-10-31');
  expect(
    gapsText([
      { from: '2026-02-27', to: '2026-03-01' },
      { from: '2026-10-31', to: '2026-10-31' },
    ]),
  ).toBe('on 4 days: 2026-02-27 to 2026-03-01, 2026-10-31');
});
