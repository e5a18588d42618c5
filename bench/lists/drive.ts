import autocannon, { type Result } from 'autocannon';
import { quantile } from '../quantile.ts';
import type { Workload } from './workloads.ts';

export type Figures = {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
  /** Processor time per request: unlike the others, it hardly depends on what else the machine does. */
  serverMs: number;
  databaseMs: number;
  failed: number;
};

/** The processor time in milliseconds that the server and each process of the database have used so far. */
export type ProcessorTime = () => Promise<{ server: number; database: ReadonlyMap<number, number> }>;

type DriveOptions = {
  seconds: number;
  /** The run ends with so many requests, however fast the server is. */
  mostRequests?: number;
  processorTime: ProcessorTime;
};

const connections = 16;

/** Sends the workload's requests with 16 connections for so many seconds. */
export async function drive(
  url: string,
  token: string,
  { requests }: Workload,
  { seconds, mostRequests = 200_000, processorTime }: DriveOptions,
): Promise<Figures> {
  const times: number[] = [];
  let failed = 0;
  const before = await processorTime();
  const begun = performance.now();
  let lastAt = begun;
  const { errors, timeouts } = await new Promise<Result>((resolve, reject) => {
    const running = autocannon(
      { url, connections, duration: seconds, timeout: 30, headers: { token }, requests },
      (error: unknown, result) => {
        if (error instanceof Error) reject(error);
        else resolve(result);
      },
    );
    running.on('response', (_client, status, _bytes, ms) => {
      if (status === 200) times.push(ms);
      else failed += 1;
      lastAt = performance.now();
      if (times.length === mostRequests) running.stop();
    });
  });
  const after = await processorTime();
  return {
    perSecond: (times.length / (lastAt - begun)) * 1000,
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    serverMs: (after.server - before.server) / times.length,
    databaseMs: differenceOf(after.database, before.database) / times.length,
    failed: failed + errors + timeouts,
  };
}

/** Connections come and go, and with each a process. */
function differenceOf(after: ReadonlyMap<number, number>, before: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/** The figures of several runs as one: the median of each. */
export function middle(runs: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number =>
    quantile(
      runs.map((run) => run[name]),
      0.5,
    );
  return {
    perSecond: of('perSecond'),
    medianMs: of('medianMs'),
    p99Ms: of('p99Ms'),
    serverMs: of('serverMs'),
    databaseMs: of('databaseMs'),
    failed: runs.reduce((sum, run) => sum + run.failed, 0),
  };
}
