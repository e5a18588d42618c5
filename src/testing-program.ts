import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** A file of the project, by its path from the root. */
export const projectFile = (path: string): string => join(import.meta.dirname, '..', path);

/**
 * Of Node, for a process of a test that embeds the database: its code is compiled once, and not again to be faster,
 * which is a quarter of the processor time of a start and more than a test gets back.
 */
export const startedForSeconds: readonly string[] = ['--liftoff-only'];

/** The program as a process of its own, as a test of signals, crashes and start-up needs it. */
export type RunningProgram = {
  child: ChildProcess;
  /** What it has printed so far, on either stream. */
  output: () => string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

/**
 * Starts the server without the dashboard, with a small sandbox that stands still, and with these environment
 * variables and no others but PATH.
 */
export function startProgram(env: Record<string, string>): RunningProgram {
  return start([...startedForSeconds, startFile, '--without-dashboard'], env);
}

/** The same with the dashboard, which is built before where it isn't yet, and as people start it. */
export function startConsole(env: Record<string, string>): RunningProgram {
  return start([startFile], env);
}

const startFile = projectFile('scripts/start.ts');

function start(args: readonly string[], env: Record<string, string>): RunningProgram {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], PORT: '0', SANDBOX_SIZE: 'sketch', SANDBOX_TRAFFIC: 'off', ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

/** Waits until the server says that it serves, and returns its address. Throws what it said instead. */
export async function addressOf({ output, ended }: RunningProgram): Promise<string> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (;;) {
    const port = /http:\/\/localhost:(\d+)/.exec(output())?.[1];
    // The server listens on no other.
    if (port !== undefined && /Sign in|Set up/.test(output())) return `http://127.0.0.1:${port}`;
    if (isOver) throw new Error(`The server ended: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Runs a command of the project, named by its file, to its end: with these environment variables and no others but
 * PATH and the place where compiled files are kept, without which it would spend half of its time compiling.
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<{ code: number | null; out: string; err: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...startedForSeconds, projectFile(file), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...env },
  });
  child.stdin.end(input);
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { code, out, err };
}

/**
 * Makes an API key with all permissions by `npm run keys`, after a first start that ends again, and returns it. Gives it
 * the settings of the installation.
 */
export async function createKey(env: Record<string, string>): Promise<string> {
  const first = startProgram(env);
  await addressOf(first);
  first.child.kill('SIGTERM');
  await first.ended;
  const options = ['create', '--name', 'Test key', '--permissions', 'all'];
  const { code, out, err } = await runCommand('src/keys.command.ts', options, env);
  const [key] = /wck_[\w-]+/.exec(out) ?? [];
  if (code !== 0 || key === undefined) throw new Error(`No key was made: ${err}${out}`);
  return key;
}

/** The token of the link for the first administrator that a start outside the sandbox prints. */
export function setupTokenOf({ output }: RunningProgram): string {
  const [, token] = /\/setup#([\w-]+)/.exec(output()) ?? [];
  if (token === undefined) throw new Error(`No link was printed: ${output()}`);
  return token;
}
