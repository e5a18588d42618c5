import { listExchangeTransactions } from './wallet-service/exchanges.ts';
import { listTransactions } from './wallet-service/transactions.ts';
import { listWallets } from './wallet-service/wallets.ts';
import { listWithdrawalRequests } from './wallet-service/withdrawals.ts';

/**
 * The setting `WALLET_API_PARAMETERS`: operation → the contract's parameter → the provider's name of it. Null: the
 * provider has no such parameter. Empty text: its name has to be filled in, and until then it is sent under ours.
 */
export type ParameterTable = Record<string, Record<string, string | null>>;

/** What a provider has shown of a parameter. */
export type TriedParameter = {
  /** The operation's ID. */
  operation: string;
  /** The contract's name. */
  parameter: string;
  /** The name that works. Null: the provider says that it has no such parameter. Undefined: no name that was tried works. */
  works: string | null | undefined;
};

const lists = [listWallets, listTransactions, listExchangeTransactions, listWithdrawalRequests];

/**
 * The setting to suggest for a provider: what is set, with what was found out since. Parameters that work under the
 * contract's own name are left out. Lists and their parameters are in the contract's order.
 */
export function suggestParameters(
  tried: readonly TriedParameter[],
  current: Readonly<ParameterTable> = {},
): ParameterTable {
  const names = new Map(Object.entries(current).map(([id, table]) => [id, new Map(Object.entries(table))]));
  for (const { operation, parameter, works } of tried) {
    const table = names.get(operation) ?? new Map<string, string | null>();
    names.set(operation, table);
    table.delete(parameter);
    // A name can stand for one parameter only: the setting is refused otherwise.
    const isTaken = typeof works === 'string' && [...table.values()].includes(works);
    if (works !== parameter) table.set(parameter, works === undefined || isTaken ? '' : works);
  }
  const orders = new Map<string, string[]>(lists.map(({ id, query }) => [id, Object.keys(query.shape)]));
  const ids = new Set(['*', ...orders.keys(), ...names.keys()]);
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const table = names.get(id) ?? new Map<string, string | null>();
      const order = new Set([...(orders.get(id) ?? []), ...table.keys()]);
      const entries = [...order].flatMap((name) => {
        const theirs = table.get(name);
        return theirs === undefined ? [] : [[name, theirs] as const];
      });
      return entries.length === 0 ? [] : [[id, Object.fromEntries(entries)]];
    }),
  );
}
