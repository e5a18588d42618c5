import type { StatementRow } from '#contract/gateway/statements.ts';
import { add, subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { byCurrency, byNetwork, byType, lineKey } from '#dashboard/entities/balances/balance-lines.ts';

/** The movements that a statement has a column for, in their order between opening and closing. */
const movementNames = ['inflow', 'outflow', 'fees', 'amlFees', 'exchanged', 'collected', 'other'] as const;

export type MovementName = (typeof movementNames)[number];

/** The amounts of a place, or of a currency in all places. */
export type StatementAmounts = Record<MovementName, Decimal> & {
  opening: Decimal;
  closing: Decimal;
  /** Of the closing. */
  onHold: Decimal;
  inTransit: Decimal;
  /** How much more was on hold at the end than at the beginning. */
  onHoldChange: Decimal;
};

export type StatementLine = StatementAmounts & {
  key: string;
  type: string;
  network: string;
  currency: string;
};

/** The places of a currency that had funds or movements in the period, and what they add up to. */
export type CurrencyStatement = { currency: string; lines: StatementLine[]; total: StatementAmounts };

/** The statement by currency. Places where nothing was and nothing moved are left out. */
export function statementByCurrency(rows: readonly StatementRow[]): CurrencyStatement[] {
  const lines = rows
    .map(toLine)
    .filter((line) => amountNames.some((name) => !isZero(line[name])))
    .sort(
      (a, b) =>
        byCurrency(a.currency, b.currency) || byType(a.type, b.type) || byNetwork(a.network, b.network),
    );
  return [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, ofCurrency]) => ({
    currency,
    lines: ofCurrency,
    total: totalOf(ofCurrency),
  }));
}

/** What opening and movements add up to, less the closing: zero unless the statement is wrong. */
export function differenceOf(amounts: StatementAmounts): Decimal {
  return subtract(sum([amounts.opening, ...movementNames.map((name) => amounts[name])]), amounts.closing);
}

export type StatementFault = { currency: string; line: StatementLine | undefined; difference: Decimal };

/**
 * Where opening plus movements isn't closing, and the currencies whose collected amounts, which only move between
 * places, don't add up to zero. Of all rows, whether shown or not.
 */
export function faultsOf(
  statements: readonly CurrencyStatement[],
  { isWhole = true } = {},
): StatementFault[] {
  return statements
    .flatMap(({ currency, lines, total }) => [
      ...lines.map((line) => ({ currency, line, difference: differenceOf(line) })),
      // Otherwise the places that are left out may have it.
      ...(isWhole ? [{ currency, line: undefined, difference: total.collected }] : []),
    ])
    .filter(({ difference }) => !isZero(difference));
}

const amountNames = ['opening', ...movementNames, 'closing', 'onHold', 'inTransit', 'onHoldChange'] as const;

function toLine({ type, network, currency, opening, movements, closing }: StatementRow): StatementLine {
  return {
    key: lineKey(type, network, currency),
    type,
    network,
    currency,
    opening: opening.total,
    inflow: movements.inflow,
    outflow: movements.outflow,
    fees: movements.withdrawal_fees,
    amlFees: movements.aml_check_fees,
    exchanged: add(movements.exchanged_in, movements.exchanged_out),
    collected: movements.collected,
    other: movements.other,
    closing: closing.total,
    onHold: closing.on_hold,
    inTransit: closing.in_transit,
    onHoldChange: subtract(closing.on_hold, opening.on_hold),
  };
}

function totalOf(lines: readonly StatementLine[]): StatementAmounts {
  const totals = amountNames.map((name) => [name, sum(lines.map((line) => line[name]))] as const);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every name has its sum.
  return Object.fromEntries(totals) as StatementAmounts;
}
