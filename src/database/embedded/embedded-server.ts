import { MessageChannel, Worker } from 'node:worker_threads';
import { PortStream } from './port-stream.ts';
import type { WorkerData, WorkerReply, WorkerRequest } from './server.worker.ts';

/** The embedded database stopped unexpectedly. Every query fails with this until the program starts again. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`The embedded database has stopped: ${reason}`, { cause });
    this.reason = reason;
  }
}

const CLOSED = 'The embedded database is closed.';

/** PGlite in a thread of its own, spoken to in PostgreSQL's wire protocol. */
export type EmbeddedServer = {
  /** A new connection, for the `stream` option of `pg`. One at a time: PGlite has one session. */
  connect: () => PortStream;
  /** Throws the EmbeddedServerError when the thread has stopped; never waits for a query. */
  check: () => void;
  /** Waits for the running query, writes a checkpoint and ends the thread. */
  close: () => Promise<void>;
  /** Ends the thread at once, in the middle of a query if need be. What was committed stays. */
  terminate: () => Promise<void>;
};

/**
 * Starts PGlite. Rejects when it can't open its files. `onFailure` is called once if it stops later unexpectedly, after
 * the open connections were notified.
 */
export async function startEmbeddedServer(
  directory: string | undefined,
  onFailure: (error: EmbeddedServerError) => void,
): Promise<EmbeddedServer> {
  const workerData: WorkerData = { directory };
  const worker = new Worker(new URL('server.worker.ts', import.meta.url), { workerData });
  const ready = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const streams = new Set<PortStream>();
  let state: 'starting' | 'running' | 'closing' | EmbeddedServerError = 'starting';

  const fail = (reason: string, cause?: unknown): void => {
    const error = new EmbeddedServerError(reason, cause);
    const wasRunning = state === 'running';
    ready.reject(error);
    closed.resolve();
    if (!wasRunning) return;
    state = error;
    for (const stream of streams) stream.destroy(error);
    onFailure(error);
  };
  const request = (message: WorkerRequest): void => {
    worker.postMessage(message, message.type === 'connect' ? [message.port] : []);
  };
  worker.on('message', (reply: WorkerReply) => {
    if (reply.type === 'failed') fail(reply.reason);
    else if (reply.type === 'ready') ready.resolve();
    else closed.resolve();
  });
  worker.on('error', (error) => fail(error instanceof Error ? error.message : String(error), error));
  worker.on('exit', (code) => fail(`its thread ended with code ${code}.`));

  await ready.promise;
  state = 'running';

  return {
    connect: () => {
      const { port1, port2 } = new MessageChannel();
      const stream = new PortStream(port1);
      if (state === 'running') {
        streams.add(stream);
        stream.once('close', () => streams.delete(stream));
        request({ type: 'connect', port: port2 });
      } else {
        stream.destroy(state instanceof Error ? state : new Error(CLOSED));
      }
      return stream;
    },
    check: () => {
      if (state instanceof Error) throw state;
    },
    close: async () => {
      if (state !== 'running') return;
      state = 'closing';
      request({ type: 'close' });
      await closed.promise;
      await worker.terminate();
    },
    terminate: async () => {
      state = 'closing';
      for (const stream of streams) stream.destroy(new Error(CLOSED));
      await worker.terminate();
    },
  };
}
