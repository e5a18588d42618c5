import type { Statement, StatementRow } from '#contract/gateway/statements.ts';
import { isZero } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import type { TestService } from '../testing.ts';
import { readStatement } from './statement.store.ts';

/** Before everything that a test books. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is written as one.
export const beginning = '2020-01-01T00:00:00.000000Z' as Instant;

/** `user trx USDT`. */
export const placeOf = ({ type, network, currency }: Pick<StatementRow, 'type' | 'network' | 'currency'>) =>
  `${type} ${network} ${currency}`;

/** Reads statements of the test's account. */
export function statements(service: TestService) {
  const statementOf = async (from: Instant, to: Instant, wallet?: string): Promise<Statement> => {
    const statement = await readStatement(service.db, service.accountId, { from, to, wallet });
    if (statement === undefined) throw new Error(`The period from ${from} is still to come.`);
    return statement;
  };
  return {
    statementOf,
    /** The row of a place, without the movements that are zero. */
    rowOf: async (place: string, from: Instant, to: Instant) => {
      const row = (await statementOf(from, to)).rows.find((each) => placeOf(each) === place);
      if (row === undefined) return undefined;
      const moved = Object.entries(row.movements).filter(([, amount]) => !isZero(amount));
      return { opening: row.opening.total, ...Object.fromEntries(moved), closing: row.closing };
    },
  };
}
