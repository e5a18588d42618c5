// node bench/large.ts [checkout]: how long others wait while one user receives, sends or reads what takes seconds to parse.
// Starts the server of this checkout, or of another one, in front of a provider that answers with 8 MB.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const checkout = resolve(process.argv[2] ?? join(import.meta.dirname, '..'));
const numbers = `[${'1,'.repeat(4 * 1024 * 1024)}1]`;
const envelope = (data: object) =>
  JSON.stringify({ code: '200', error_code: null, error_message: null, data }).replace('"HERE"', numbers);

const answers: [path: string, text: string][] = [
  ['/user-balances', envelope({ user_id: 'KEY', result: 'success', balances: {} })],
  [
    '/aml-report',
    envelope({
      uid: 'u',
      message: '',
      aml_score: 60,
      params: { types_of_funding: { exchange: 100 } },
      pdf_link: '',
      checks_balance: '41',
      hostile: 'HERE',
    }),
  ],
  ['/wallets', envelope({ user_id: 'KEY', count: 0, wallets: [], hostile: 'HERE' })],
];

const provider = createServer((request, response) => {
  request.resume();
  const [, text = envelope({ result: 'success' })] =
    answers.find(([path]) => request.url?.includes(path)) ?? [];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(text.replace('KEY', String(request.headers['token'])));
});
provider.listen(0, '127.0.0.1');
await once(provider, 'listening');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: it listens on a port.
const { port } = provider.address() as AddressInfo;

const data = mkdtempSync(join(tmpdir(), 'wallet-console-large-'));
const server = spawn(process.execPath, [join(checkout, 'scripts/start.ts'), '--without-dashboard'], {
  cwd: checkout,
  env: {
    PATH: process.env['PATH'],
    PORT: '0',
    DATA_DIR: data,
    WALLET_API_URL: `http://127.0.0.1:${port}`,
  },
});
let output = '';
server.stdout.on('data', (chunk) => (output += String(chunk)));
server.stderr.on('data', (chunk) => (output += String(chunk)));
let address: string | undefined;
while (address === undefined) {
  if (server.exitCode !== null) throw new Error(output);
  await pause(50);
  address = output.includes('Sign in') ? /http:\/\/localhost:\d+/.exec(output)?.[0] : undefined;
}
const base = address;

async function signIn(token: string) {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const signedIn = await fetch(`${base}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return async (path: string, body?: string) => {
    const sent = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(base + path, { ...sent, headers: { ...headers, cookie } });
    return { status: response.status, text: await response.text() };
  };
}

const user = await signIn('one');
const other = await signIn('two');

async function measure(what: string, work: () => Promise<unknown>): Promise<void> {
  const state = { isRunning: true };
  const begun = performance.now();
  const working = work().finally(() => (state.isRunning = false));
  const times: number[] = [];
  while (state.isRunning) {
    const asked = performance.now();
    await other('/console/aml/checks');
    times.push(performance.now() - asked);
    await pause(20);
  }
  await working;
  const seconds = (performance.now() - begun) / 1000;
  const sorted = times.toSorted((a, b) => a - b);
  const ms = (index: number) => `${sorted.at(index)?.toFixed(0)} ms`;
  console.log(
    `${what.padEnd(40)} ${seconds.toFixed(1)} s; others: median ${ms(sorted.length >> 1)}, slowest ${ms(-1)} of ${sorted.length}`,
  );
}

const subject = (n: number) =>
  JSON.stringify({ network: 'eth', value: `0x${'1'.repeat(39)}${n}`, recent_days: 0 });
try {
  await measure('nothing', async () => await pause(3000));
  await measure('an AML report of 8 MB', async () => await user('/console/aml/checks', subject(1)));
  await measure('its evidence sheet, as PDF', async () => {
    const { text } = await user('/console/aml/checks?state=finished');
    const [, id] = /"id":"(aml_[^"]+|[^"]+)"/.exec(text) ?? [];
    const { status } = await user(`/console/aml/evidence?id=${id}`);
    if (status !== 200) throw new Error(`The evidence sheet has status ${status}.`);
  });
  await measure('a list page of 8 MB', async () => await user('/api/prod/v1/wallets?limit=100'));
  await measure('a request body of 8 MB', async () => {
    await user('/console/aml/sanctions-lists', `{"name":"A","date":"2026-01-01","text":${numbers}}`);
  });
  await measure('a sanctions list of 100,000 addresses', async () => {
    const lines = Array.from(
      { length: 100_000 },
      (_, n) => `0x${'1'.repeat(34)}${String(n).padStart(6, '0')}`,
    );
    const list = JSON.stringify({ name: 'A', date: '2026-01-01', text: lines.join('\n') });
    const { status, text } = await user('/console/aml/sanctions-lists', list);
    if (status !== 200) throw new Error(text);
  });
} finally {
  server.kill('SIGTERM');
  provider.closeAllConnections();
  provider.close();
  await once(server, 'exit');
  rmSync(data, { recursive: true, force: true });
}
