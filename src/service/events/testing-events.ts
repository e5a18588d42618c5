import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { transactionRow } from '../lists/testing-lists.ts';
import type { TestService } from '../testing.ts';
import { insertTransactions, type NewTransaction } from '../transactions/transactions.store.ts';
import { addDestination, listDestinations } from './destinations.store.ts';

let serial = 0;

/** Destinations of the test's account, and what is reported to them. */
export function ownEvents(service: TestService) {
  return {
    /** Adds a destination as in the sandbox. */
    addReceiver: async (url: string): Promise<void> => {
      const { db, accountId } = service;
      await addDestination(db, accountId, { url, keyName: 'Key', allowLoopback: true });
    },
    /** The account's first destination. */
    destination: async () => {
      const [first] = await listDestinations(service.db, service.accountId);
      if (first === undefined) throw new Error('There is no destination.');
      return first;
    },
    /** A transaction of this moment. Gives its ID. */
    insert: async (changes: Partial<NewTransaction> = {}): Promise<string> => {
      serial += 1;
      const row = transactionRow(service.accountId, serial, { created_at: now(), ...changes });
      await inTransaction(service.db, async (tx) => await insertTransactions(tx, [row]));
      return row.transaction_id;
    },
  };
}
