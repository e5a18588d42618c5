const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;

/** Query, Sync, Flush, FunctionCall, Terminate: what the server answers at once. */
const batchEnds = new Set(Buffer.from('QSHFX'));

/**
 * Cuts the bytes that a PostgreSQL client sends into batches of whole messages, each ending where the
 * server answers. PGlite reads exactly what it is given and takes the end of the bytes for the end of the
 * connection: half a message would end it.
 */
export class MessageBatches {
  #pending: Buffer = Buffer.alloc(0);
  #hasStarted = false;

  /** Takes the next bytes and returns the batches they complete, oldest first. */
  push(bytes: Uint8Array): Buffer[] {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes]);
    const batches: Buffer[] = [];
    let batchStart = 0;
    let offset = 0;
    for (;;) {
      // The first message of a connection, and only that one, has no type byte.
      const lengthAt = offset + (this.#hasStarted ? TYPE_BYTES : 0);
      if (this.#pending.length < lengthAt + LENGTH_BYTES) break;
      const end = lengthAt + this.#pending.readUInt32BE(lengthAt);
      if (this.#pending.length < end) break;
      const endsBatch = !this.#hasStarted || batchEnds.has(this.#pending[offset] ?? 0);
      this.#hasStarted = true;
      offset = end;
      if (endsBatch) {
        batches.push(this.#pending.subarray(batchStart, end));
        batchStart = end;
      }
    }
    this.#pending = this.#pending.subarray(batchStart);
    return batches;
  }
}
