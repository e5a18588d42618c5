// npm run bench -- [--rows 10000,1000000] [--workloads list,deep] [--seconds 5] [--rounds 3] [--against ../other-checkout]
//   [--without-search] [--profile directory]
// Requests per second and response times of the lists with 16 connections, against a server in a process of its own, beside
// plain SQL. On the PostgreSQL server of DATABASE_URL, or on PGlite. Each number of rows has a database of its own,
// which is filled once and used again. With --against, the server of another checkout is measured in turns, on the same
// database or, if it has other migrations, on one that it fills itself.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { type DatabaseConfig, openDatabase } from '../src/database/database.ts';
import { drive, type Figures, middle, type ProcessorTime } from './lists/drive.ts';
import type { openLoaded } from './lists/load-rows.ts';
import { type MeasuredServer, processorMsOf, startMeasuredServer } from './lists/measured-server.ts';
import { makeWorkloads, type Workload } from './lists/workloads.ts';
import { quantile } from './quantile.ts';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,1000000' },
    workloads: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
    'without-search': { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
});
const sizes = options.rows.split(',').map(Number);
const wanted = options.workloads?.split(',');
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const ownCheckout = await openCheckout(join(import.meta.dirname, '..'));
const checkouts = [ownCheckout, ...(options.against ? [await openCheckout(resolve(options.against))] : [])];
const files = join(tmpdir(), 'wallet-console-bench');
const server = process.env['DATABASE_URL'] || undefined;

/** Plain SQL at millions of rows takes seconds, so it is run only a few times. */
const plainRuns = 3;
/** Until the server’s code is compiled for speed. */
const warmUp = { seconds: 15, mostRequests: 1500 };

type Checkout = { directory: string; openLoaded: typeof openLoaded; lastMigration: string };

/** What a checkout’s server is measured with. */
type Subject = Place & { checkout: Checkout; token: string; workloads: Workload[] };

type Place = { config: DatabaseConfig; dataDirectory: string };

type Measured = { name: string; own: Figures; other: Figures | undefined; plainMs: number | undefined };

const servers = new Map<string, MeasuredServer>();
const all = new Map<number, Measured[]>();
try {
  for (const rowCount of sizes) all.set(rowCount, await measureSize(rowCount));
} finally {
  await stopServers();
}
if (sizes.length > 1) printGrowth();

/** Another version fills and migrates its databases itself. */
async function openCheckout(directory: string): Promise<Checkout> {
  const loading = (await import(join(directory, 'bench/lists/load-rows.ts'))) as {
    openLoaded: typeof openLoaded;
  };
  const { migrations } = (await import(join(directory, 'src/database/migrations/migrations.ts'))) as {
    migrations: object;
  };
  return {
    directory,
    openLoaded: loading.openLoaded,
    lastMigration: Object.keys(migrations).at(-1) ?? '',
  };
}

async function measureSize(rowCount: number): Promise<Measured[]> {
  const subjects: Subject[] = [];
  const plain = new Map<string, number>();
  for (const checkout of checkouts) {
    const place = await placeOf(rowCount, checkout);
    const { database, loaded } = await checkout.openLoaded(place.config, {
      rowCount,
      dataDirectory: place.dataDirectory,
      withSearch: !options['without-search'],
      print,
    });
    try {
      const made = await makeWorkloads(database.db, loaded);
      const workloads = made.filter(({ name }) => wanted === undefined || wanted.includes(name));
      subjects.push({ ...place, checkout, token: loaded.token, workloads });
      for (const { name, plain: run } of checkout === ownCheckout ? workloads : []) {
        if (run !== undefined) plain.set(name, await medianMs(async () => await run(database.db)));
      }
    } finally {
      await database.close();
    }
  }
  print(`\n${rowCount.toLocaleString('en')} rows on ${subjects[0]?.config.kind}`);
  const measured: Measured[] = [];
  for (const [index, { name }] of (subjects[0]?.workloads ?? []).entries()) {
    const runs: Figures[][] = subjects.map(() => []);
    for (let round = 0; round < rounds; round += 1) {
      // PGlite is used by one process at a time, and each gets the same rest before its turn.
      for (const [place, subject] of subjects.entries()) {
        const workload = subject.workloads[index];
        if (workload === undefined) continue;
        const { config, token } = subject;
        const running = await serverOf(subject, workload);
        const processorTime = processorTimeOf(running, config);
        if (round === 0 || config.kind === 'pglite') {
          await drive(running.url, token, workload, { ...warmUp, processorTime });
        }
        runs[place]?.push(await drive(running.url, token, workload, { seconds, processorTime }));
        if (config.kind === 'pglite') await stopServers();
      }
    }
    if (options.profile !== undefined) await stopServers();
    const [own, other] = runs.map(middle);
    if (own === undefined) continue;
    const line = { name, own, other, plainMs: plain.get(name) };
    measured.push(line);
    print(describe(line));
  }
  await stopServers();
  return measured;
}

