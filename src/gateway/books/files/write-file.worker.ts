import { parentPort } from 'node:worker_threads';
import type { LedgerEntry } from '#contract/gateway/ledger-entries.ts';
import type { FileContent } from './describe-file.ts';
import { PartBuffer } from './part-buffer.ts';
import { beginFile, type EndedFile, type FileWriter } from './write-file.ts';

/** What the thread is asked, one after the other: to begin, to write entries, and to end. */
export type FileRequest =
  | { kind: 'begin'; content: FileContent }
  | { kind: 'write'; entries: readonly LedgerEntry[] }
  | { kind: 'end' };

/** The parts of the file that are full, at the end all that are left; or why it can't be made. */
export type FileReply = { parts: Uint8Array<ArrayBuffer>[]; ended?: EndedFile } | { error: unknown };

const buffer = new PartBuffer();
let writer: FileWriter | undefined;

parentPort?.on('message', (request: FileRequest) => {
  void reply(request);
});

async function reply(request: FileRequest): Promise<void> {
  const answer = await answerTo(request).catch((error: unknown): FileReply => ({ error }));
  const parts = 'parts' in answer ? answer.parts : [];
  parentPort?.postMessage(
    answer,
    parts.map((part) => part.buffer),
  );
}

async function answerTo(request: FileRequest): Promise<FileReply> {
  if (request.kind === 'begin') {
    writer = await beginFile(request.content, (bytes) => buffer.push(bytes));
    return { parts: buffer.take() };
  }
  if (writer === undefined) throw new Error('The file hasn’t been begun.');
  if (request.kind === 'write') {
    writer.write(request.entries);
    return { parts: buffer.take() };
  }
  const ended = await writer.end();
  return { parts: [...buffer.take(), ...buffer.takeRest()], ended };
}
