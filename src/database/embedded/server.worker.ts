import { existsSync, renameSync, rmSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { MessageBatches } from './message-batches.ts';

/** The directory of the database's files; without one it is in memory. */
export type WorkerData = { directory: string | undefined };

export type WorkerRequest = { type: 'connect'; port: MessagePort } | { type: 'close' };
export type WorkerReply = { type: 'ready' } | { type: 'closed' } | { type: 'failed'; reason: string };

const TERMINATE = 'X'.charCodeAt(0);
const CHUNK_BYTES = 256 * 1024;

// This thread runs PGlite and nothing else. A query blocks it until it is done, and whatever arrives in the meantime
// waits in the ports: each batch is run to its end before the next one is looked at.
if (!parentPort) throw new Error('server.worker.ts runs in a worker thread.');
const parent = parentPort;

const pglite = await open(workerData);
/** The port whose session PGlite holds: there is only one. */
let current: MessagePort | undefined;

parent.on('message', (request: WorkerRequest) => {
  if (request.type === 'connect') serve(request.port);
  else void close();
});
reply({ type: 'ready' });

function serve(port: MessagePort): void {
  const batches = new MessageBatches();
  port.on('message', (bytes: Uint8Array) => {
    for (const batch of batches.push(bytes)) {
      if (batch[0] === TERMINATE) return port.close();
      if (port !== current) {
        resetSession();
        current = port;
      }
      execute(batch, (chunk) => port.postMessage(chunk, [chunk.buffer]));
    }
  });
  port.on('close', () => {
    if (port !== current) return;
    resetSession();
    current = undefined;
  });
}

/** What a server does when a connection ends: an open transaction is rolled back, settings are forgotten. */
function resetSession(): void {
  execute(simpleQuery('rollback'), () => undefined);
  execute(simpleQuery('discard all'), () => undefined);
}

/**
 * Runs one batch and returns the answer in chunks that are copies. The streaming call is used because the others parse
 * each answer and keep every message of it forever.
 */
function execute(batch: Uint8Array, onChunk: (chunk: Uint8Array<ArrayBuffer>) => void): void {
  let parts: Uint8Array[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    const chunk = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      chunk.set(part, offset);
      offset += part.length;
    }
    parts = [];
    size = 0;
    onChunk(chunk);
  };
  const onRawData = (bytes: Uint8Array): void => {
    // This is PGlite's memory: it changes as soon as this returns.
    parts.push(bytes.slice());
    size += bytes.length;
    if (size >= CHUNK_BYTES) flush();
  };
  // The work is done when the call returns; the promise is about file systems that need a sync. SQL errors are
  // responses. An exception means that PGlite has ended, and so has the thread.
  pglite.execProtocolRawStream(batch, { syncToFs: false, onRawData }).catch((error: unknown) => {
    setImmediate(() => {
      throw error instanceof Error ? error : new Error(`PGlite failed: ${JSON.stringify(error)}`);
    });
  });
  flush();
}

function simpleQuery(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`);
  message.writeUInt32BE(message.length - 1, 1);
  return message;
}

async function open({ directory }: WorkerData): Promise<PGlite> {
  const options = { onStderr, extensions: { pg_trgm } };
  if (directory === undefined) return await PGlite.create(options);
  if (!existsSync(directory)) {
    // Made beside its place and moved there when it is whole, so that a first start that was interrupted
    // is simply done again.
    const unfinished = `${directory}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    const created = await PGlite.create(unfinished, options);
    await created.close();
    renameSync(unfinished, directory);
  }
  return await PGlite.create(directory, options);
}

/**
 * PostgreSQL says why it ends only in its log, and PGlite continues as if nothing had happened: it would wait forever
 * for the answer of a server that is gone.
 */
function onStderr(line: string): boolean {
  const reason = /\b(?:FATAL|PANIC): +(.*)/.exec(line)?.[1];
  if (reason !== undefined) {
    reply({ type: 'failed', reason });
    process.exit(1);
  }
  return false;
}

async function close(): Promise<void> {
  resetSession();
  // PostgreSQL's own shutdown, with its checkpoint: nothing is left to recover at the next start.
  await pglite.close();
  reply({ type: 'closed' });
  parent.close();
}

function reply(message: WorkerReply): void {
  parent.postMessage(message, []);
}
