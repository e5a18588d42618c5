import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseConfig } from '../../src/database/database.ts';

export type MeasuredServer = {
  url: string;
  /** The processor time that the process has used so far; undefined where the system doesn’t tell. */
  processorMs: () => number | undefined;
  /** The memory that the process holds now; undefined where the system doesn’t tell. */
  memoryMb: () => number | undefined;
  stop: () => Promise<void>;
};

const startTimeoutMs = 60_000;

/** Starts the server of a checkout as a process of its own, on the loopback address. */
export async function startMeasuredServer(
  checkout: string,
  database: DatabaseConfig,
  dataDirectory: string,
  nodeOptions: readonly string[] = [],
): Promise<MeasuredServer> {
  const child = spawn(
    process.execPath,
    [...nodeOptions, join(checkout, 'scripts/start.ts'), '--without-dashboard'],
    {
      cwd: checkout,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        DATABASE_URL: database.kind === 'postgres' ? database.url : '',
        DATA_DIR: dataDirectory,
        HOST: '127.0.0.1',
        PORT: '0',
        SANDBOX: database.kind === 'postgres' ? '' : 'off',
        // Counted as in production, and never reached.
        RATE_LIMIT_PER_MINUTE: '10000000',
      },
    },
  );
  const url = await addressOf(child).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    processorMs: () => processorMsOf(child.pid ?? 0),
    memoryMb: () => memoryMbOf(child.pid ?? 0),
    stop: async () => {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  const latest = performance.now() + startTimeoutMs;
  for (;;) {
    const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(output)?.[0];
    if (address !== undefined) return address;
    if (child.exitCode !== null) throw new Error(`The server ended: ${output}`);
    if (performance.now() > latest) throw new Error(`The server didn’t start within a minute: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** What Linux says of a process, from its state on. */
function statOf(pid: number | string): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

function parentOf(pid: number | string): string | undefined {
  try {
    return statOf(pid)[1];
  } catch {
    return undefined;
  }
}

/** Of Linux: the clock ticks of a process, a hundred in a second. */
export function processorMsOf(pid: number): number | undefined {
  try {
    const fields = statOf(pid);
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/**
 * Tells the processor time of the PostgreSQL server that this process, one of its connections, belongs to: of all its
 * processes, those that have ended included, such as helpers of one statement. Undefined if it runs on another machine.
 */
export function postgresProcessorMs(connectionPid: number): () => number | undefined {
  const server = parentOf(connectionPid);
  return () => {
    if (server === undefined) return undefined;
    const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === server);
    const ended = statOf(server).slice(13, 15);
    return [server, ...pids].reduce(
      (total, pid) => total + (processorMsOf(Number(pid)) ?? 0),
      ended.reduce((total, ticks) => total + Number(ticks) * 10, 0),
    );
  };
}

function memoryMbOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
