/** Beyond so many bytes, what was written is handed to the browser, which may keep it on disk. */
const foldAbove = 8 * 1024 * 1024;

/** Collects a file piece by piece without ever holding it whole. */
export class FileParts {
  #folded: Blob[] = [];
  #pending: Uint8Array<ArrayBuffer>[] = [];
  #pendingBytes = 0;

  push(piece: Uint8Array<ArrayBuffer>): void {
    this.#pending.push(piece);
    this.#pendingBytes += piece.byteLength;
    if (this.#pendingBytes > foldAbove) this.#fold();
  }

  /** All that was written, behind what stands in front of it. */
  toBlob(type: string, front: readonly string[] = []): Blob {
    this.#fold();
    return new Blob([...front, ...this.#folded], { type });
  }

  #fold(): void {
    this.#folded.push(new Blob(this.#pending));
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
