// npm run bench -- [--rows 10000,1000000] [--workloads list,deep] [--seconds 5] [--rounds 3] [--against ../other-checkout]
//   [--without-search] [--profile directory]
// Requests per second and response times of the lists with 16 connections, against a server in a process of its own, beside
// plain SQL. On the PostgreSQL server of DATABASE_URL, or on PGlite. Each number of rows has a database of its own,
// which is filled once and used again. With --against, the server of another checkout is measured in turns, on the same
// database or, if it has other migrations, on one that it fills itself. Numbers of rows are measured in turns, too.
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

type Place = { config: DatabaseConfig; dataDirectory: string };

/** A number of rows, and the server of the checkout that is measured with it. */
type Subject = Place & {
  rowCount: number;
  checkout: Checkout;
  token: string;
  workloads: Workload[];
  plainMs: Map<string, number>;
};

const servers = new Map<Subject, MeasuredServer>();
try {
  const subjects: Subject[] = [];
  for (const rowCount of sizes) {
    for (const checkout of checkouts) subjects.push(await openSubject(rowCount, checkout));
  }
  const names = subjects[0]?.workloads.map(({ name }) => name) ?? [];
  for (const name of names) printFigures(name, await measure(name, subjects));
} finally {
  await stopServers();
}

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

async function openSubject(rowCount: number, checkout: Checkout): Promise<Subject> {
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
    const plainMs = new Map<string, number>();
    for (const { name, plain: run } of checkout === ownCheckout ? workloads : []) {
      if (run !== undefined) plainMs.set(name, await medianMs(async () => await run(database.db)));
    }
    return { ...place, rowCount, checkout, token: loaded.token, workloads, plainMs };
  } finally {
    await database.close();
  }
}

/** All numbers of rows and versions in turns, so that whatever else the machine does meets all of them. */
async function measure(name: string, subjects: readonly Subject[]): Promise<Map<Subject, Figures>> {
  const runs = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [subject, figures] of runs) {
      const { config, token } = subject;
      const workload = subject.workloads.find((each) => each.name === name);
      if (workload === undefined) continue;
      const running = await serverOf(subject, workload);
      const processorTime = processorTimeOf(running, config);
      // PGlite is used by one process at a time, and each gets the same rest before its turn.
      if (round === 0 || config.kind === 'pglite') {
        await drive(running.url, token, workload, { ...warmUp, processorTime });
      }
      figures.push(await drive(running.url, token, workload, { seconds, processorTime }));
      if (config.kind === 'pglite') await stopServers();
    }
  }
  if (options.profile !== undefined) await stopServers();
  return new Map([...runs].map(([subject, figures]) => [subject, middle(figures)]));
}

/** The checkout’s server, started if it isn’t running. */
async function serverOf(subject: Subject, workload: Workload): Promise<MeasuredServer> {
  const known = servers.get(subject);
  if (known !== undefined) return known;
  const { checkout, config, dataDirectory } = subject;
  const started = await startMeasuredServer(checkout.directory, config, dataDirectory, profiling(workload));
  servers.set(subject, started);
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

/** A line for each number of rows: the figures, those of the other version, and how they grow from the fewest rows. */
function printFigures(name: string, figures: ReadonlyMap<Subject, Figures>): void {
  const own = [...figures].filter(([{ checkout }]) => checkout === ownCheckout);
  const first = own[0]?.[1];
  for (const [{ rowCount, plainMs, config }, found] of own) {
    const plain = plainMs.get(name);
    const other = [...figures].find(
      ([subject]) => subject.rowCount === rowCount && subject.checkout !== ownCheckout,
    )?.[1];
    const parts = [
      write(found),
      ...(plain === undefined ? [] : [`plain SQL ${plain.toFixed(1)} ms`]),
      ...(other === undefined
        ? []
        : [`other: ${write(other)}; ratio ${(found.perSecond / other.perSecond).toFixed(2)}`]),
      ...(first === undefined || first === found ? [] : [`growth: ${growthOf(first, found)}`]),
    ];
    print(`${name.padEnd(9)} ${rowCount.toLocaleString('en')} rows on ${config.kind}: ${parts.join('; ')}`);
  }
}

function growthOf(few: Figures, many: Figures): string {
  const processor = (many.serverMs + many.databaseMs) / (few.serverMs + few.databaseMs);
  return `median ${(many.medianMs / few.medianMs).toFixed(2)}, processor ${processor.toFixed(2)}`;
}

function write({ perSecond, medianMs: median, p99Ms, serverMs, databaseMs, failed }: Figures): string {
  const times = `median ${median.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  const processor = `processor ${serverMs.toFixed(2)} + ${databaseMs.toFixed(2)} ms`;
  return `${perSecond.toFixed(0)}/s, ${times}, ${processor}${failed > 0 ? `, ${failed} FAILED` : ''}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
