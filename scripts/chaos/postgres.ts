import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../e2e/free-port.ts';

/** Enough for the server’s own files and some minutes of work. */
const diskMegabytes = 700;

/**
 * A PostgreSQL server of our own with the settings that keep what was committed, on a small disk in memory. Needs root,
 * to mount the disk.
 */
export class Postgres {
  readonly #disk: string;
  readonly #programs = findPrograms();
  #port = 0;

  constructor(directory: string) {
    this.#disk = join(directory, 'disk');
  }

  async start(): Promise<void> {
    this.#port = await freePort();
    mkdirSync(this.#disk);
    await run('mount', '-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', this.#disk);
    await run('chown', 'postgres', this.#disk);
    await this.#run('initdb', '-D', this.#data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8', '-N');
    const settings = [
      `port = ${this.#port}`,
      `unix_socket_directories = '${this.#disk}'`,
      `listen_addresses = '127.0.0.1'`,
      'max_connections = 200',
      'max_wal_size = 128MB',
      'min_wal_size = 80MB',
    ];
    writeFileSync(join(this.#data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    await this.#control('start');
    for (const name of ['service', 'console']) {
      await this.#run('createdb', '-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'postgres', name);
    }
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** As after a crash (`immediate`), or as on an upgrade, which ends what is going on (`fast`). */
  async restart(mode: 'fast' | 'immediate'): Promise<void> {
    await this.#control('restart', '-m', mode);
  }

  /** Writes until nothing more fits. */
  async fillDisk(): Promise<void> {
    const { bavail, bsize } = statfsSync(this.#disk);
    const megabytes = Math.ceil((bavail * bsize) / 2 ** 20);
    // It ends with an error: there is less room.
    await exitCodeOf('dd', 'if=/dev/zero', `of=${this.#filler}`, 'bs=1M', `count=${megabytes + 1}`);
  }

  /** Makes room again, and starts the server if it gave up meanwhile, as a service manager does. */
  async freeDisk(): Promise<void> {
    rmSync(this.#filler);
    const isUp = join(this.#programs, 'pg_isready');
    for (let tries = 0; tries < 30; tries += 1) {
      if ((await exitCodeOf(isUp, '-q', '-h', '127.0.0.1', '-p', `${this.#port}`)) === 0) return;
      if ((await this.#exitCodeOf('pg_ctl', '-D', this.#data, 'status')) !== 0) await this.#control('start');
      await sleep(500);
    }
    throw new Error('PostgreSQL does not start after the disk had room again.');
  }

  async stop(): Promise<void> {
    await this.#exitCodeOf('pg_ctl', '-D', this.#data, '-m', 'immediate', '-w', 'stop');
    await exitCodeOf('umount', this.#disk);
  }

  get #data(): string {
    return join(this.#disk, 'data');
  }

  get #filler(): string {
    return join(this.#disk, 'filler');
  }

  async #control(...args: readonly string[]): Promise<void> {
    await this.#run('pg_ctl', '-D', this.#data, '-l', join(this.#disk, 'log'), '-w', ...args);
  }

  async #run(program: string, ...args: readonly string[]): Promise<void> {
    await run(...this.#asOwner(program, args));
  }

  async #exitCodeOf(program: string, ...args: readonly string[]): Promise<number | null> {
    return await exitCodeOf(...this.#asOwner(program, args));
  }

  /** The server refuses to run as root. */
  #asOwner(program: string, args: readonly string[]): [string, ...string[]] {
    return ['runuser', '-u', 'postgres', '--', join(this.#programs, program), ...args];
  }
}

function findPrograms(): string {
  // Debian keeps them out of the path, a directory for each version.
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b));
  return join('/usr/lib/postgresql', versions.at(-1) ?? '', 'bin');
}

/** Clients go on meanwhile, as they do where the server is another machine’s. */
async function exitCodeOf(command: string, ...args: readonly string[]): Promise<number | null> {
  // A server that keeps running would hold a pipe open.
  const [code] = await once(spawn(command, args, { cwd: '/', stdio: 'ignore' }), 'exit');
  return code as number | null;
}

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const code = await exitCodeOf(command, ...args);
  if (code !== 0) throw new Error(`“${command} ${args.join(' ')}” ended with ${code}.`);
}
