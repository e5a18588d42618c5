import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { reportNames } from '#domain/reports/report.ts';
import { formatReportUrl, parseReportUrl, type ReportAddress } from './report-address.ts';
import { reportRanges } from './report-period.ts';

const parse = (search: string) => parseReportUrl(new URLSearchParams(search));
const initial: ReportAddress = { report: 'fees', when: 'last-month', chosen: undefined };

it('says in a URL what is shown, and reads it back', () => {
  const address = fc.record({
    report: fc.constantFrom(...reportNames),
    when: fc.oneof(
      fc.constantFrom(...reportRanges.map(({ name }) => name)),
      fc.constant({ from: '2026-10-01', to: '2026-11-01' }),
    ),
    chosen: fc.constantFrom(undefined, 'USDT', 'trx.USDT-eth.ETH'),
  });
  fc.assert(
    fc.property(address, (shown) => {
      expect(parse(formatReportUrl(shown))).toEqual(shown);
    }),
  );
  expect(formatReportUrl(initial)).toBe('');
});

it.each([
  '?report=taxes',
  '?range=ever',
  '?of=a%20b',
  '?from=2026-11-01&to=2026-10-01',
  '?from=2026-10-01T12:00&to=2026-11-01',
  // More months than are added up at once.
  '?from=2000-01-01&to=2026-10-01',
  // Nothing can be before it.
  '?from=0001-01-01&to=0001-02-01',
])('takes what %s says for what the page opens with', (search) => {
  expect(parse(search)).toEqual(initial);
});
