import type { Insertable, Transaction } from 'kysely';
import type { TransactionsTable } from '#database/history-tables.ts';
import type { Tables } from '#database/tables.ts';
import { enqueueEvents } from '../events/enqueue-events.ts';
import { insertRows } from '../lists/insert-rows.ts';
import { changeCounts } from '../lists/list-counts.ts';
import { transactionList } from './transaction-list.ts';
import { insertTransfers, transferOf } from './transfers.store.ts';

/** A transaction to write. Columns that may be null can be left out. */
export type NewTransaction = Insertable<TransactionsTable>;

/**
 * Writes transactions of any accounts with what follows from them: the counts of the lists, the events for accounts
 * that receive them, and the transfers of those that are completed. Called after the ledger's postings, whose locks come first. The ids are made by
 * `timeId` of `created_at`; any other is a RangeError.
 */
export async function insertTransactions(
  tx: Transaction<Tables>,
  transactions: readonly NewTransaction[],
): Promise<void> {
  const rows = await insertRows(tx, transactionList, transactions);
  await insertTransfers(tx, rows.filter(({ status }) => status === 'completed').map(transferOf));
  await enqueueEvents(tx, rows);
  await changeCounts(tx, transactionList, { added: rows });
}

/**
 * Settles a transaction that is in progress, with its event, and writes its transfer when it is completed. Once settled it is
 * final: the same status again changes nothing, another one is a fault of the program.
 */
export async function setTransactionStatus(
  tx: Transaction<Tables>,
  transactionId: string,
  status: 'completed' | 'error',
): Promise<void> {
  const before = await tx
    .selectFrom('transactions')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .forUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new RangeError(`There is no transaction ${transactionId}.`);
  if (before.status === status) return;
  if (before.status !== 'in_progress') {
    throw new RangeError(`The transaction ${transactionId} is ${before.status} and cannot become ${status}.`);
  }
  await tx.updateTable('transactions').set({ status }).where('transaction_id', '=', transactionId).execute();
  const after = { ...before, status };
  if (status === 'completed') await insertTransfers(tx, [transferOf(after)]);
  await enqueueEvents(tx, [after]);
  await changeCounts(tx, transactionList, { removed: [before], added: [after] });
}
