import * as z from 'zod/mini';
import { entryPlaces, postingKinds, statementMovements } from '#domain/ledger-entries.ts';
import { currencies, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, sortDirection } from '../fields.ts';
import { operation } from '../operation.ts';
import { sharedPoolKey } from '../wallet-service/balances.ts';

/** What an entry was posted for. `transfer`: a collection or settlement, which no list has. */
const entryDocuments = ['transaction', 'withdrawal', 'exchange', 'aml_check', 'transfer'] as const;

/** An entry on one of the account's own ledger accounts: wallets, holds, pools and what is in transit to them. */
export const ledgerEntry = z.object({
  /** Names the entry: that of its posting, a colon, and its ledger account. */
  entry_id: z.string(),
  /** The same for all entries of one movement of funds. */
  posting_id: z.string(),
  /** ISO 8601: when it was posted to the ledger. */
  booked_at: z.string(),
  /** ISO 8601: when its document was created, as the list of these documents says. Null if it has none. */
  created_at: z.nullable(z.string()),
  /** One of `deposit`, `withdrawal`, `hold`, `release`, `collection`, `settlement`, `exchange` and `aml_fee`. */
  kind: z.string(),
  /** `user` or `accounting`, as in `GET /user-balances`. Pools are `accounting`, `fees` and `outside` are `none`. */
  type: z.string(),
  /** A network, or `trx_eth` for the pool that Tron and Ethereum share. */
  network: z.string(),
  currency: z.string(),
  place: z.enum(entryPlaces),
  /** The address of the wallet. Null for the pool, what of it is on hold or in transit to it, `fees` and `outside`. */
  wallet: z.nullable(z.string()),
  /** Above zero: received; below zero: given. */
  amount: textAmount,
  /** The part of the amount that is a withdrawal's fee, with the same sign; otherwise zero. */
  fee: textAmount,
  /** The ID of the document. Null for a collection or settlement. */
  reference: z.nullable(z.string()),
  /** What the reference names. Null if there is no such document. */
  refers_to: z.nullable(z.enum(entryDocuments)),
});

export type LedgerEntry = z.output<typeof ledgerEntry>;

export const listLedgerEntries = operation({
  id: 'listLedgerEntries',
  method: 'GET',
  path: '/console/ledger-entries',
  tag: 'User',
  summary: 'List the ledger entries of the account’s own funds',
  permission: 'balances:read',
  query: z.strictObject({
    /** By booking time. */
    booked_from: z.optional(momentParameter('from')),
    /** Inclusive, as the end of every list is. */
    booked_to: z.optional(momentParameter('to')),
    /** By the time of the document. */
    created_from: z.optional(momentParameter('from')),
    created_to: z.optional(momentParameter('to')),
    type: z.optional(oneOf(walletTypes)),
    network: z.optional(oneOf([...withdrawalNetworks, sharedPoolKey])),
    currency: z.optional(oneOf(currencies)),
    /** A wallet's address. */
    wallet: z.optional(lineOfText(128, { what: 'an address' })),
    /** Left out: all of our own funds. `fees` and `outside` are the other sides of movements. */
    place: z.optional(oneOf(entryPlaces)),
    kind: z.optional(oneOf(postingKinds)),
    /** The entries that a figure of the statement adds up. */
    movement: z.optional(oneOf(statementMovements)),
    /** The ID of a document. */
    reference: z.optional(lineOfText(128, { what: 'an ID' })),
    /** Begins after the entry with this ID, in the order of the list. Costs the same wherever that is. */
    after: z.optional(lineOfText(512, { what: 'the ID of an entry' })),
    sort_by: z._default(oneOf(['booked_at']), 'booked_at'),
    sort_direction: sortDirection,
    limit: limit(100),
    offset,
  }),
  data: z.object({
    /** All that match, wherever the page begins. Null for a remote wallet service, which shows its ledger to no one. */
    count: z.nullable(z.int()),
  }),
  rows: { key: 'entries', schema: ledgerEntry },
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

export const ledgerEntryOperations = [listLedgerEntries] as const;
