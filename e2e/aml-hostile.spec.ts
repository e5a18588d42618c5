import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { checkWhole, newAddress } from './aml-tasks.ts';
import { signIn, whileWaitedFor } from './fixtures.ts';
import { test } from './warm-test.ts';

// A published list of payloads. It isn't part of the project. If it's missing, the test sends payloads of our own.
const shared = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '../../shared/data');
const corpus = join(shared, 'xss/payloads.txt');

const ownKinds = [
  '<script>window.__ran = 1</script>',
  '<img src=x onerror="window.__ran = 1">',
  '<svg/onload=window.__ran=1>',
  '<b onmouseover="window.__ran = 1">over</b>',
  '<a href="javascript:window.__ran=1">link</a>',
  '<iframe srcdoc="<script>parent.__ran=1</script>"></iframe>',
  '<link rel=stylesheet href=https://attacker.example/a.css>',
  '<style>@import "https://attacker.example/b.css";</style>',
  '<img src="https://attacker.example/c.png">',
  '<form action=https://attacker.example><button>send</button></form>',
  '<meta http-equiv=refresh content="0;url=https://attacker.example">',
  '<base href=https://attacker.example>',
  '<math><mtext><img src=x onerror=window.__ran=1></mtext></math>',
  '"><script>window.__ran = 1</script>',
  "'-alert(1)-'",
  'javascript:alert(1)',
  '{{constructor.constructor("window.__ran=1")()}}',
  '&lt;script&gt;window.__ran=1&lt;/script&gt;',
  '\u202e<script>1</script>\u202c',
  '__proto__',
  'constructor',
];

/** All of them take minutes: otherwise all of our own, and as many of the published ones, from all over their list. */
const isWhole = process.env['LONG_TESTS'] === '1';
const atOnce = 290;

function payloads(): string[] {
  const published = existsSync(corpus) ? readFileSync(corpus, 'utf8').split(/\r?\n/) : [];
  const all = [...new Set([...ownKinds, ...published])].filter((line) => line.trim() !== '');
  const step = isWhole ? 1 : Math.max(1, Math.floor(all.length / atOnce));
  return all
    .filter((_, index) => index < ownKinds.length || index % step === 0)
    .slice(0, isWhole ? undefined : atOnce);
}

type Answer = {
  data: {
    check: { id: string; categories: object[]; failure: object | null };
    report: string;
    decisions: object[];
  };
};

/** Lets every text that a provider or a person can put into a check be one of these. */
async function sendHostile(page: Page, some: readonly string[]): Promise<void> {
  await page.route(
    (url) => url.pathname === '/console/aml/checks/one',
    async (route) =>
      whileWaitedFor(async () => {
        const response = await route.fetch();
        const answer = (await response.json()) as Answer;
        const { check } = answer.data;
        const shares = Object.fromEntries(some.map((text) => [text, 1]));
        const report = {
          user_id: some[0],
          message: some.join('\n'),
          aml_score: 50,
          params: {
            owner: some.join(' '),
            last_operation: some[0],
            risk: { level: some.join(' ') },
            balances: Object.fromEntries(some.slice(0, 50).map((text) => [text, 1])),
            types_of_funding: shares,
            sources_of_funding: shares,
            direct_hits: some.slice(0, 50).map((text) => ({ category: text, entity: text })),
            ...Object.fromEntries(some.map((text, index) => [`other ${index}`, text])),
          },
          pdf_link: some[0],
          checks_balance: some[0],
        };
        check.categories = some.map((name) => ({
          name,
          share: '1',
          direct_share: null,
          is_direct_hit: false,
          severity: null,
          counts: true,
        }));
        check.failure = { http_status: 200, code: some[0], message: some[0] };
        const decisions = some.slice(0, 50).map((note, index) => ({
          id: `d${index}`,
          check_id: check.id,
          checked_at: '2026-01-02T03:04:05.000Z',
          decision: 'accepted',
          note,
          band: 'low',
          decided_by: note,
          key_fingerprint: 'abc',
          decided_at: '2026-01-02T03:04:05.000Z',
        }));
        await route.fulfill({
          response,
          json: { ...answer, data: { ...answer.data, report: JSON.stringify({ data: report }), decisions } },
        });
      }),
  );
}

/** Elements within the page that only markup of a payload could have created. */
async function markupFound(page: Page, subject: string): Promise<string[]> {
  return page.evaluate((ours) => {
    const strange =
      'script, iframe, object, embed, style, link, base, meta, form[action], img, video, audio, math';
    const main = document.querySelector('main');
    const found = [...(main?.querySelectorAll(strange) ?? [])].map(({ tagName }) => tagName);
    const handlers = [...document.querySelectorAll('main *')].flatMap(({ attributes }) =>
      [...attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
    );
    const links = [...document.querySelectorAll('main a')]
      .map((link) => link.getAttribute('href') ?? '')
      // The explorer's page of the subject itself is the only one elsewhere.
      .filter((href) => !href.startsWith('/') && !href.toLowerCase().endsWith(ours));
    const ran = '__ran' in window ? ['a script ran'] : [];
    return [...found, ...handlers, ...links, ...ran];
  }, subject);
}

test.describe.configure({ timeout: 600_000 });

test('no payload of a published list is anything but text: no script runs, and nothing leaves the page', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'sandbox-compliance');
  const subject = newAddress();
  const path = await checkWhole(page, subject);
  const dialogs: string[] = [];
  const strangers: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOurs =
      url.origin === baseURL && /^\/(?:console|session|assets|aml|api|favicon\.svg)\b/.test(url.pathname);
    if (!isOurs && url.protocol !== 'blob:') strangers.push(request.url());
  });

  const all = payloads();
  expect(all.length).toBeGreaterThanOrEqual(ownKinds.length);
  for (let from = 0; from < all.length; from += atOnce) {
    const some = all.slice(from, from + atOnce);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await sendHostile(page, some);
    await page.goto(path);
    const categories = page.getByRole('table', { name: 'Exposure by category' });
    await expect(categories.getByRole('rowheader')).not.toHaveCount(0);
    expect(await markupFound(page, subject)).toEqual([]);

    // Each is there to be read, to the last character.
    const shown = await page.evaluate(() => ({
      categories: [...document.querySelectorAll('[aria-labelledby] tbody th')].map(
        (cell) => cell.textContent,
      ),
      others: [...document.querySelectorAll('main dl dd')].map((value) => value.textContent),
      page: document.querySelector('main')?.textContent ?? '',
    }));
    const names = new Set(shown.categories);
    const others = new Set(shown.others);
    expect(some.filter((text) => !names.has(text))).toEqual([]);
    expect(some.filter((text) => !others.has(text))).toEqual([]);
    expect(shown.page).toContain(some.join(' '));
  }
  // Touched and passed over with the keyboard, as a reader would.
  await page.keyboard.press('Tab');
  await page.mouse.move(500, 500);
  expect(dialogs).toEqual([]);
  expect(strangers).toEqual([]);
});
