import { afterAll, expect, it, vi } from 'vitest';
import { ownServiceHeader } from '#contract/gateway/own-service.ts';
import { sessionPath } from '#contract/gateway/sessions.ts';
import { textOf } from './testing-page.tsx';
import { testSession } from '#dashboard/testing-session.ts';

// The parts of the page load when they are needed, which only a server waits for. Loaded anew, as by one that has just
// started: no other test file may find its requests answered by this one.
vi.resetModules();
const { renderFirstScreen } = await import('./first-screen.tsx');

afterAll(() => vi.resetModules());

it('shows what a remote provider stated, and says that movements aren’t known', async () => {
  const noted = {
    noted_at: '2026-10-31T23:04:05.000000Z',
    rows: [{ type: 'user', network: 'eth', currency: 'ETH', available: '12.000000000000000001' }],
    before: '2026-10-31T21:00:00.000000Z',
    after: null,
  };
  const page = new Request('http://console.example/?at=2026-10-31T23:00:00Z');
  const html = await renderFirstScreen(page, 'Europe/Berlin', async (path) => {
    const data =
      path === sessionPath
        ? { ...testSession, mode: 'remote' }
        : { balances_at: null, balances_noted: noted };
    const answer = { code: '200', error_code: null, error_message: null, data };
    return Response.json(answer, { headers: { [ownServiceHeader]: '1' } });
  });
  const [, balances = '', movement = ''] =
    /Balances at a glance(.*)Inflows and outflows(.*)/s.exec(html ?? '') ?? [];
  expect(textOf(balances)).toContain('Stated by your provider at 2026-11-01 00:04:05');
  expect(textOf(balances).replaceAll(' ', '')).toContain('ETH12.000000000000000001');
  expect(textOf(movement)).toContain('isn’t known');
});
