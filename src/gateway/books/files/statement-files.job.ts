import type { Kysely } from 'kysely';
import type { ProviderStatement } from '#contract/gateway/provider-statements.ts';
import { mostFileEntries } from '#contract/gateway/statement-files.ts';
import { rowsOfPart } from '#contract/gateway/statement-part.ts';
import type { Tables } from '#database/tables.ts';
import { formatCount, formatInteger } from '#domain/format.ts';
import { addMs, type Clock } from '#domain/time.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { FormatLimit } from '#domain/xlsx/cells.ts';
import type { Job } from '#jobs/job.ts';
import type { BooksReader } from '../../gateway-deps.ts';
import { findAccountName } from '../../users/accounts.ts';
import { type FileContent, fileName } from './describe-file.ts';
import { FileThread } from './file-thread.ts';
import type { MadeFile } from './made-file.ts';
import { makeProviderFile } from './provider-content.ts';
import { makeReport } from './report-content.ts';
import {
  askAgain,
  claimFiles,
  failFile,
  finishFile,
  insertPart,
  isLastAttempt,
  partOf,
  recordProgress,
  releaseFile,
  type StoredFile,
} from './statement-files.store.ts';

/** How soon another process takes up the file of one that died. */
const LEASE_MS = 30_000;
const HEARTBEAT_MS = 10_000;
/** How often progress is stored, for those who watch it. */
const PROGRESS_MS = 500;
const RETRY_MS = 5_000;

type Options = {
  db: Kysely<Tables>;
  /**
   * Undefined with a remote wallet service, which shows its ledger to no one: files are then made only of what the provider
   * told when they were requested, which is stored with the request.
   */
  books: BooksReader | undefined;
  now: Clock;
};

/** The options of a file of our own ledger. */
type OfLedger = Options & { books: BooksReader };

/** The job that makes requested files. Two at a time, so that a long one doesn’t hold up all others. */
export function statementFilesJob(options: Options): Job {
  const { db, now } = options;
  return {
    name: 'files of the books',
    atOnce: 2,
    claim: async (most, atHand) => {
      const files = await claimFiles(db, { most, atHand, now: now(), leaseMs: LEASE_MS });
      return files.map((file) => ({
        id: file.file_id,
        work: async (stopping) => workOn(file, options, stopping),
      }));
    },
  };
}

/** What can’t be done, in words for the person. */
class FileFailure extends Error {
  override readonly name = 'FileFailure';
}

/** Another process has the file now. */
class LostClaim extends Error {}

/** The process stops, or the ledger was written to while it was read: the file is begun again. */
class Interrupted extends Error {
  readonly isCounted: boolean;

  constructor(isCounted: boolean) {
    super('The file is begun again.');
    this.isCounted = isCounted;
  }
}

async function workOn(file: StoredFile, options: Options, stopping: AbortSignal): Promise<void> {
  const { db, now } = options;
  try {
    await makeFile(file, options, stopping);
  } catch (error) {
    if (error instanceof LostClaim) return;
    if (error instanceof Interrupted) {
      const dueAt = error.isCounted ? addMs(now(), RETRY_MS) : now();
      await releaseFile(db, file, { dueAt, isCounted: error.isCounted });
      return;
    }
    // Its lease ends by itself, and the database may be back by then.
    if (error instanceof TemporaryFailure) throw error;
    const isKnown = error instanceof FileFailure || error instanceof FormatLimit;
    if (isKnown || isLastAttempt(file)) {
      const failure = isKnown
        ? error.message
        : `Something went wrong on the server. ${askAgain[file.schedule_id === null ? 'requested' : 'scheduled']}`;
      await failFile(db, file, { failure, now: now() });
    } else {
      await releaseFile(db, file, { dueAt: addMs(now(), RETRY_MS), isCounted: true });
    }
    if (!isKnown) throw error;
  }
}

async function makeFile(file: StoredFile, options: Options, stopping: AbortSignal): Promise<void> {
  const { db, books } = options;
  if (file.provider_statement !== null) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: the route wrote it.
    const statement = JSON.parse(file.provider_statement) as ProviderStatement;
    await storeMade(file, await makeProviderFile({ ...(await factsOf(db, file)), statement }), options);
    return;
  }
  // Left over from when the console had a wallet service of its own.
  if (books === undefined) {
    throw new FileFailure(
      'This file needs the ledger, and the console now works with a remote provider, which shows its ledger to no one.',
    );
  }
  const { report } = file;
  if (report === null) await makeStatement(file, { ...options, books }, stopping);
  else await storeMade(file, await makeReport({ ...file, report }, books), options);
}

/** Stores a file that was written at once. */
async function storeMade(
  file: StoredFile,
  { name, parts, bytes, sha256, rowsSha256 }: MadeFile,
  { db, now }: Options,
): Promise<void> {
  await partStore(db, file).store(parts);
  await finishFile(db, file, {
    name,
    bytes,
    sha256,
    rows_sha256: rowsSha256,
    entries_sha256: null,
    rows_done: 0,
    now: now(),
  });
}

