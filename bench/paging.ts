// node bench/paging.ts http://127.0.0.1:3000 [page]: the longest tasks of the browser's main thread while a page of
// 300 rows is opened, turned and sorted, at a running sandbox. Milliseconds, by the clock and by the processor, which
// differ where others use the machine too.
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../scripts/find-browser.ts';

const [base = 'http://127.0.0.1:3000', path = '/transactions'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: findBrowser(),
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const devTools = await page.context().newCDPSession(page);

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; tdur?: number };

/** The tasks of the page's main thread while `act` runs and a second longer. */
async function tasksOf(session: CDPSession, act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
    },
  });
  await act();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  session.off('Tracing.dataCollected', collect);
  const drawn = events.find(({ name }) => name === 'Paint' || name === 'UpdateLayoutTree');
  return events.filter(
    ({ name, pid, tid, dur }) =>
      name === 'RunTask' && pid === drawn?.pid && tid === drawn.tid && dur !== undefined,
  );
}

async function measure(what: string, act: (page: Page) => Promise<unknown>): Promise<void> {
  const tasks = await tasksOf(devTools, () => act(page));
  const longest = (field: 'dur' | 'tdur') =>
    (Math.max(0, ...tasks.map((task) => task[field] ?? 0)) / 1000).toFixed(0);
  const long = tasks.filter(({ dur = 0 }) => dur > 50_000).length;
  process.stdout.write(
    `${what}: longest task ${longest('dur')} ms by the clock, ${longest('tdur')} ms by the processor; ${long} longer than 50 ms\n`,
  );
}

/** Not located by role, because that lookup costs the page more than what is measured. */
const click = (selector: string) => page.locator(selector).first().dispatchEvent('click');

const rowsAreThere = (first: number) => async () => {
  await page
    .locator('nav output strong', { hasText: `${first.toLocaleString('en')}–` })
    .first()
    .waitFor();
  await page.locator('table[aria-busy="false"]').waitFor();
};

await page.goto(`${base}/sign-in`);
await page.getByLabel('API key', { exact: true }).fill('sandbox-finance');
await page.getByRole('button', { name: 'Sign in' }).click();
await page.waitForURL((url) => url.pathname !== '/sign-in');

await measure('open', async () => {
  await page.goto(`${base}${path}?limit=300`);
  await rowsAreThere(1)();
});
for (let first = 301; first <= 1501; first += 300) {
  await measure(`rows from ${first} on`, async () => {
    await click('a[aria-label="Next page"]');
    await rowsAreThere(first)();
  });
}
for (const direction of ['oldest first', 'newest first']) {
  await measure(`sort, ${direction}`, async () => {
    await click('th[aria-sort] a');
    await rowsAreThere(1)();
  });
}
await browser.close();
