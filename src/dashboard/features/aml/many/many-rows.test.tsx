import { expect, it } from 'vitest';
import { amlActivityQuery } from '#dashboard/entities/aml/aml-activity.queries.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { ManyRows } from './many-rows.tsx';
import { planMany } from './plan-many.ts';
import type { useMany } from './use-many.ts';

const tron = ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'];

/** The button that starts these two checks, with the account having so many left. */
function startButton(left: string): string {
  const plan = planMany(tron.join('\n'), () => undefined);
  if (!plan.ok) throw new Error(plan.reason);
  const many: Pick<ReturnType<typeof useMany>, 'outcomes' | 'doing'> = {
    outcomes: new Map(
      plan.rows.map(({ line }) => [line, { outcome: 'new' as const, check: null, problems: {} }]),
    ),
    doing: undefined,
  };
  const html = markupOf(
    <ManyRows
      rows={plan.rows}
      many={many as ReturnType<typeof useMany>}
      recentDays={0}
      onRecentDays={() => undefined}
      onOther={() => undefined}
    />,
    {
      answers: (client) =>
        client.setQueryData(amlActivityQuery.queryKey, {
          running_count: 0,
          running: [],
          ended: [],
          price: null,
          checks_left: { count: left, reported_at: '2026-01-02T03:04:05Z' },
        }),
    },
  );
  const buttons = html.match(/<button[^>]*>(?:(?!<\/button>).)*Start 2 checks(?:(?!<\/button>).)*<\/button>/);
  return buttons?.[0].slice(buttons[0].lastIndexOf('<button')) ?? '';
}

it('disables Start, with the reason, while the remaining checks do not cover the batch and no wallet pays', () => {
  expect(startButton('1')).toMatch(/aria-disabled="true" aria-describedby/);
  expect(startButton('2')).toContain('Start 2 checks');
  expect(startButton('2')).not.toContain('aria-disabled');
});
