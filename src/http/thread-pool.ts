import { Worker } from 'node:worker_threads';
import { FairQueue } from '#domain/fair-queue.ts';
import { busyFailure } from './temporary-failures.ts';
import { ServiceError } from './service-error.ts';
import type { ThreadReply, ThreadRequest } from './thread-pool.worker.ts';

/** A function that a thread can load by its file and name. What it takes and returns is cloned: plain data and bytes. */
export type ThreadTask<Input, Output> = {
  file: string;
  name: string;
  /** Only for the compiler. */
  readonly work?: (input: Input) => Output;
};

export function threadTask<Work extends (input: never) => unknown>(
  file: URL,
  name: string,
): ThreadTask<Parameters<Work>[0], Awaited<ReturnType<Work>>> {
  return { file: file.href, name };
}

type Limits = {
  /** Threads at the same time. */
  threads: number;
  /** Tasks of one owner that may wait for a thread; one more is refused. */
  queued: number;
  /** How long a task may wait for a thread. */
  waitMs: number;
  /** How long a task may run. */
  runMs: number;
  /**
   * Heap of one thread. Node ends a thread at this limit, but the whole process if a single object doesn't fit in what
   * is left, so what tasks are given must be far smaller.
   */
  memoryMb: number;
  /** How long a thread without work is kept. */
  idleMs: number;
};

const LARGE_BYTES = 64 * 1024;

/** Reading less takes at most 40 ms, whatever it says, and mostly less time than to get to a thread and back. */
export function isLarge({ length }: { length: number }, most = LARGE_BYTES): boolean {
  return length > most;
}

type TaskOptions = {
  /** Whose task it is, such as an account: each has one thread at a time, so that others find one. */
  owner: string;
  /** What it reads comes only once: it isn't refused, waits for a thread much longer, and may take longer. */
  isPatient?: boolean;
};

const PATIENT_WAIT_MS = 600_000;
const PATIENT_RUN_MS = 60_000;

const usualLimits: Limits = {
  threads: 2,
  queued: 64,
  waitMs: 20_000,
  runMs: 20_000,
  memoryMb: 1024,
  idleMs: 60_000,
};

/** A task took too long or too much memory. Unlike a queue that is full, this is a fault to look into. */
export class TaskLimitError extends ServiceError {
  constructor() {
    super(
      503,
      'This took too long or too much memory, so we stopped it. Try again, and tell your administrator if it happens again',
    );
    this.name = 'TaskLimitError';
  }
}

type Entry = {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
};

type Thread = { worker: Worker; entry: Entry | undefined; idle: NodeJS.Timeout | undefined };

/**
 * Threads for work that would hold up all requests. Owners take turns. A task that takes too long or too much memory
 * ends with its thread, and fails with a TaskLimitError.
 */
export class ThreadPool {
  readonly #limits: Limits;
  readonly #threads = new Set<Thread>();
  readonly #queue: FairQueue;
  #isClosed = false;

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
    const { threads, waitMs } = this.#limits;
    this.#queue = new FairQueue({ capacity: threads, perKey: Math.max(1, threads - 1), waitMs });
  }

  async run<Input, Output>(
    { file, name }: ThreadTask<Input, Output>,
    input: Input,
    { owner, isPatient = false }: TaskOptions,
  ): Promise<Output> {
    const isFull = this.#queue.waitingOf(owner) >= this.#limits.queued;
    if (this.#isClosed || (isFull && !isPatient)) throw busyFailure();
    const { waitMs, runMs } = isPatient
      ? { waitMs: PATIENT_WAIT_MS, runMs: Math.max(PATIENT_RUN_MS, this.#limits.runMs) }
      : this.#limits;
    const leave = await this.#queue.enter(owner, waitMs).catch(() => {
      throw busyFailure();
    });
    try {
      // It may have been closed while this waited.
      if (this.#isClosed) throw busyFailure();
      const output = await this.#start({ file, name, input }, runMs);
      // A Buffer arrives as the bytes that it is made of.
      const isBytes = output instanceof Uint8Array;
      return (isBytes ? Buffer.from(output.buffer, output.byteOffset, output.byteLength) : output) as Output;
    } finally {
      leave();
    }
  }

  /** Ends all threads. What runs or waits fails, and nothing more is accepted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // What waits takes the turn of what is ended here, and fails then.
    await Promise.all([...this.#threads].map(async (thread) => await this.#end(thread, busyFailure())));
  }

  /** On a thread without work: the queue lets no more tasks in than there are threads. */
  async #start(request: ThreadRequest, runMs: number): Promise<unknown> {
    const thread = [...this.#threads].find(({ entry }) => entry === undefined) ?? this.#begin();
    clearTimeout(thread.idle);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => void this.#end(thread, new TaskLimitError()), runMs);
    thread.entry = { resolve, reject, timer };
    thread.worker.ref();
    try {
      thread.worker.postMessage(request, []);
    } catch (error) {
      this.#finish(thread, () => reject(asError(error)));
    }
    return await promise;
  }

  #begin(): Thread {
    const worker = new Worker(new URL('thread-pool.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    const thread: Thread = { worker, entry: undefined, idle: undefined };
    this.#threads.add(thread);
    worker.on('message', (reply: ThreadReply) => {
      const { entry } = thread;
      if (entry === undefined) return;
      this.#finish(thread, () =>
        'error' in reply ? entry.reject(asError(reply.error)) : entry.resolve(reply.output),
      );
    });
    worker.on('error', (error) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void this.#end(thread, isMemory ? new TaskLimitError() : asError(error));
    });
    worker.on('exit', (code) => void this.#end(thread, new Error(`The thread ended with code ${code}.`)));
    return thread;
  }

  #finish(thread: Thread, answer: () => void): void {
    const { entry } = thread;
    thread.entry = undefined;
    // A thread without work doesn't keep the process alive.
    thread.worker.unref();
    thread.idle = setTimeout(() => void this.#end(thread, busyFailure()), this.#limits.idleMs).unref();
    if (entry !== undefined) settle(entry, answer);
  }

  async #end(thread: Thread, reason: Error): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.idle);
    const { entry } = thread;
    thread.entry = undefined;
    if (entry !== undefined) settle(entry, () => entry.reject(reason));
    await thread.worker.terminate();
  }
}

/** The process has one: its cores are what is shared. */
export const threads = new ThreadPool();

function settle({ timer }: Entry, answer: () => void): void {
  clearTimeout(timer);
  answer();
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
