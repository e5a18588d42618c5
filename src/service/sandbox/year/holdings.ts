import { add, compare, subtract } from '#domain/arithmetic.ts';
import { ZERO, type Decimal } from '#domain/decimal.ts';
import type { LedgerAccount } from '../../ledger/ledger-accounts.ts';

/**
 * What may be counted on at a step of the year, never more than the books will say. What arrives by way of
 * something that takes a while, such as a settlement, counts only `patience` steps later: however the year's
 * moments fall, it has arrived by then.
 */
export type Holdings = {
  of: (account: LedgerAccount) => Decimal;
  receive: (account: LedgerAccount, amount: Decimal) => void;
  receiveLater: (account: LedgerAccount, amount: Decimal) => void;
  /** Throws a RangeError where there is less. */
  spend: (account: LedgerAccount, amount: Decimal) => void;
  nextStep: () => void;
};

/** So many steps take far more than the hours that a settlement or a request may take. */
const patience = 150;

export function makeHoldings(): Holdings {
  const balances = new Map<string, Decimal>();
  const expected: { account: LedgerAccount; amount: Decimal; step: number }[] = [];
  let arrived = 0;
  let step = 0;
  const of = ({ id }: LedgerAccount) => balances.get(id) ?? ZERO;
  const receive = (account: LedgerAccount, amount: Decimal) => {
    balances.set(account.id, add(of(account), amount));
  };
  return {
    of,
    receive,
    receiveLater: (account, amount) => {
      expected.push({ account, amount, step: step + patience });
    },
    spend: (account, amount) => {
      const before = of(account);
      if (compare(before, amount) < 0) throw new RangeError(`${account.id} holds ${before}, not ${amount}.`);
      balances.set(account.id, subtract(before, amount));
    },
    nextStep: () => {
      step += 1;
      for (let next = expected[arrived]; next && next.step <= step; next = expected[arrived]) {
        receive(next.account, next.amount);
        arrived += 1;
      }
    },
  };
}
