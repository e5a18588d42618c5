// node bench/books.ts [--entries 1000000] [--formats csv,xlsx,pdf] [--checkout ../other-checkout]
// How long statements, balances, reports and files of the books take, how much memory and processor time of the server (with
// PGlite, of the database too) and of PostgreSQL, and how long others wait meanwhile. On a machine that does other work, only the
// processor time means something. On the PostgreSQL server of DATABASE_URL (a database of its own), or on PGlite, which is filled
// once and used again. The server is this checkout’s, or that of another one with the same migrations.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { StatementFile } from '../src/contract/gateway/statement-files.ts';
import type { Database } from '../src/database/database.ts';
import { openWithEntries, year } from './books/load-entries.ts';
import { postgresProcessorMs, startMeasuredServer } from './lists/measured-server.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    formats: { type: 'string', default: 'csv,xlsx' },
    checkout: { type: 'string', default: join(import.meta.dirname, '..') },
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
const databaseMs =
  config.kind === 'postgres' ? postgresProcessorMs(await findConnectionPid(database)) : undefined;
await database.close();
const server = await startMeasuredServer(resolve(options.checkout), config, dataDirectory);
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

async function findConnectionPid({ jobs }: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(jobs);
  return rows[0]?.pid ?? 0;
}

const periods = [
  ['the last month', '2025-12-01', year.to],
  ['the first month', year.from, '2025-02-01'],
  ['a month in the middle', '2025-06-01', '2025-07-01'],
  ['the year', year.from, year.to],
] as const;

/** So many spans of the year, one after the other. */
const startsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const begin = Date.parse(year.from);
    return new Date(begin + (index * (Date.parse(year.to) - begin)) / count).toISOString();
  });

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);

/** The processor time of the server and, on PostgreSQL, of the database. */
const processorTimes = () => ({
  server: server.processorMs() ?? 0,
  database: databaseMs?.(),
});

/** Runs it while another user reads lists, and says how long those took. */
async function measure<T>(what: string, work: () => Promise<T>): Promise<T> {
  const state = { isRunning: true };
  const before = processorTimes();
  const begun = performance.now();
  const memory: number[] = [];
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
  const wallMs = performance.now() - begun;
  const after = processorTimes();
  const ofDatabase =
    after.database === undefined ? '' : ` + database ${seconds(after.database - (before.database ?? 0))} s`;
  const ms = (share: number) => quantile(times, share).toFixed(0);
  print(
    `${what.padEnd(40)} ${seconds(wallMs)} s, processor ${seconds(after.server - before.server)} s${ofDatabase}; others: median ${ms(0.5)} ms, 99% ${ms(0.99)} ms, slowest ${ms(1)} ms of ${times.length}; memory ${Math.min(...memory).toFixed(0)} to ${Math.max(...memory).toFixed(0)} MB`,
  );
  return result;
}

/** Runs it alone, and says how long it took: the median of three runs. What others do isn’t counted to it. */
async function time(what: string, work: () => Promise<unknown>): Promise<void> {
  const runs: { wall: number; server: number; database: number | undefined }[] = [];
  for (let run = 0; run < 3; run += 1) {
    const before = processorTimes();
    const begun = performance.now();
    await work();
    const wall = performance.now() - begun;
    const after = processorTimes();
    const ofPostgres = after.database === undefined ? undefined : after.database - (before.database ?? 0);
    runs.push({ wall, server: after.server - before.server, database: ofPostgres });
  }
  const median = (of: (run: (typeof runs)[number]) => number) => seconds(quantile(runs.map(of), 0.5));
  const ofDatabase = databaseMs === undefined ? '' : ` + database ${median((run) => run.database ?? 0)} s`;
  print(
    `${what.padEnd(40)} ${median(({ wall }) => wall)} s, processor ${median((run) => run.server)} s${ofDatabase}`,
  );
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
  for (const [what, from, to] of periods) {
    await time(`statement of ${what}`, async () => await ask(`/console/statement?from=${from}&to=${to}`));
  }
  await time('balances in the middle of the year', async () => ask('/console/balances-at?at=2025-07-01'));
  for (const report of ['fees', 'flows', 'exchanges', 'counterparties']) {
    const spans = { starts: startsOf(12), until: `${year.to}T00:00:00Z` };
    await time(`report of the year by month: ${report}`, async () =>
      ask(`/console/reports/${report}`, spans),
    );
  }
  const days = { currency: 'USDT', starts: startsOf(365), until: `${year.to}T00:00:00Z` };
  await time('chart of the year by day', async () => ask('/console/sums/movements', days));
  const [, , middle] = periods;
  await measure('statement while others read lists', async () =>
    ask(`/console/statement?from=${middle[1]}&to=${middle[2]}`),
  );
  await measure('PDF of the last month without entries', async () =>
    makeFile('pdf', { from: '2025-12-01', to: year.to }, false),
  );
  for (const format of options.formats.split(',').filter((name) => name !== '')) {
    const month = { from: '2025-06-01', to: '2025-07-01' };
    const ofFormat = format === 'pdf' ? [{ from: year.from, to: '2025-01-07' }] : [month, year];
    for (const period of ofFormat) {
      const what = `${format} from ${period.from} to ${period.to}`;
      const file = await measure(what, async () => await makeFile(format, period, true));
      print(`  ${file.entries} entries, ${((file.bytes ?? 0) / 1e6).toFixed(1)} MB`);
      const bytes = await measure(`  its download`, async () => await download(file));
      if (bytes !== file.bytes) throw new Error(`${bytes} bytes came.`);
    }
  }
} finally {
  await server.stop();
}
