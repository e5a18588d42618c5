import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { limit, lineOfText, momentParameter, offset } from '../fields.ts';
import { operation } from '../operation.ts';

// What our own wallet service's ledger knows beyond the public interface. Every operation returns null for a remote
// wallet service, which provides none of it, except what it said of its balances on full hours.

const place = {
  /** `user` or `accounting`, as in `GET /user-balances`. */
  type: z.string(),
  /** The network key of `GET /user-balances`: a network, or `trx_eth`. */
  network: z.string(),
  currency: z.string(),
};

/** Funds on hold: neither available nor gone. */
const onHold = z.object({
  /** For withdrawals that are new or processing. */
  withdrawals: textAmount,
  /** For AML checks whose report isn't there yet. */
  aml_checks: textAmount,
});

const ledgerBalance = z.object({
  ...place,
  on_hold: onHold,
  /** Since the beginning, by wallets of this type on this network. */
  aml_fees_paid: textAmount,
});

export type LedgerBalance = z.output<typeof ledgerBalance>;

export const listLedgerBalances = operation({
  id: 'listLedgerBalances',
  method: 'GET',
  path: '/console/ledger-balances',
  tag: 'User',
  summary: 'Funds on hold and AML check fees paid, by wallet type, network and currency',
  permission: 'balances:read',
  query: z.strictObject({}),
  data: z.object({
    /** An entry for each leaf of `GET /user-balances`, zero included. */
    balances: z.nullable(z.array(ledgerBalance)),
  }),
  failures: [permissionFailure, ...signedInFailures],
});

const balancesAt = z.object({
  /** ISO 8601: what was booked before it is included, and nothing else. */
  as_of: z.string(),
  /** An entry for each leaf of `GET /user-balances`, zero included. */
  rows: z.array(
    z.extend(ledgerBalance, {
      available: textAmount,
      /** Only for the pool that Tron and Ethereum share, as is `blockchain`. */
      transit: z.optional(textAmount),
      blockchain: z.optional(textAmount),
    }),
  ),
});

export type BalancesAt = z.output<typeof balancesAt>;

/** What a remote provider said its balances were, as the console noted it on a full hour. */
const balancesNoted = z.object({
  /** ISO 8601: when the provider stated them, up to ten minutes after the moment. Null: nothing was noted for it. */
  noted_at: z.nullable(z.string()),
  /** Every leaf of its `GET /user-balances` then, zero included. Empty if nothing was noted. */
  rows: z.array(
    z.object({
      ...place,
      available: textAmount,
      transit: z.optional(textAmount),
      blockchain: z.optional(textAmount),
    }),
  ),
  /** ISO 8601: the nearest earlier and later moments that something was noted for. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});

export type BalancesNoted = z.output<typeof balancesNoted>;

export const readBalancesAt = operation({
  id: 'readBalancesAt',
  method: 'GET',
  path: '/console/balances-at',
  tag: 'User',
  summary: 'Balances at a past moment, by booking time or as a remote provider stated them then',
  permission: 'balances:read',
  query: z.strictObject({
    /** Exclusive. A date alone is its first moment in UTC. */
    at: momentParameter('from'),
  }),
  data: z.object({
    /** Null for a remote wallet service. */
    balances_at: z.nullable(balancesAt),
    /** Null for our own. */
    balances_noted: z.nullable(balancesNoted),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

/** One published amount and the sum of its ledger entries, both at the same moment. */
export const ledgerCheckRow = z.object({
  ...place,
  field: z.enum(['available', 'transit', 'blockchain']),
  /** What `GET /user-balances` says. */
  stated: textAmount,
  /** The sum of the entries of every ledger account that the amount represents. */
  entries: textAmount,
  /** The part of `entries` that is on no wallet: pool funds, or funds on their way to the pool. */
  pool: textAmount,
});

export type LedgerCheckRow = z.output<typeof ledgerCheckRow>;

export const checkLedgerBalances = operation({
  id: 'checkLedgerBalances',
  method: 'GET',
  path: '/console/ledger-check',
  tag: 'User',
  summary: 'Compare each balance with the sum of its ledger entries at one moment',
  permission: 'balances:read',
  query: z.strictObject({}),
  data: z.object({ rows: z.nullable(z.array(ledgerCheckRow)) }),
  failures: [permissionFailure, ...signedInFailures],
});

/** What made a wallet's balance of one currency, by the kind of movement. Outgoing amounts are below zero. */
const walletLedger = z.object({
  currency: z.string(),
  available: textAmount,
  on_hold: onHold,
  /** Completed incoming transactions. */
  deposits: textAmount,
  /** Completed outgoing transactions and their fees. */
  withdrawals: textAmount,
  aml_fees: textAmount,
  /** What was moved from the address to the exchange pool. */
  collections: textAmount,
  /** Any other kind. Everything together is `available` plus what is on hold. */
  other: textAmount,
});

export type WalletLedger = z.output<typeof walletLedger>;

export const getWalletLedger = operation({
  id: 'getWalletLedger',
  method: 'GET',
  path: '/console/wallet-ledger',
  tag: 'Wallets',
  summary: 'How a wallet’s balances add up, and what is on hold',
  permission: 'wallets:read',
  query: z.strictObject({ address: lineOfText(128, { what: 'an address' }) }),
  data: z.object({
    /** Every currency of the wallet's network. Empty for an address that isn’t a wallet of the account. */
    currencies: z.nullable(z.array(walletLedger)),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

/** A check that a wallet paid for. */
const amlFee = z.object({
  uid: z.string(),
  /** What was checked, and on which network. */
  value: z.string(),
  subject: z.enum(['address', 'transaction']),
  network: z.string(),
  wallet: z.string(),
  wallet_network: z.string(),
  currency: z.string(),
  amount: textAmount,
  /** ISO 8601: when the report was there. */
  paid_at: z.string(),
});

export type AmlFee = z.output<typeof amlFee>;

const amlFees = z.object({
  /** On all pages, as are the totals. */
  count: z.int(),
  /** By wallet and currency, the largest first. */
  totals: z.array(
    z.object({
      wallet: z.string(),
      wallet_network: z.string(),
      currency: z.string(),
      checks: z.int(),
      amount: textAmount,
    }),
  ),
  rows: z.array(amlFee),
});

export type AmlFees = z.output<typeof amlFees>;

export const listAmlFees = operation({
  id: 'listAmlFees',
  method: 'GET',
  path: '/console/aml-fees',
  tag: 'AML',
  summary: 'AML checks that wallets of the account paid for, the newest first, with totals',
  permission: 'balances:read',
  query: z.strictObject({
    /** Returns only the fees that this wallet paid. */
    wallet: z.optional(lineOfText(128, { what: 'an address' })),
    limit: limit(100),
    offset,
  }),
  data: z.object({ fees: z.nullable(amlFees) }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

export const ledgerBalanceOperations = [
  listLedgerBalances,
  readBalancesAt,
  checkLedgerBalances,
  getWalletLedger,
  listAmlFees,
] as const;
