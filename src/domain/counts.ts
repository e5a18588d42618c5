/** Counts by key. A key whose count is back at 0 is forgotten, so that keys may be anything that comes. */
export class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Returns the count with it. */
  add(key: Key): number {
    const count = this.of(key) + 1;
    this.#counts.set(key, count);
    return count;
  }

  remove(key: Key): void {
    const count = this.of(key) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}
