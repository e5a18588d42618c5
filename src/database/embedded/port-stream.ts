import { Duplex } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';

/**
 * A byte stream over a message port, with the methods of a socket that `pg` calls. Each write is posted as
 * it comes; `pg` corks a whole query, and that travels as one message.
 */
export class PortStream extends Duplex {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('message', (bytes: Uint8Array) => {
      // No back-pressure: what is pushed was computed already, and `pg` reads at once.
      this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    port.on('close', () => {
      this.push(null);
    });
  }

  connect(): this {
    setImmediate(() => {
      if (!this.destroyed) this.emit('connect');
    });
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    this.#port.ref();
    return this;
  }

  unref(): this {
    this.#port.unref();
    return this;
  }

  override _read(): void {
    // The port pushes.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#port.postMessage(bytes, []);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#port.postMessage(Buffer.concat(chunks.map(({ chunk }) => chunk)), []);
    done();
  }

  override _final(done: () => void): void {
    this.#port.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#port.close();
    done(error);
  }
}
