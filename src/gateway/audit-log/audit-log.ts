import type { Kysely } from 'kysely';
import type { AuditLogEntriesTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import { continueChain, type Head, type NewEntry } from './chain.ts';
import { appendInTransaction, appendRows } from './audit-log.store.ts';

/** Appends to the chains of all accounts; any number of processes may do so on one database. */
export type AuditLog = {
  /**
   * Resolves when the entries are stored, one behind the other, and returns them with their place. Rejects when they
   * cannot be kept; whether they were is unknown then if the connection broke.
   */
  append: (accountId: string, entries: readonly NewEntry[]) => Promise<AuditLogEntriesTable[]>;
};

type Waiting = {
  entries: readonly NewEntry[];
  resolve: (rows: AuditLogEntriesTable[]) => void;
  reject: (error: unknown) => void;
};

/** What this process knows of an account's chain. */
type Chain = { head: Head | undefined; waiting: Waiting[]; isBusy: boolean };

const MOST_ENTRIES_AT_ONCE = 100;
const MOST_CHAINS = 10_000;

/**
 * Runs one statement at a time for each account, with all entries that arrived in the meantime, so that a chain keeps
 * up with any load, and a process alone on its database never reads the head again.
 */
export function createAuditLog(db: Kysely<Tables>): AuditLog {
  const chains = new Map<string, Chain>();

  const work = async (accountId: string, chain: Chain): Promise<void> => {
    chain.isBusy = true;
    while (chain.waiting.length > 0) {
      const batch = takeBatch(chain.waiting);
      try {
        const entries = batch.flatMap((each) => each.entries);
        const rows = await appendBatch(db, accountId, chain, entries);
        for (const each of batch) each.resolve(rows.splice(0, each.entries.length));
      } catch (error) {
        // The end of the chain is unknown now.
        chain.head = undefined;
        for (const { reject } of batch) reject(error);
      }
    }
    chain.isBusy = false;
    if (chains.size > MOST_CHAINS) chains.delete(accountId);
  };

  return {
    append: async (accountId, entries) =>
      new Promise((resolve, reject) => {
        const chain = chains.get(accountId) ?? { head: undefined, waiting: [], isBusy: false };
        chains.set(accountId, chain);
        chain.waiting.push({ entries, resolve, reject });
        if (!chain.isBusy) void work(accountId, chain);
      }),
  };
}

/** What belongs together is never parted. */
function takeBatch(waiting: Waiting[]): Waiting[] {
  let entries = 0;
  const end = waiting.findIndex((each) => (entries += each.entries.length) > MOST_ENTRIES_AT_ONCE);
  return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
}

async function appendBatch(
  db: Kysely<Tables>,
  accountId: string,
  chain: Chain,
  entries: readonly NewEntry[],
): Promise<AuditLogEntriesTable[]> {
  if (chain.head !== undefined) {
    const next = continueChain(accountId, chain.head, entries);
    if (await appendRows(db, chain.head, next.rows)) {
      chain.head = next.head;
      return next.rows;
    }
  }
  // Another process appended, or this one has not yet.
  const next = await inTransaction(db, async (trx) => appendInTransaction(trx, accountId, entries));
  chain.head = next.head;
  return next.rows;
}