async function makeStatement(
  file: StoredFile,
  { db, books, now }: OfLedger,
  stopping: AbortSignal,
): Promise<void> {
  const period = { from: file.period_from, to: file.as_of };
  const part = partOf(file);
  const progress = watchProgress(file, { db, now });
  const thread = new FileThread();
  try {
    const statement = await books.readStatement(file.account_id, { ...period, wallet: part.wallet });
    if (statement === undefined) throw new FileFailure('This period is still to come.');
    if (part.wallet !== undefined && statement.rows.length === 0) {
      throw new FileFailure(
        `No funds of this account were ever on the wallet ${part.wallet}. Check the address.`,
      );
    }
    if (file.with_entries) progress.setTotal(await countAllowed(file, books));
    const parts = partStore(db, file);
    const content = await contentOf(db, file, rowsOfPart(statement.rows, part));
    await parts.store(await thread.begin(content));
    if (file.with_entries) {
      const chunks = books.streamEntries(file.account_id, period, part)[Symbol.asyncIterator]();
      for await (const entries of readAhead(chunks)) {
        if (stopping.aborted) throw new Interrupted(false);
        await parts.store(await thread.write(entries));
        await progress.add(entries.length);
      }
    }
    const { parts: last, ended } = await thread.end();
    if (!ended.addsUp) {
      // An entry that was booked just before `as_of` may be stored after the statement was read.
      if (!isLastAttempt(file)) throw new Interrupted(true);
      throw new FileFailure(
        `The ledger entries don’t add up to the statement in ${formatCount(ended.places.length, 'place')} (${ended.places.join(', ')}). Check the ledger before you use this statement.`,
      );
    }
    await parts.store(last);
    await finishFile(db, file, {
      name: fileName(content),
      bytes: ended.bytes,
      sha256: ended.sha256,
      rows_sha256: ended.rowsSha256,
      entries_sha256: ended.entriesSha256,
      rows_done: progress.done(),
      now: now(),
    });
  } finally {
    progress.stop();
    await thread.stop();
  }
}

/** How many entries the file has. Throws a FileFailure if its format can’t hold so many. */
async function countAllowed(file: StoredFile, books: BooksReader): Promise<number> {
  const period = { from: file.period_from, to: file.as_of };
  const count = await books.countEntries(file.account_id, period, partOf(file));
  if (count > mostFileEntries[file.format]) throw new FileFailure(tooManyEntries(file.format, count));
  return count;
}

/** Why a file can’t have all entries, and what to do. */
export function tooManyEntries(format: StoredFile['format'], count: number): string {
  const most = formatInteger(mostFileEntries[format]);
  const other = format === 'pdf' ? 'Choose Excel or CSV, or a shorter period.' : 'Choose a shorter period.';
  return `This period has ${formatCount(count, 'ledger entry', 'ledger entries')}, and a ${format.toUpperCase()} file holds at most ${most}. ${other}`;
}

async function contentOf(
  db: Kysely<Tables>,
  file: StoredFile,
  rows: FileContent['rows'],
): Promise<FileContent> {
  return { ...(await factsOf(db, file)), withEntries: file.with_entries, part: partOf(file), rows };
}

/** What every file of a statement says of itself. */
async function factsOf(db: Kysely<Tables>, file: StoredFile) {
  return {
    format: file.format,
    account: { id: file.account_id, name: (await findAccountName(db, file.account_id)) ?? null },
    from: file.period_from,
    to: file.period_to,
    asOf: file.as_of,
    timeZone: file.time_zone,
    author: { name: file.requested_by, isUser: file.user_id !== null },
    requestedAt: file.requested_at,
  };
}

/** Stores parts one after the other. */
function partStore(db: Kysely<Tables>, file: StoredFile) {
  let number = 0;
  return {
    store: async (parts: readonly Uint8Array[]) => {
      for (const content of parts) {
        await insertPart(db, file, { number, content });
        number += 1;
      }
    },
  };
}

/** Stores progress now and then, and holds the claim while the file is being made. */
function watchProgress(file: StoredFile, { db, now }: Pick<Options, 'db' | 'now'>) {
  let done = 0;
  let total: number | null = null;
  let storedAt = 0;
  let isLost = false;
  const store = async () => {
    storedAt = performance.now();
    const progress = { rows_done: done, rows_total: total, leaseEnd: addMs(now(), LEASE_MS) };
    if (!(await recordProgress(db, file, progress))) isLost = true;
  };
  // While a statement takes long. If it fails, so does what the file needs next.
  const heartbeat = setInterval(() => void store().catch(() => undefined), HEARTBEAT_MS).unref();
  return {
    setTotal: (count: number) => {
      total = count;
    },
    done: () => done,
    /** Throws if another process has the file now. */
    add: async (count: number) => {
      done += count;
      if (performance.now() - storedAt >= PROGRESS_MS) await store();
      if (isLost) throw new LostClaim();
    },
    stop: () => clearInterval(heartbeat),
  };
}

/** Reads the next chunk while this one is being written. */
async function* readAhead<T>(chunks: AsyncIterator<T>): AsyncGenerator<T, void, undefined> {
  let next = chunks.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = chunks.next();
      yield value;
    }
  } finally {
    // Left early: what is being read is waited for, and its failure is nobody's any more.
    await next.catch(() => undefined);
  }
}
