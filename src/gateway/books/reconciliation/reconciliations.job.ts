import type { Kysely } from 'kysely';
import { MOST_BOOK_LINES, type ReconciliationSummary } from '#contract/gateway/reconciliations.ts';
import type { Tables } from '#database/tables.ts';
import { formatInteger } from '#domain/format.ts';
import type { FileMapping } from '#domain/reconciliation/file-mapping.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { addMs, type Clock, msBetween } from '#domain/time.ts';
import { TaskLimitError, type ThreadPool, threads as sharedThreads, threadTask } from '#http/thread-pool.ts';
import type { Job } from '#jobs/job.ts';
import type { EmbeddedProvider } from '../../gateway-deps.ts';
import type { reconcile } from './reconcile.ts';
import {
  claimReconciliations,
  endReconciliation,
  extendClaim,
  findFile,
  insertLines,
  isLastAttempt,
  releaseClaim,
  type StoredReconciliation,
} from './reconciliations.store.ts';

/** How soon another process takes up the work of one that died. */
const LEASE_MS = 120_000;
const RETRY_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Our own books. */
type OwnBooks = Pick<EmbeddedProvider, 'streamBookLines'> & {
  checkBalances: EmbeddedProvider['ledger']['checkBalances'];
};

type Options = {
  db: Kysely<Tables>;
  /** Undefined with a remote wallet service. */
  books: OwnBooks | undefined;
  now: Clock;
  threads?: ThreadPool | undefined;
};

/** The job that compares files with the books. One at a time, because it needs a thread and much memory. */
export function reconciliationsJob(options: Options): Job {
  const { db, now } = options;
  return {
    name: 'reconciliations',
    atOnce: 1,
    claim: async (most, atHand) => {
      const claimed = await claimReconciliations(db, { most, atHand, now: now(), leaseMs: LEASE_MS });
      return claimed.map((each) => ({
        id: each.reconciliation_id,
        work: async (stopping) => workOn(each, options, stopping),
      }));
    },
  };
}

/** What can’t be done, in words for the person. */
class ReconciliationFailure extends Error {
  override readonly name = 'ReconciliationFailure';
}

async function workOn(claimed: StoredReconciliation, options: Options, stopping: AbortSignal): Promise<void> {
  const { db, now } = options;
  try {
    await compare(claimed, options, stopping);
  } catch (error) {
    if (stopping.aborted) {
      await releaseClaim(db, claimed, { dueAt: now(), isCounted: false });
      return;
    }
    // Its lease ends by itself, and the database may be back by then.
    if (error instanceof TemporaryFailure) throw error;
    const isKnown = error instanceof ReconciliationFailure || error instanceof TaskLimitError;
    if (isKnown || isLastAttempt(claimed)) {
      const failure = isKnown
        ? error.message
        : 'Something went wrong on the server. Try again, and tell your administrator if it happens again.';
      await endReconciliation(db, claimed, { state: 'failed', failure });
    } else {
      await releaseClaim(db, claimed, { dueAt: addMs(now(), RETRY_MS), isCounted: true });
    }
    if (!isKnown) throw error;
  }
}

const reconciling = threadTask<typeof reconcile>(new URL('reconcile.ts', import.meta.url), 'reconcile');

async function compare(
  claimed: StoredReconciliation,
  { db, books, now, threads = sharedThreads }: Options,
  stopping: AbortSignal,
): Promise<void> {
  const { account_id: accountId, currency, tolerance_hours: hours } = claimed;
  const file = await findFile(db, claimed);
  const chunks = books === undefined ? [] : await readBooks(claimed, books, stopping);
  const balances = books === undefined ? null : await checkBalances(accountId, books);
  const task = {
    file: file.content,
    mapping: JSON.parse(claimed.mapping) as FileMapping,
    books: chunks,
    provider: file.provider_lines ?? undefined,
    options: {
      toleranceMs: hours * HOUR_MS,
      from: claimed.period_from,
      to: claimed.period_to,
      currency: currency ?? undefined,
    },
  };
  const found = await threads.run(reconciling, task, { owner: accountId, isPatient: true });
  if (!found.ok) throw new ReconciliationFailure(found.reason);
  let storedAt = now();
  for (const rows of found.rows) {
    stopping.throwIfAborted();
    await insertLines(db, claimed, rows);
    if (msBetween(storedAt, now()) < LEASE_MS / 4) continue;
    storedAt = now();
    // Another process has it now, and stores lines of its own.
    if (!(await extendClaim(db, claimed, addMs(storedAt, LEASE_MS)))) return;
  }
  const summary: ReconciliationSummary = {
    ...found.summary,
    balances,
    unreadable_rows: file.unreadable_rows,
  };
  await endReconciliation(db, claimed, { state: 'ready', summary: JSON.stringify(summary) });
}

/** The movements of the period, and those around it that a line of the file may be. JSON, in chunks. */
async function readBooks(
  {
    account_id: accountId,
    period_from: from,
    period_to: to,
    as_of: asOf,
    tolerance_hours: hours,
  }: StoredReconciliation,
  books: OwnBooks,
  stopping: AbortSignal,
): Promise<Buffer[]> {
  const end = addMs(to, hours * HOUR_MS);
  const period = { from: addMs(from, -hours * HOUR_MS), to: end < asOf ? end : asOf };
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of books.streamBookLines(accountId, period)) {
    stopping.throwIfAborted();
    count += chunk.ledger.length;
    if (count > MOST_BOOK_LINES) {
      const most = formatInteger(MOST_BOOK_LINES);
      throw new ReconciliationFailure(
        `The books have more than ${most} movements in this period. Choose a shorter one.`,
      );
    }
    chunks.push(Buffer.from(JSON.stringify(chunk)));
  }
  return chunks;
}

async function checkBalances(accountId: string, books: OwnBooks): Promise<ReconciliationSummary['balances']> {
  const rows = await books.checkBalances(accountId);
  return { compared: rows.length, faults: rows.filter(({ stated, entries }) => stated !== entries) };
}
