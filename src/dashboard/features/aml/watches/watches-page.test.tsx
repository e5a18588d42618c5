import { expect, it, vi } from 'vitest';
import type { AmlWatch } from '#contract/gateway/aml-watches.ts';
import type { Permission } from '#contract/permissions.ts';
import { sanctionsOf } from '#domain/aml/sanctions.ts';
import { decimal } from '#domain/decimal.ts';
import { markupOf } from '#dashboard/entities/aml/aml-testing.tsx';
import { Component } from './watches-page.tsx';
import { watchesQuery } from './watches.queries.ts';

// Settings that all tabs share are listened for as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/' } })));

const result = { band: 'low', is_not_found: false, ended_at: '2026-01-19T03:04:05.000Z' } as const;

/** Its result has changed, and nobody has confirmed having seen it. */
const watch: AmlWatch = {
  id: 'watch_1',
  kind: 'address',
  network: 'trx',
  value: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  every_days: 45,
  version: 1,
  key_name: 'Compliance',
  created_at: '2026-01-02T03:04:05.000Z',
  next_at: '2026-02-02T03:04:05.000Z',
  hindrance: null,
  is_running: false,
  sanctions: sanctionsOf({ kind: 'address', lists: [], matches: [], isNamedByReport: false }),
  last: { ...result, check_id: 'aml_2', score: decimal('80'), band: 'severe' },
  before: { ...result, check_id: 'aml_1', score: decimal('5') },
  is_news: true,
};

function shown(permissions: Permission[]): { html: string; monitor: string } {
  const html = markupOf(<Component />, {
    permissions,
    path: '/aml/monitoring',
    answers: (client) =>
      client.setQueryData(watchesQuery.queryKey, {
        watches: [watch],
        budget: { per_month: 100, spent: 1, renewed_at: '2026-02-01T00:00:00.000Z', version: 1 },
      }),
  });
  return { html, monitor: /<button[^>]*type="submit"[^>]*>(?=.{0,200}Monitor)/s.exec(html)?.[0] ?? '' };
}

it('can be read but not changed without aml:check', () => {
  const { html, monitor } = shown(['transactions:read']);
  expect(html).toContain('Changed');
  expect(html).toContain('>Every 45 days</td>');
  expect(html).not.toContain('Mark as read');
  expect(html).not.toContain('Stop monitoring');
  expect(monitor).toContain('aria-disabled="true"');
});

it('can be changed with it', () => {
  const { html, monitor } = shown(['transactions:read', 'aml:check']);
  expect(html).toContain('Changed');
  expect(html).toContain('Mark as read');
  expect(html).toContain('Stop monitoring');
  expect(html).not.toContain('>Every 45 days</td>');
  expect(monitor).toContain('type="submit"');
  expect(monitor).not.toContain('aria-disabled');
});
