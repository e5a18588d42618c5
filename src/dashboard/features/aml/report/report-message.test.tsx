import { expect, it } from 'vitest';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { ReportMessage } from './report-message.tsx';
import { readReportMessage } from '#domain/aml/report-message.ts';

it('can be focused and has a name, as it scrolls', () => {
  const html = markupOf(<ReportMessage lines={readReportMessage('A long story')} />);
  const [, name = ''] = /<h2 id="([^"]+)"[^>]*>Message of the provider/.exec(html) ?? [];
  expect(html).toMatch(new RegExp(`<div [^>]*role="group" aria-labelledby="${name}" tabindex="0"`));
});
