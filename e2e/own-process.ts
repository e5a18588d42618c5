import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { copyPrepared } from './prepared-data.ts';
import { startServer } from './server-process.ts';

/** A separate sandbox that can be killed and started again with its data. */
class OwnProcess {
  readonly url: string;
  readonly #port: number;
  readonly #directory = copyPrepared('sandbox');
  #child: ChildProcess | undefined;

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<OwnProcess> {
    const server = new OwnProcess(await freePort());
    await server.startAgain();
    return server;
  }

  async startAgain(): Promise<void> {
    this.#child = await startServer({
      PORT: String(this.#port),
      DATA_DIR: this.#directory,
      SANDBOX_SIZE: 'sketch',
      SANDBOX_TRAFFIC: 'off',
    });
  }

  /** Kills it without a chance to clean up, as a power failure does. */
  async kill(): Promise<void> {
    await this.#signal('SIGKILL');
  }

  async end(): Promise<void> {
    await this.#signal('SIGTERM');
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    if (this.#child !== undefined) await endProcess(this.#child, signal);
  }
}

/** A test with its own server, which stops when the test ends, even if it fails. */
export const test = base.extend<{ ownProcess: OwnProcess }>({
  ownProcess: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from the pattern
    async ({}, use) => {
      const server = await OwnProcess.start();
      await use(server);
      await server.end();
    },
    { timeout: 120_000 },
  ],
});
