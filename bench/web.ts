// npm run bench:web -- [runs] [path …]: what pages of the console cost on a slow machine and a slow network. A
// signed-in browser opens each with an empty cache, at a quarter of this machine's speed over slow 4G.
// BASE=http://127.0.0.1:3000 measures a server with a sandbox that is running already. Only ratios of numbers from one
// otherwise idle machine mean anything.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Cookie } from '@playwright/test';
import { ensureDashboard } from '../scripts/build-dashboard.ts';
import { findBrowser } from '../scripts/find-browser.ts';
import { pageAddresses } from '../scripts/pages.ts';
import { addressOf, startConsole } from '../src/testing-program.ts';
import { quantile } from './quantile.ts';

/** Each page that has an address of its own; of transactions as many as are compared with other products. */
async function everyPage(): Promise<string[]> {
  const all = await pageAddresses();
  const signedIn = all.filter(({ address, title }) => title !== undefined && !address.includes(':'));
  return signedIn.map(({ address }) =>
    address === 'transactions' ? '/transactions?limit=300' : `/${address}`,
  );
}

const cpuSlowdown = 4;
// Lighthouse's slow 4G.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** What still loads so long after the first rows counts as well. */
const settlingMs = 4_000;
const mostMs = 20_000;

type Measured = {
  /** When the page shows its content, in milliseconds. */
  readyMs: number;
  /** By how much tasks exceed 50 ms in all. */
  blockingMs: number;
  scriptsKiB: number;
  totalKiB: number;
  requests: number;
};

/** The session's cookie, of a key that may do everything. */
async function signIn(base: string): Promise<Pick<Cookie, 'name' | 'value'> & { url: string }> {
  const response = await fetch(`${base}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: 'sandbox-admin' }),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  if (name === undefined || value === undefined) throw new Error(`No session at ${base}: ${response.status}`);
  return { name, value, url: base };
}

/** Notes in the page itself when it is ready: ten rows where it has a table, else its heading and no skeleton. */
const watch = `
  const noted = (window.noted = { readyMs: 0, blockingMs: 0 });
  const isReady = () => {
    const main = document.querySelector('main');
    if (!main?.querySelector('h1') || main.querySelector('[aria-busy="true"], [data-skeleton]')) return false;
    if (!main.querySelector('tbody')) return true;
    return [...main.querySelectorAll('tbody tr')].filter((row) => /\\d{2}/.test(row.textContent)).length >= 10;
  };
  const look = () => {
    if (noted.readyMs > 0) return;
    if (isReady()) requestAnimationFrame(() => (noted.readyMs ||= performance.now()));
    setTimeout(look, 16);
  };
  look();
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.blockingMs += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
`;

async function measure(browser: Browser, url: string, cookie: Awaited<ReturnType<typeof signIn>>) {
  const context = await browser.newContext({ viewport: { width: 1350, height: 940 } });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  const scripts = new Set<string>();
  const measured: Measured = { readyMs: 0, blockingMs: 0, scriptsKiB: 0, totalKiB: 0, requests: 0 };
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    measured.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    measured.totalKiB += encodedDataLength / 1024;
    if (scripts.has(requestId)) measured.scriptsKiB += encodedDataLength / 1024;
  });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  const noted = async () => page.evaluate<Pick<Measured, 'readyMs' | 'blockingMs'>>('window.noted');
  // A list of few rows, or none, never counts as ready: the other numbers still do.
  for (let waitedMs = 0; waitedMs < mostMs && (await noted()).readyMs === 0; waitedMs += 250)
    await sleep(250);
  await sleep(settlingMs);
  Object.assign(measured, await noted());
  await context.close();
  return measured;
}

async function run(base: string, runs: number, paths: readonly string[]): Promise<void> {
  const cookie = await signIn(base);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  console.log(`medians of ${runs} runs: ready, blocked, scripts, total, requests`);
  for (const path of paths) {
    const all: Measured[] = [];
    for (let count = 0; count < runs; count += 1) all.push(await measure(browser, base + path, cookie));
    const of = (what: keyof Measured) =>
      quantile(
        all.map((one) => one[what]),
        0.5,
      ).toFixed(0);
    console.log(
      `${path}: ${of('readyMs')} ms, ${of('blockingMs')} ms, ${of('scriptsKiB')} KiB, ` +
        `${of('totalKiB')} KiB, ${of('requests')}`,
    );
  }
  await browser.close();
}

const [runs = '5', ...paths] = process.argv.slice(2);
const wanted = paths.length > 0 ? paths : await everyPage();
const running = process.env['BASE'];
if (running === undefined) {
  await ensureDashboard();
  const directory = mkdtempSync(join(tmpdir(), 'wallet-console-web-'));
  const program = startConsole({ DATA_DIR: directory, SANDBOX_SIZE: 'year' });
  try {
    await run(await addressOf(program), Number(runs), wanted);
  } finally {
    program.child.kill('SIGTERM');
    await program.ended;
    rmSync(directory, { recursive: true, force: true });
  }
} else {
  await run(running, Number(runs), wanted);
}
