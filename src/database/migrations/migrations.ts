import type { Migration } from 'kysely/migration';
import * as accountsAndWallets from './0001-accounts-and-wallets.ts';
import * as ledger from './0002-ledger.ts';
import * as sessions from './0003-sessions.ts';

/**
 * Every migration by its file's name, in order. Append-only: one that has been released is never changed,
 * and a new one sorts behind all others.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-wallets': accountsAndWallets,
  '0002-ledger': ledger,
  '0003-sessions': sessions,
};
