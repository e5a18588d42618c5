import type { Kysely } from 'kysely';
import type { Tables } from '#database/tables.ts';
import type { BooksReader } from './gateway/gateway-deps.ts';
import { countEntries } from './service/books/count-entries.store.ts';
import { streamEntries } from './service/books/entries.store.ts';
import { sumCounterparties, sumExchanges, sumFees, sumFlows } from './service/books/reports.store.ts';
import { readStatement } from './service/books/statement.store.ts';

/** The reports of our own ledger. */
export function reportReader(db: Kysely<Tables>) {
  return {
    reportFees: async (accountId, spans) => sumFees(db, accountId, spans),
    reportFlows: async (accountId, spans) => sumFlows(db, accountId, spans),
    reportExchanges: async (accountId, spans) => sumExchanges(db, accountId, spans),
    reportCounterparties: async (accountId, spans) => sumCounterparties(db, accountId, spans),
  } satisfies Partial<BooksReader>;
}

/** What the gateway's background work reads of our own ledger. */
export function booksReader(db: Kysely<Tables>): BooksReader {
  return {
    ...reportReader(db),
    readStatement: async (accountId, period, openingFrom) =>
      readStatement(db, accountId, period, openingFrom),
    countEntries: async (accountId, period, part) => countEntries(db, accountId, period, part),
    streamEntries: (accountId, period, part) => streamEntries(db, accountId, period, part),
  };
}
