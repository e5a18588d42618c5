import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { bodyFailures, permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { lineOfText, momentParameter, openSets } from '../fields.ts';
import { operation } from '../operation.ts';
import { listExchangeTransactions } from '../wallet-service/exchanges.ts';
import { listTransactions } from '../wallet-service/transactions.ts';
import { listWithdrawalRequests } from '../wallet-service/withdrawals.ts';
import { listAmlChecks } from './aml-library.ts';
import { listAuditLog } from './audit-log.ts';
import { listLedgerEntries } from './ledger-entries.ts';
import { unreadableReasons } from './whole-list.ts';

// Sums of lists that may have millions of rows: of our own wallet service from rollups, of a remote provider from all
// rows of its list, if the gateway can read them. Otherwise the console adds up the pages that it is given. The gateway
// counts the rows of its own lists with one statement.

/** What was read of a remote provider's list. */
const whole = z.object({
  /** How many rows the list has in all. */
  rows: z.int(),
  /** How many rows of another kind came with them. None is added up. */
  other_rows: z.int(),
  /** ISO 8601: when the first of them was read, or when the provider last showed that none was missing. */
  read_at: z.string(),
  /** The parameters of the query that the provider doesn't have, or the aspect `count`. */
  lacking: z.array(z.string()),
});

/** Why a remote provider's list can't be read whole; null if it can, and for our own wallet service. */
const unreadableReason = z.nullable(z.enum(unreadableReasons));

const data = z.object({
  unreadable_reason: unreadableReason,
  /** Null if the gateway can't read a remote provider's list whole. */
  found: z.nullable(
    z.object({
      /** In the order of their groups. */
      lines: z.array(
        z.object({
          group: z.record(z.string(), z.string()),
          rows: z.int(),
          sums: z.record(z.string(), textAmount),
        }),
      ),
      /** How many of the rows have values that can't be read. These values add nothing. */
      unreadable: z.int(),
      /** Null for our own wallet service. */
      whole: z.nullable(whole),
    }),
  ),
});

export type FoundSums = NonNullable<z.output<typeof data>['found']>;

const order = { sort_by: true, sort_direction: true, limit: true, offset: true } as const;
const failures = [permissionFailure, validationFailure, ...signedInFailures] as const;

export const sumTransactions = operation({
  id: 'sumTransactions',
  method: 'GET',
  path: '/console/sums/transactions',
  tag: 'Transactions',
  summary: 'Sums of all matching transactions, by currency and status',
  permission: 'transactions:read',
  query: openSets(z.omit(listTransactions.query, order)),
  data,
  failures,
});

export const sumExchangeTransactions = operation({
  id: 'sumExchangeTransactions',
  method: 'GET',
  path: '/console/sums/exchange-transactions',
  tag: 'Exchange',
  summary: 'Sums of all matching exchanges, by currencies and status',
  permission: 'exchanges:read',
  query: openSets(z.omit(listExchangeTransactions.query, order)),
  data,
  failures,
});

export const sumWithdrawalRequests = operation({
  id: 'sumWithdrawalRequests',
  method: 'GET',
  path: '/console/sums/withdrawal-requests',
  tag: 'Withdrawal',
  summary: 'Sums of all matching withdrawals, by currency and status',
  permission: 'withdrawals:read',
  query: openSets(z.omit(listWithdrawalRequests.query, order)),
  data,
  failures,
});

export const sumAuditLog = operation({
  id: 'sumAuditLog',
  method: 'GET',
  path: '/console/sums/audit-log',
  tag: 'Activity log',
  summary: 'How many matching entries there are, by action and result',
  permission: 'transactions:read',
  consolePermission: 'activity-log:read',
  query: z.omit(listAuditLog.query, order),
  data,
  failures,
});

export const sumAmlChecks = operation({
  id: 'sumAmlChecks',
  method: 'GET',
  path: '/console/sums/aml-checks',
  tag: listAmlChecks.tag,
  summary: 'How many matching checks there are, by state and risk',
  permission: 'transactions:read',
  query: z.omit(listAmlChecks.query, order),
  data,
  failures,
});

export const sumLedgerEntries = operation({
  id: 'sumLedgerEntries',
  method: 'GET',
  path: '/console/sums/ledger-entries',
  tag: listLedgerEntries.tag,
  summary: 'What all matching ledger entries add up to, by currency, and the withdrawal fees in it',
  permission: 'balances:read',
  query: z.omit(listLedgerEntries.query, { ...order, after: true }),
  /** Nothing is found for a remote wallet service, which shows its ledger to no one. */
  data,
  failures,
});

/** Ten years of days. */
export const mostMovementSpans = 3_660;

const startsMessage = `must be 1 to ${mostMovementSpans} times in ascending order`;

/**
 * The spans are days of any time zone, which only the caller knows. There can be too many for a URL.
 */
export const sumMovements = operation({
  id: 'sumMovements',
  method: 'POST',
  isReading: true,
  path: '/console/sums/movements',
  tag: 'Transactions',
  summary: 'Inflow and outflow of a currency in spans of time, over all completed transactions',
  permission: 'transactions:read',
  body: z.strictObject({
    currency: lineOfText(16, { what: 'a currency' }),
    /** When each span begins; it ends before the next one begins. */
    starts: z.array(momentParameter('from'), { error: startsMessage }).check(
      z.minLength(1, startsMessage),
      z.maxLength(mostMovementSpans, startsMessage),
      z.refine(
        (starts) => starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? '')),
        startsMessage,
      ),
    ),
    /** The last moment of the last span. Rows that the gateway has read may end earlier: at `whole.read_at`. */
    until: momentParameter('to'),
  }),
  data: z.object({
    unreadable_reason: unreadableReason,
    /** Null if the gateway can't read a remote provider's list whole. */
    found: z.nullable(
      z.object({
        /** One for each start. */
        spans: z.array(z.object({ in: textAmount, out: textAmount, transactions: z.int() })),
        /** How many matching rows can't be added up, since they aren't as documented. */
        unreadable: z.int(),
        whole: z.nullable(whole),
      }),
    ),
  }),
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
});

export const listSumsOperations = [
  sumTransactions,
  sumExchangeTransactions,
  sumWithdrawalRequests,
  sumAuditLog,
  sumAmlChecks,
  sumLedgerEntries,
  sumMovements,
] as const;
