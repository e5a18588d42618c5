import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { BooksReader } from './gateway/gateway-deps.ts';
import { countEntries } from './service/books/count-entries.store.ts';
import { streamEntries } from './service/books/entries.store.ts';
import { readStatement } from './service/books/statement.store.ts';

/** What the gateway's background work reads of our own ledger. */
export function booksReader(db: Kysely<Tables>): BooksReader {
  return {
    readStatement: async (accountId, period) => readStatement(db, accountId, period),
    countEntries: async (accountId, period) => countEntries(db, accountId, period),
    streamEntries: (accountId, period) => streamEntries(db, accountId, period),
  };
}
