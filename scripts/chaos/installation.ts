import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { freePort } from '../../e2e/free-port.ts';
import {
  addressOf,
  createKey,
  type RunningProgram,
  runCommand,
  startConsole,
} from '../../src/testing-program.ts';
import { openBrowser, OpenPage } from './browser-page.ts';
import { MovableClock } from './clock.ts';
import { Postgres } from './postgres.ts';
import { Route } from './route.ts';

export type ProcessName = 'one' | 'two' | 'console';

/**
 * Two processes of our own service on one database, a console in front of them as of a remote provider, and a browser page
 * at each of the two ways to them.
 */
export class Installation {
  readonly directory = mkdtempSync(join(tmpdir(), 'wallet-console-chaos-'));
  readonly clock = new MovableClock(this.directory);
  readonly ports = { one: 0, two: 0, console: 0 };
  readonly pages: OpenPage[] = [];
  readonly postgres = new Postgres(this.directory);
  token = '';
  #provider: Route | undefined;
  #browser: Browser | undefined;
  readonly #programs = new Map<ProcessName, RunningProgram>();

  async start(): Promise<void> {
    // Its owner is another user.
    chmodSync(this.directory, 0o755);
    await this.postgres.start();
    for (const name of ['one', 'two', 'console'] as const) this.ports[name] = await freePort();
    this.#provider = await Route.open([this.ports.one, this.ports.two]);
    this.token = await createKey(this.#envOf('one'));
    await this.startProcess('one');
    await this.startProcess('two');
    await this.startProcess('console');
  }

  async openPages(): Promise<void> {
    this.#browser = await openBrowser();
    this.pages.push(
      await OpenPage.open(this.#browser, 'own service', this.addressOf('one'), this.token),
      await OpenPage.open(this.#browser, 'console', this.addressOf('console'), this.token),
    );
  }

  /** The provider of the console. */
  get provider(): Route {
    if (this.#provider === undefined) throw new Error('The installation is not started.');
    return this.#provider;
  }

  addressOf(name: ProcessName): string {
    return `http://127.0.0.1:${this.ports[name]}`;
  }

  async startProcess(name: ProcessName): Promise<void> {
    const program = startConsole({ ...this.#envOf(name), ...this.clock.env, PORT: String(this.ports[name]) });
    this.#programs.set(name, program);
    await addressOf(program);
  }

  async killProcess(name: ProcessName): Promise<void> {
    const program = this.#programs.get(name);
    program?.child.kill('SIGKILL');
    await program?.ended;
  }

  /** Runs a command on a process's database. Its output and exit code. */
  async runCommand(name: ProcessName, file: string): Promise<{ code: number | null; output: string }> {
    const { code, out, err } = await runCommand(file, [], this.#envOf(name));
    return { code, output: out + err };
  }

  /** What the processes have logged. */
  get log(): string {
    return [...this.#programs].map(([name, { output }]) => `== ${name}\n${output()}`).join('\n');
  }

  async end(): Promise<void> {
    await this.#browser?.close();
    for (const name of this.#programs.keys()) await this.killProcess(name);
    this.#provider?.close();
    await this.postgres.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  #envOf(name: ProcessName): Record<string, string> {
    const common = {
      DATA_DIR: join(this.directory, name),
      SESSION_SECRET: 'shared '.repeat(8),
      RATE_LIMIT_PER_MINUTE: '0',
    };
    if (name !== 'console') {
      const database = { DATABASE_URL: this.postgres.urlOf('service') };
      return { ...common, ...database, CHAIN: 'sandbox', WITHDRAWAL_DELAY_SECONDS: '5' };
    }
    return {
      ...common,
      DATABASE_URL: this.postgres.urlOf('console'),
      WALLET_API_URL: this.provider.url,
      WALLET_API_TIMEOUT_SECONDS: '5',
      OUTCOME_PROOF_SECONDS: '30',
    };
  }
}
