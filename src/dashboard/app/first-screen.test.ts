import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { ownServiceHeader } from '#contract/gateway/own-service.ts';
import { sessionPath } from '#contract/gateway/sessions.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { testSession } from '#dashboard/testing-session.ts';

// Loaded anew, as by a server that has just started. No other test file may find its requests answered by this one.
vi.resetModules();
const { renderFirstScreen } = await import('./first-screen.tsx');

afterEach(() => {
  vi.useRealTimers();
});

afterAll(() => vi.resetModules());

const respond = (data: object) =>
  Response.json(
    { code: '200', error_code: null, error_message: null, data },
    { headers: { [ownServiceHeader]: '1' } },
  );

it('a page whose parts load when they are needed is drawn whole, the first time as well', async () => {
  const past = new Request('http://console.example/?at=2026-10-01T00:00:00Z');
  const balances = { balances_at: { as_of: '2026-10-01T00:00:00Z', rows: [] }, balances_noted: null };
  const html = await renderFirstScreen(past, 'UTC', async (path) =>
    respond(path === sessionPath ? testSession : balances),
  );
  expect(html).toContain('Items that need attention are only shown for the current time.');
});

it('a page that reads nothing is not drawn: `index.html` shows as much', async () => {
  const help = new Request('http://console.example/help');
  expect(await renderFirstScreen(help, 'UTC', async () => respond(testSession))).toBeUndefined();
});

/** Draws the transactions of today for a browser in this zone, at this moment. `goOn` lets its session arrive. */
function draw(timeZone: string, at: string) {
  vi.setSystemTime(at);
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const asked: URL[] = [];
  const page = new Request('http://console.example/transactions?range=today');
  const drawn = renderFirstScreen(page, timeZone, async (path) => {
    if (path === sessionPath) {
      await mayGoOn;
      return respond(testSession);
    }
    const url = new URL(path, page.url);
    // Not the requests that count a tab's rows.
    if (url.pathname === listTransactions.path && !url.searchParams.has('status')) asked.push(url);
    return respond({ count: 0, transactions: [] });
  });
  return { drawn, asked, goOn };
}

const rangeOf = ({ asked }: { asked: URL[] }) =>
  asked.map(({ searchParams: query }) => [query.get('created_from'), query.get('created_to')]);

it('pages that are drawn at the same time each have a time zone and a moment of their own', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const berlin = draw('Europe/Berlin', '2026-11-21T12:00:00Z');
  const tokyo = draw('Asia/Tokyo', '2026-11-21T23:00:00Z');
  berlin.goOn();
  const first = await berlin.drawn;
  tokyo.goOn();
  const second = await tokyo.drawn;
  expect(rangeOf(berlin)).toEqual([['2026-11-20T23:00:00.000000Z', '2026-11-21T22:59:59.999999Z']]);
  expect(rangeOf(tokyo)).toEqual([['2026-11-21T15:00:00.000000Z', '2026-11-22T14:59:59.999999Z']]);
  expect(first).toContain(`data-zone="Europe/Berlin" data-drawn-at="${Date.parse('2026-11-21T12:00:00Z')}"`);
  expect(second).toContain(`data-zone="Asia/Tokyo" data-drawn-at="${Date.parse('2026-11-21T23:00:00Z')}"`);
});
