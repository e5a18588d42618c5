import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { operation } from '../operation.ts';
import { statementPeriod } from './statements.ts';
import { unreadableReasons } from './whole-list.ts';

const moved = z.object({
  /** Completed transactions in. */
  inflow: textAmount,
  /** Completed transactions out, without their fees. Below zero, as the next three. */
  outflow: textAmount,
  withdrawal_fees: textAmount,
  exchanged_out: textAmount,
  /** What completed exchanges brought. */
  exchanged_in: textAmount,
});

const row = z.object({
  /** A network, or `trx_eth` where the funds of Tron and Ethereum are collected in one pool. */
  network: z.string(),
  currency: z.string(),
  /** Available, in transit and on deposit addresses, of all wallet types. Null without a snapshot. */
  opening: z.nullable(textAmount),
  closing: z.nullable(textAmount),
  /** Null where the lists can't be read. */
  movements: z.nullable(moved),
  /** Closing less opening and movements: holds, AML check fees and what else no list has. Null if any of them is. */
  unexplained: z.nullable(textAmount),
});

export type ProviderStatementRow = z.output<typeof row>;

const providerStatement = z.object({
  /** ISO 8601: the first moment of the period. */
  from: z.string(),
  /** ISO 8601: its end, or now if that is earlier. */
  as_of: z.string(),
  /** ISO 8601: when the provider stated the opening and the closing balances; null: there is no snapshot. */
  opening_at: z.nullable(z.string()),
  closing_at: z.nullable(z.string()),
  /** ISO 8601: the account’s first snapshot. */
  snapshots_since: z.nullable(z.string()),
  /** Why the movements aren’t known. */
  unreadable_reason: z.nullable(z.enum(unreadableReasons)),
  /** How many rows of the lists could not be added up, because they aren’t as documented. */
  unreadable: z.int(),
  rows: z.array(row),
});

export type ProviderStatement = z.output<typeof providerStatement>;

export const readProviderStatement = operation({
  id: 'readProviderStatement',
  method: 'GET',
  path: '/console/provider-statement',
  tag: 'User',
  summary: 'What a remote provider’s balances and lists tell about a period',
  permission: 'balances:read',
  query: statementPeriod,
  data: z.object({
    /** Null with our own wallet service, which has statements of its ledger. */
    statement: z.nullable(providerStatement),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

export const providerStatementOperations = [readProviderStatement] as const;
