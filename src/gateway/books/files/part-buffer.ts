/** How many bytes of a file are stored and read at once. */
const PART_BYTES = 256 * 1024;

/** Divides bytes into parts of equal length, each with memory of its own, so that it can be handed to another thread. */
export class PartBuffer {
  #full: Uint8Array<ArrayBuffer>[] = [];
  #part = new Uint8Array(PART_BYTES);
  #used = 0;

  push(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length;) {
      const piece = bytes.subarray(start, start + PART_BYTES - this.#used);
      this.#part.set(piece, this.#used);
      this.#used += piece.length;
      start += piece.length;
      if (this.#used === PART_BYTES) this.#next();
    }
  }

  /** The parts that are full. */
  take(): Uint8Array<ArrayBuffer>[] {
    const full = this.#full;
    this.#full = [];
    return full;
  }

  /** What is left, less than a part; empty if nothing is. */
  takeRest(): Uint8Array<ArrayBuffer>[] {
    return this.#used === 0 ? [] : [this.#part.slice(0, this.#used)];
  }

  #next(): void {
    this.#full.push(this.#part);
    this.#part = new Uint8Array(PART_BYTES);
    this.#used = 0;
  }
}
