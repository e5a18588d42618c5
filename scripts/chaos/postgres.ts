import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
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
  readonly #bin = findPrograms();
  #port = 0;

  constructor(directory: string) {
    this.#disk = join(directory, 'disk');
  }

  async start(): Promise<void> {
    this.#port = await freePort();
    mkdirSync(this.#disk);
    run('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', this.#disk]);
    this.#create();
  }

  urlOf(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  #create(): void {
    const owner = Number(run('id', ['-u', 'postgres']));
    chownSync(this.#disk, owner, owner);
    this.#asOwner(
      join(this.#bin, 'initdb'),
      '-D',
      this.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '--locale=C.UTF-8',
      '-N',
    );
    const settings = [
      `port = ${this.#port}`,
      `unix_socket_directories = '${this.#disk}'`,
      `listen_addresses = '127.0.0.1'`,
      'max_connections = 200',
      'max_wal_size = 128MB',
      'min_wal_size = 80MB',
    ];
    writeFileSync(join(this.#data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
    this.#control('start');
    for (const name of ['service', 'console']) {
      this.#asOwner(
        join(this.#bin, 'createdb'),
        '-h',
        '127.0.0.1',
        '-p',
        `${this.#port}`,
        '-U',
        'postgres',
        name,
      );
    }
  }

  /** As after a crash (`immediate`), or as on an upgrade, which ends what is going on (`fast`). */
  restart(mode: 'fast' | 'immediate'): void {
    this.#control('restart', '-m', mode);
  }

  /** Writes until nothing more fits. */
  fillDisk(): void {
    const { bavail, bsize } = statfsSync(this.#disk);
    const megabytes = Math.ceil((bavail * bsize) / 2 ** 20);
    // It ends with an error: there is less room.
    spawnSync('dd', ['if=/dev/zero', `of=${this.#filler}`, 'bs=1M', `count=${megabytes + 1}`]);
  }

  /** Makes room again, and starts the server if it gave up meanwhile, as a service manager does. */
  async freeDisk(): Promise<void> {
    rmSync(this.#filler);
    for (let tries = 0; tries < 30; tries += 1) {
      if (
        spawnSync(join(this.#bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${this.#port}`]).status ===
        0
      )
        return;
      const { status } = spawnSync('runuser', [
        '-u',
        'postgres',
        '--',
        join(this.#bin, 'pg_ctl'),
        '-D',
        this.#data,
        'status',
      ]);
      if (status !== 0) this.#control('start');
      await sleep(500);
    }
    throw new Error('PostgreSQL does not start after the disk had room again.');
  }

  stop(): void {
    spawnSync('runuser', [
      '-u',
      'postgres',
      '--',
      join(this.#bin, 'pg_ctl'),
      '-D',
      this.#data,
      '-m',
      'immediate',
      '-w',
      'stop',
    ]);
    spawnSync('umount', [this.#disk]);
  }

  get #data(): string {
    return join(this.#disk, 'data');
  }

  get #filler(): string {
    return join(this.#disk, 'filler');
  }

  #control(...args: readonly string[]): void {
    this.#asOwner(join(this.#bin, 'pg_ctl'), '-D', this.#data, '-l', join(this.#disk, 'log'), '-w', ...args);
  }

  /** The server refuses to run as root. */
  #asOwner(...command: readonly string[]): void {
    run('runuser', ['-u', 'postgres', '--', ...command]);
  }
}

function findPrograms(): string {
  // Debian keeps them out of the path, a directory for each version.
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(a) - Number(b));
  return join('/usr/lib/postgresql', versions.at(-1) ?? '', 'bin');
}

function run(command: string, args: readonly string[]): string {
  // A server that keeps running holds the pipes open, so that nothing may be read from it.
  const stdio = command === 'runuser' ? 'ignore' : 'pipe';
  const { status, stdout } = spawnSync(command, args, { cwd: '/', stdio });
  if (status !== 0) throw new Error(`“${command} ${args.join(' ')}” ended with ${status}.`);
  return String(stdout ?? '').trim();
}
