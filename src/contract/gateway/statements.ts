import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { lineOfText, momentParameter } from '../fields.ts';
import { operation } from '../operation.ts';

/** What is ours in a place at one moment. */
const funds = z.object({
  /** Everything: on wallets, in the pool, in transit and on hold. */
  total: textAmount,
  /** The part that is on hold for withdrawals and AML checks. */
  on_hold: textAmount,
  /** The part that is on its way from wallets to the pool. */
  in_transit: textAmount,
});

/** What moved in a place during the period, by kind. Outgoing amounts are below zero. */
const movements = z.object({
  /** Deposits. */
  inflow: textAmount,
  /** Withdrawals, without their fees. */
  outflow: textAmount,
  withdrawal_fees: textAmount,
  aml_check_fees: textAmount,
  /** What exchanges brought, after their fees. */
  exchanged_in: textAmount,
  /** What was given for it. */
  exchanged_out: textAmount,
  /** Collected from wallets or settled in the pool. Adds up to zero over all places of a currency. */
  collected: textAmount,
  /** Any other kind: zero unless the ledger is faulty. */
  other: textAmount,
});

export const statementRow = z.object({
  /** `user` or `accounting`, as in `GET /user-balances`. */
  type: z.string(),
  /** Where the funds are: a network, or `trx_eth` for the pool that Tron and Ethereum share. */
  network: z.string(),
  currency: z.string(),
  opening: funds,
  /** `opening.total` and all of them are `closing.total`, to the last digit. */
  movements,
  closing: funds,
});

export type StatementRow = z.output<typeof statementRow>;

const statement = z.object({
  /** ISO 8601: the first moment of the period. */
  from: z.string(),
  /** ISO 8601: the moment that the closing is of, `to` or, if that is still to come, now. Entries from it on aren’t included. */
  as_of: z.string(),
  /** A row for each wallet type, network and currency that has or had funds, in that order. */
  rows: z.array(statementRow),
});

export type Statement = z.output<typeof statement>;

const period = {
  /** Inclusive. A date alone is its first moment in UTC. */
  from: momentParameter('from'),
  /** Exclusive. A date alone is its first moment in UTC. */
  to: momentParameter('from'),
};

const isInOrder = z.refine<{ from: string; to: string }>(({ from, to }) => from < to, {
  path: ['to'],
  error: 'must be after from',
});

/** A period in the past, or one that isn’t over. */
export const statementPeriod = z.strictObject(period).check(isInOrder);

export const readStatement = operation({
  id: 'readStatement',
  method: 'GET',
  path: '/console/statement',
  tag: 'User',
  summary: 'Opening, movements and closing of a period, by booking time',
  permission: 'balances:read',
  query: z
    .strictObject({
      ...period,
      /** Only the funds of the wallet with this address: on it, and on hold for it. */
      wallet: z.optional(lineOfText(128, { what: 'an address' })),
    })
    .check(isInOrder),
  data: z.object({
    /** Null for a remote wallet service, which shows its ledger to no one. */
    statement: z.nullable(statement),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

export const statementOperations = [readStatement] as const;
