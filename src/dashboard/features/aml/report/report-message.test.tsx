import { expect, it } from 'vitest';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { ReportMessage } from './report-message.tsx';
import { parseReportMessage } from '#domain/aml/report-message.ts';

it('can be focused and has a name, as it scrolls', () => {
  const html = markupOf(<ReportMessage lines={parseReportMessage('A long story')} />);
  const [region = ''] = /<div [^>]*role="group"[^>]*>/.exec(html) ?? [];
  expect(region).toContain('aria-label="Provider message"');
  expect(region).toContain('tabindex="0"');
});
