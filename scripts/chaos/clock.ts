import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const libraries = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketime.so.1`);

/** A clock for other processes that is moved while they run, as an administrator or a time server moves a machine's. */
export class MovableClock {
  /** What a process needs to follow it. */
  readonly env: Record<string, string>;
  readonly #file: string;

  constructor(directory: string) {
    const library = libraries.find((path) => existsSync(path));
    if (library === undefined)
      throw new Error('The clock can’t be moved without Debian’s package “faketime”. Install it.');
    this.#file = join(directory, 'clock');
    this.move('+0');
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_NO_CACHE: '1',
      // Intervals go on, as on a machine whose clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** For example `-1h`, from the machine's clock. */
  move(offset: string): void {
    writeFileSync(this.#file, offset);
  }
}
