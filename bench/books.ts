// node bench/books.ts [--entries 1000000] [--formats csv,xlsx,pdf]
// How long statements and files of the books take, how much memory and processor time of the server (with PGlite, of the database
// too), and how long others wait meanwhile. On a machine that does other work, only the processor time means something. On the PostgreSQL
// server of DATABASE_URL (a database of its own), or on PGlite, which is filled once and used again.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { StatementFile } from '../src/contract/gateway/statement-files.ts';
import { openWithEntries, year } from './books/load-entries.ts';
import { startMeasuredServer } from './lists/measured-server.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    formats: { type: 'string', default: 'csv,xlsx' },
  },
});
const entries = Number(options.entries);
const dataDirectory = join(tmpdir(), 'wallet-console-bench', `books-${entries}`);
mkdirSync(dataDirectory, { recursive: true });
const url = process.env['DATABASE_URL'];
const config = url
  ? ({ kind: 'postgres', url } as const)
  : ({ kind: 'pglite', directory: dataDirectory } as const);
const print = (line: string) => console.log(line);

const { database, token } = await openWithEntries(config, { entries, dataDirectory, print });
await database.close();
const server = await startMeasuredServer(join(import.meta.dirname, '..'), config, dataDirectory);
const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
const signedIn = await fetch(`${server.url}/session`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ token }),
});
const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';

async function ask<T>(path: string, body?: object): Promise<T> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(server.url + path, { ...sent, headers: { ...headers, cookie } });
  const { data } = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(data)}`);
  return data;
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);

/** Runs it while another user reads lists, and says how long those took. */
async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
  const state = { isRunning: true };
  const begun = performance.now();
  const memory: number[] = [];
  const cpu = server.processorMs() ?? 0;
  const working = work().finally(() => (state.isRunning = false));
  const times: number[] = [];
  while (state.isRunning) {
    const asked = performance.now();
    await ask('/api/prod/v1/transactions?limit=100');
    times.push(performance.now() - asked);
    memory.push(server.memoryMb() ?? 0);
    await pause(50);
  }
  const result = await working;
  const ms = (share: number) => quantile(times, share).toFixed(0);
  print(
    `${what.padEnd(40)} ${seconds(performance.now() - begun)} s, processor ${seconds((server.processorMs() ?? 0) - cpu)} s; others: median ${ms(0.5)} ms, 99% ${ms(0.99)} ms, slowest ${ms(1)} ms of ${times.length}; memory ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB`,
  );
  return result;
}

async function makeFile(format: string, period: { from: string; to: string }, withEntries: boolean) {
  const body = {
    ...period,
    idempotency_key: crypto.randomUUID(),
    time_zone: 'Europe/Berlin',
    format,
    with_entries: withEntries,
  };
  const { file } = await ask<{ file: StatementFile }>('/console/books/files', body);
  for (;;) {
    await pause(200);
    const { files } = await ask<{ files: StatementFile[] }>(`/console/books/files?id=${file.id}`);
    const [current] = files;
    if (current?.state === 'failed') throw new Error(current.failure ?? 'failed');
    if (current?.state === 'ready') return current;
  }
}

/** Reads the whole file, as a browser does, and gives its length. */
async function download({ id }: StatementFile): Promise<number> {
  const response = await fetch(`${server.url}/console/books/files/file?id=${id}`, { headers: { cookie } });
  let bytes = 0;
  if (response.body) for await (const piece of response.body) bytes += piece.length;
  return bytes;
}

try {
  await measure('nothing', async () => await pause(3000));
  for (const [what, from, to] of [
    ['statement of the last month', '2025-12-01', year.to],
    ['statement of the first month', year.from, '2025-02-01'],
    ['statement of the year', year.from, year.to],
  ] as const) {
    await measure(what, async () => await ask(`/console/statement?from=${from}&to=${to}`));
  }
  await measure('PDF of the last month without entries', async () =>
    makeFile('pdf', { from: '2025-12-01', to: year.to }, false),
  );
  for (const format of options.formats.split(',')) {
    const period = format === 'pdf' ? { from: year.from, to: '2025-01-07' } : year;
    const file = await measure(`${format} with entries`, async () => await makeFile(format, period, true));
    print(`  ${file.entries} entries, ${((file.bytes ?? 0) / 1e6).toFixed(1)} MB`);
    const bytes = await measure(`  its download`, async () => await download(file));
    if (bytes !== file.bytes) throw new Error(`${bytes} bytes came.`);
  }
} finally {
  await server.stop();
}
