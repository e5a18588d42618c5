import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatementRow } from '#contract/gateway/statements.ts';
import { add, negate, subtract, sum } from '#domain/arithmetic.ts';
import { type Decimal, decimal, ZERO } from '#domain/decimal.ts';
import { anyAmount } from '#dashboard/entities/balances/balances.arbitrary.ts';
import { differenceOf, faultsOf, statementByCurrency } from './statement-lines.ts';

const none = {
  inflow: ZERO,
  outflow: ZERO,
  withdrawal_fees: ZERO,
  aml_check_fees: ZERO,
  exchanged_in: ZERO,
  exchanged_out: ZERO,
  collected: ZERO,
  other: ZERO,
};

type Place = Pick<StatementRow, 'type' | 'network' | 'currency'>;

const funds = (total: Decimal) => ({ total, on_hold: ZERO, in_transit: ZERO });

function rowOf(place: Place, opening: Decimal, moved: Partial<StatementRow['movements']> = {}): StatementRow {
  const movements = { ...none, ...moved };
  const closing = sum([opening, ...Object.values(movements)]);
  return { ...place, opening: funds(opening), movements, closing: funds(closing) };
}

const tron = { type: 'accounting', network: 'trx', currency: 'USDT' };
const pool = { type: 'accounting', network: 'trx_eth', currency: 'USDT' };
const smallest = decimal('0.000000000000000001');

const anyRow = fc
  .tuple(
    fc.record({
      type: fc.constantFrom('user', 'accounting'),
      network: fc.constantFrom('trx', 'eth', 'bnb'),
      currency: fc.constantFrom('USDT', 'ETH'),
    }),
    fc.array(anyAmount, { minLength: 8, maxLength: 8 }),
  )
  .map(
    ([
      place,
      [
        opening = ZERO,
        inflow = ZERO,
        outflow = ZERO,
        fees = ZERO,
        checks = ZERO,
        brought = ZERO,
        given = ZERO,
      ],
    ]) =>
      rowOf(place, opening, {
        inflow,
        outflow: negate(outflow),
        withdrawal_fees: negate(fees),
        aml_check_fees: negate(checks),
        exchanged_in: brought,
        exchanged_out: negate(given),
      }),
  );
const anyRows = fc.uniqueArray(anyRow, {
  selector: ({ type, network, currency }) => `${type} ${network} ${currency}`,
});

describe('a statement by currency', () => {
  it('has the sum of its lines as its total, and finds no fault where every row adds up', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const statements = statementByCurrency(rows);
        expect(faultsOf(statements)).toEqual([]);
        for (const { currency, total } of statements) {
          const own = rows.filter((row) => row.currency === currency);
          expect(total.opening).toBe(sum(own.map(({ opening }) => opening.total)));
          expect(total.closing).toBe(sum(own.map(({ closing }) => closing.total)));
          expect(total.exchanged).toBe(
            sum(own.flatMap(({ movements: m }) => [m.exchanged_in, m.exchanged_out])),
          );
          expect(differenceOf(total)).toBe(ZERO);
        }
      }),
    );
  });

  it('finds the smallest difference in a row, and names the row', () => {
    const row = rowOf(tron, decimal('5'), { inflow: decimal('1.5') });
    const wrong = { ...row, closing: { ...row.closing, total: subtract(row.closing.total, smallest) } };
    const faults = faultsOf(statementByCurrency([wrong, rowOf(pool, decimal('7'))]));
    expect(faults).toMatchObject([{ currency: 'USDT', line: { network: 'trx' }, difference: smallest }]);
  });

  it('finds collected funds that left one place and did not reach another', () => {
    const left = rowOf(tron, decimal('9'), { collected: decimal('-7') });
    const reached = (amount: Decimal) => rowOf(pool, ZERO, { collected: amount });
    expect(faultsOf(statementByCurrency([left, reached(decimal('7'))]))).toEqual([]);
    expect(faultsOf(statementByCurrency([left, reached(add(decimal('7'), smallest))]))).toEqual([
      { currency: 'USDT', line: undefined, difference: smallest },
    ]);
  });

  it('leaves out places where nothing was and nothing moved, and no others', () => {
    const passing = rowOf(pool, ZERO, { inflow: decimal('1'), outflow: decimal('-1') });
    const statements = statementByCurrency([rowOf(tron, ZERO), passing]);
    expect(statements.flatMap(({ lines }) => lines.map(({ network }) => network))).toEqual(['trx_eth']);
  });
});
