import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { FileContent } from './describe-file.ts';
import type { EndedFile } from './write-file.ts';
import type { FileReply, FileRequest } from './write-file.worker.ts';

/** Far more than any format needs: entries are handed over in small pieces, and parts of the file come back. */
const MEMORY_MB = 192;

type Parts = readonly Uint8Array[];

/**
 * Writes a file on a thread of its own, so that neither formatting nor compressing it holds up requests. One call after
 * the other; each returns the parts of the file that are ready. To be stopped, whatever happens.
 */
export class FileThread {
  readonly #worker = new Worker(new URL('write-file.worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
  });

  async begin(content: FileContent): Promise<Parts> {
    return (await this.#ask({ kind: 'begin', content })).parts;
  }

  async write(entries: readonly LedgerEntry[]): Promise<Parts> {
    return (await this.#ask({ kind: 'write', entries })).parts;
  }

  async end(): Promise<{ parts: Parts; ended: EndedFile }> {
    const { parts, ended } = await this.#ask({ kind: 'end' });
    if (ended === undefined) throw new Error('The thread didn’t end the file.');
    return { parts, ended };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(request: FileRequest): Promise<Extract<FileReply, { parts: unknown }>> {
    const ending = new AbortController();
    try {
      // It throws what the thread dies of, such as a lack of memory.
      const answer = once(this.#worker, 'message', ending);
      const exit = once(this.#worker, 'exit', ending).then(() => {
        throw new Error('The thread that writes the file ended.');
      });
      this.#worker.postMessage(request, []);
      const [reply] = (await Promise.race([answer, exit])) as [FileReply];
      if ('error' in reply) throw reply.error;
      return reply;
    } finally {
      ending.abort();
    }
  }
}
