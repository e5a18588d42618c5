import { afterEach, expect, it, vi } from 'vitest';
import { showPage, textOf } from './testing-page.tsx';
import { drawAs } from '#dashboard/lib/drawing.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  drawAs(() => undefined);
});

const service = '/api/prod/v1';

it('says that a service without our ledger reports nothing of what is on hold', async () => {
  const { text } = await showPage(
    '/balances',
    { mode: 'remote' },
    {
      [`${service}/user-balances`]: {
        user_id: 'u',
        balances: { user: { eth: { ETH: { available: 1.5 } } } },
      },
      '/console/ledger-balances': { balances: null },
    },
  );
  expect(text).toMatch(/On hold and AML check fees .*Not reported by this wallet service/);
});

/** What the page shows of a past moment, in Berlin, where a remote provider stated its balances at 21:00 and 23:00 UTC. */
async function showPast(at: string, isNoted: boolean) {
  const noted = {
    noted_at: isNoted ? '2026-10-31T23:04:05.000000Z' : null,
    rows: isNoted
      ? [{ type: 'user', network: 'eth', currency: 'ETH', available: '12.000000000000000001' }]
      : [],
    before: '2026-10-31T21:00:00.000000Z',
    after: isNoted ? null : '2026-10-31T23:00:00.000000Z',
  };
  drawAs(() => ({ at: Date.now(), iana: 'Europe/Berlin' }));
  return await showPage(
    `/balances?at=${at}`,
    { mode: 'remote' },
    { '/console/balances-at': { balances_at: null, balances_noted: noted } },
  );
}

it('leads from a moment without a snapshot of a remote provider to those with one', async () => {
  const { html, text } = await showPast('2026-10-31T22:30:00Z', false);
  expect(text).toContain('Balances of this moment aren’t known');
  expect(html).not.toContain('<table');
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href = '', shown = '']): [string, string] => [textOf(shown), decodeURIComponent(href)],
  );
  expect(links.filter(([shown]) => /^(?:Before|After): /.test(shown))).toEqual([
    ['Before: October 31, 2026, 22:00', '/balances?at=2026-10-31T21:00:00Z'],
    ['After: October 31, 2026, end of day', '/balances?at=2026-10-31T23:00:00Z'],
  ]);
});

it('shows what a remote provider stated on an hour, and when', async () => {
  const { html, text } = await showPast('2026-10-31T23:00:00Z', true);
  expect(text).toContain('Stated by your provider at 2026-11-01 00:04:05');
  const table = html.split('<table')[1]?.split('</table>')[0] ?? '';
  expect(table).toContain('title="Copy 12.000000000000000001"');
});
