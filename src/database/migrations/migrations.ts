import type { Migration } from 'kysely/migration';
import * as accountsAndWallets from './0001-accounts-and-wallets.ts';
import * as ledger from './0002-ledger.ts';
import * as sessions from './0003-sessions.ts';
import * as history from './0004-history.ts';
import * as withdrawals from './0005-withdrawals.ts';
import * as aml from './0006-aml.ts';
import * as keyUse from './0007-key-use.ts';
import * as viewsAndSettings from './0008-views-and-settings.ts';
import * as journal from './0009-journal.ts';
import * as addressBook from './0010-address-book.ts';
import * as keptChecks from './0011-kept-checks.ts';
import * as amlWatches from './0012-aml-watches.ts';
import * as recipientGuard from './0013-recipient-guard.ts';
import * as sharedAddressCounter from './0014-shared-address-counter.ts';
import * as withdrawalOutcomes from './0015-withdrawal-outcomes.ts';
import * as ledgerChecks from './0016-ledger-checks.ts';
import * as withdrawalOrders from './0017-withdrawal-orders.ts';
import * as sanctionsLists from './0018-sanctions-lists.ts';
import * as carriedDecisions from './0019-carried-decisions.ts';
import * as journalTrust from './0020-journal-trust.ts';
import * as findingExposure from './0021-finding-exposure.ts';
import * as signedInKeys from './0022-signed-in-keys.ts';
import * as unknownRisk from './0023-unknown-risk.ts';
import * as notFoundChecks from './0024-not-found-checks.ts';
import * as journalSalt from './0025-journal-salt.ts';
import * as standardNames from './0026-standard-names.ts';
import * as withdrawalSearch from './0027-withdrawal-search.ts';
import * as walletNotes from './0028-wallet-notes.ts';
import * as idempotencyKeys from './0029-idempotency-keys.ts';
import * as providerCapabilities from './0031-provider-capabilities.ts';
import * as incomingEvents from './0033-incoming-events.ts';
import * as eventDestinations from './0034-event-destinations.ts';
import * as networks from './0035-networks.ts';
import * as jobSchedules from './0036-job-schedules.ts';
import * as heartbeats from './0037-heartbeats.ts';
import * as listSums from './0039-list-sums.ts';
import * as searchIndexes from './0041-search-indexes.ts';

/**
 * Every migration by its file's name, in order. Append-only: a new one sorts behind all others, and one that has been
 * released is never edited, because the program refuses a database on which another version of it ran.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-accounts-and-wallets': accountsAndWallets,
  '0002-ledger': ledger,
  '0003-sessions': sessions,
  '0004-history': history,
  '0005-withdrawals': withdrawals,
  '0006-aml': aml,
  '0007-key-use': keyUse,
  '0008-views-and-settings': viewsAndSettings,
  '0009-journal': journal,
  '0010-address-book': addressBook,
  '0011-kept-checks': keptChecks,
  '0012-aml-watches': amlWatches,
  '0013-recipient-guard': recipientGuard,
  '0014-shared-address-counter': sharedAddressCounter,
  '0015-withdrawal-outcomes': withdrawalOutcomes,
  '0016-ledger-checks': ledgerChecks,
  '0017-withdrawal-orders': withdrawalOrders,
  '0018-sanctions-lists': sanctionsLists,
  '0019-carried-decisions': carriedDecisions,
  '0020-journal-trust': journalTrust,
  '0021-finding-exposure': findingExposure,
  '0022-signed-in-keys': signedInKeys,
  '0023-unknown-risk': unknownRisk,
  '0024-not-found-checks': notFoundChecks,
  '0025-journal-salt': journalSalt,
  '0026-standard-names': standardNames,
  '0027-withdrawal-search': withdrawalSearch,
  '0028-wallet-notes': walletNotes,
  '0029-idempotency-keys': idempotencyKeys,
  '0031-provider-capabilities': providerCapabilities,
  '0033-incoming-events': incomingEvents,
  '0034-event-destinations': eventDestinations,
  '0035-networks': networks,
  '0036-job-schedules': jobSchedules,
  '0037-heartbeats': heartbeats,
  '0039-list-sums': listSums,
  '0041-search-indexes': searchIndexes,
};
