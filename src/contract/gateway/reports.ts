import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { bodyFailures, permissionFailure, signedInFailures } from '../failures.ts';
import { momentParameter } from '../fields.ts';
import { operation } from '../operation.ts';

// Reports of the ledger, by booking time. Each adds up entries of `listLedgerEntries`, which prove its figures.

/** Ten years of months. */
const mostSpans = 120;
const startsMessage = `must be 1 to ${mostSpans} times in ascending order`;

/** The spans are months or years of any time zone, which only the caller knows. */
const body = z
  .strictObject({
    /** When each span begins; it ends before the next one begins. */
    starts: z.array(momentParameter('from'), { error: startsMessage }).check(
      z.minLength(1, startsMessage),
      z.maxLength(mostSpans, startsMessage),
      z.refine(
        (starts) => starts.every((start, index) => index === 0 || start > (starts[index - 1] ?? '')),
        startsMessage,
      ),
    ),
    /** Exclusive: the end of the last span. */
    until: momentParameter('from'),
  })
  .check(
    z.refine(({ starts, until }) => until > (starts.at(-1) ?? ''), {
      path: ['until'],
      error: 'must be after the last start',
    }),
  );

const common = {
  method: 'POST',
  isReading: true,
  tag: 'User',
  permission: 'balances:read',
  body,
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
} as const;

/** The index of the span in `starts`. */
const span = z.int();

export const feeKinds = ['withdrawal', 'exchange', 'aml_fee'] as const;

const feeRow = z.object({
  span,
  /** What the fee was paid for. */
  kind: z.enum(feeKinds),
  network: z.string(),
  currency: z.string(),
  amount: textAmount,
  /** How many fees were paid. */
  count: z.int(),
});

const flowRow = z.object({
  span,
  network: z.string(),
  currency: z.string(),
  inflow: textAmount,
  /** Without fees, above zero. */
  outflow: textAmount,
  deposits: z.int(),
  withdrawals: z.int(),
});

const exchangeRow = z.object({
  span,
  network_from: z.string(),
  currency_from: z.string(),
  network_to: z.string(),
  currency_to: z.string(),
  count: z.int(),
  given: textAmount,
  received: textAmount,
  /** In `currency_to`, already deducted from `received`. */
  fee: textAmount,
  /** What the stated rates would have given without a fee. */
  at_stated_rates: textAmount,
});

const counterpartyRow = z.object({
  /** An address or a label; empty where no document names one. */
  counterparty: z.string(),
  network: z.string(),
  currency: z.string(),
  received: textAmount,
  /** Without fees. */
  sent: textAmount,
  count: z.int(),
  /** Whether it is a wallet or the pool of the account. */
  is_own: z.boolean(),
});

/** The counterparties of a currency that aren’t among the rows. */
const otherCounterparties = z.object({
  currency: z.string(),
  counterparties: z.int(),
  received: textAmount,
  sent: textAmount,
  count: z.int(),
});

export type FeeRow = z.output<typeof feeRow>;
export type FlowRow = z.output<typeof flowRow>;
export type ExchangeRow = z.output<typeof exchangeRow>;
export type CounterpartyRow = z.output<typeof counterpartyRow>;
export type OtherCounterparties = z.output<typeof otherCounterparties>;

/** Null for a remote wallet service, which shows its ledger to no one. */
const rowsOf = <S extends z.ZodMiniObject>(row: S) => z.object({ rows: z.nullable(z.array(row)) });

export const reportFees = operation({
  ...common,
  id: 'reportFees',
  path: '/console/reports/fees',
  summary: 'Fees paid, by kind, network and currency',
  data: rowsOf(feeRow),
});

export const reportFlows = operation({
  ...common,
  id: 'reportFlows',
  path: '/console/reports/flows',
  summary: 'Inflow and outflow, by network and currency',
  data: rowsOf(flowRow),
});

export const reportExchanges = operation({
  ...common,
  id: 'reportExchanges',
  path: '/console/reports/exchanges',
  summary: 'Exchanges with their effective rate, by pair',
  data: rowsOf(exchangeRow),
});

/** Counterparties of each currency that are named; the others are added up. */
export const mostCounterparties = 50;

export const reportCounterparties = operation({
  ...common,
  id: 'reportCounterparties',
  path: '/console/reports/counterparties',
  summary: 'Counterparties by volume, over all spans',
  // The addresses are those of transactions.
  permission: 'transactions:read',
  data: z.object({ rows: z.nullable(z.array(counterpartyRow)), others: z.array(otherCounterparties) }),
});

export const reportOperations = [reportFees, reportFlows, reportExchanges, reportCounterparties] as const;
