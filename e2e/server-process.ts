import { type ChildProcess, spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { startedForSeconds } from '../src/testing-program.ts';
import { hasEnded } from './end-process.ts';

/**
 * Starts the program with these environment variables in addition to the test's own, and waits until it answers at the
 * port that they name. It says nothing but why it can't start, and doesn't outlive the test's process. Without other
 * `nodeOptions`, it is one for a test or a few.
 */
export async function startServer(
  env: Record<string, string> & { PORT: string; DATA_DIR: string },
  {
    options = [],
    nodeOptions = startedForSeconds,
  }: { options?: readonly string[]; nodeOptions?: readonly string[] } = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...nodeOptions, 'scripts/start.ts', ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const killIfLeft = () => child.kill('SIGKILL');
  process.once('exit', killIfLeft);
  child.once('exit', () => process.off('exit', killIfLeft));
  const isUp = async () => {
    if (hasEnded(child)) throw new Error('The server ended before it was up.');
    return (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => undefined))?.ok ?? false;
  };
  await expect.poll(isUp, { timeout: 90_000, intervals: [100] }).toBe(true);
  return child;
}