/** The checkout’s server, started if it isn’t running. */
async function serverOf(
  { checkout, config, dataDirectory }: Subject,
  workload: Workload,
): Promise<MeasuredServer> {
  const { directory } = checkout;
  const known = servers.get(directory);
  if (known !== undefined) return known;
  const started = await startMeasuredServer(directory, config, dataDirectory, profiling(workload));
  servers.set(directory, started);
  return started;
}

async function stopServers(): Promise<void> {
  for (const running of servers.values()) await running.stop();
  servers.clear();
}

/** Creates what a number of rows needs: a database on the server, or a directory. */
async function placeOf(rowCount: number, { lastMigration }: Checkout): Promise<Place> {
  const ofOther = lastMigration === ownCheckout.lastMigration ? '' : `_${lastMigration.slice(0, 4)}`;
  const name = `bench_${rowCount}${options['without-search'] ? '_without_search' : ''}${ofOther}`;
  if (server === undefined) {
    const dataDirectory = join(files, `pglite_${name}`);
    mkdirSync(dataDirectory, { recursive: true });
    return { config: { kind: 'pglite', directory: dataDirectory }, dataDirectory };
  }
  const url = new URL(server);
  const dataDirectory = join(files, `${name}_${url.port}`);
  mkdirSync(dataDirectory, { recursive: true });
  const admin = await openDatabase({ kind: 'postgres', url: server });
  try {
    const { rows } = await sql`select 1 from pg_database where datname = ${name}`.execute(admin.db);
    if (rows.length === 0) await sql`create database ${sql.ref(name)}`.execute(admin.db);
  } finally {
    await admin.close();
  }
  url.pathname = `/${name}`;
  return { config: { kind: 'postgres', url: url.href }, dataDirectory };
}

function profiling({ name }: Workload): string[] {
  if (options.profile === undefined) return [];
  return [
    '--cpu-prof',
    `--cpu-prof-dir=${resolve(options.profile)}`,
    `--cpu-prof-name=${name}-${Date.now()}.cpuprofile`,
  ];
}

/** PGlite runs within the server’s process. A PostgreSQL server on another machine counts as nothing. */
function processorTimeOf(running: MeasuredServer, config: DatabaseConfig): ProcessorTime {
  return async () => {
    const ofServer = running.processorMs() ?? Number.NaN;
    if (config.kind === 'pglite') return { server: ofServer, database: new Map() };
    const database = await openDatabase({ ...config, poolSize: 1 });
    try {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      const times = rows.map(({ pid }) => [pid, processorMsOf(pid) ?? Number.NaN] as const);
      return { server: ofServer, database: new Map(times) };
    } finally {
      await database.close();
    }
  };
}

async function medianMs(action: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < plainRuns; run += 1) {
    const begun = performance.now();
    await action();
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.5);
}

function describe({ name, own, other, plainMs }: Measured): string {
  const plain = plainMs === undefined ? '' : `; plain SQL ${plainMs.toFixed(1)} ms`;
  const against = other && `; other: ${write(other)}; ratio ${(own.perSecond / other.perSecond).toFixed(2)}`;
  return `${name.padEnd(9)} ${write(own)}${plain}${against ?? ''}`;
}

function write({ perSecond, medianMs: median, p99Ms, serverMs, databaseMs, failed }: Figures): string {
  const times = `median ${median.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const processor = `processor ${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s, ${times}, ${processor}${failed > 0 ? `, ${failed} FAILED` : ''}`;
}

/** How the median and the processor time of each workload grow from the smallest number of rows to the others. */
function printGrowth(): void {
  const [smallest = 0, ...larger] = sizes;
  for (const rowCount of larger) {
    print(`\n${rowCount.toLocaleString('en')} rows, as a multiple of ${smallest.toLocaleString('en')} rows`);
    for (const { name, own } of all.get(rowCount) ?? []) {
      const before = all.get(smallest)?.find((line) => line.name === name)?.own;
      if (before === undefined) continue;
      const processor = (own.serverMs + own.databaseMs) / (before.serverMs + before.databaseMs);
      const median = own.medianMs / before.medianMs;
      print(`${name.padEnd(9)} median ${median.toFixed(2)}, processor ${processor.toFixed(2)}`);
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
