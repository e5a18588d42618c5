import type { Kysely } from 'kysely';
import type { sumTransactions } from '#contract/gateway/list-sums.ts';
import type { QueryOf } from '#contract/operation.ts';
import type { Tables } from '#database/tables.ts';
import { add } from '#domain/arithmetic.ts';
import { ZERO } from '#domain/decimal.ts';
import { inOrder, type SumLine } from '#domain/list-sums.ts';
import { listSums } from '../lists/list-sums.ts';
import { transactionList } from './transaction-list.ts';
import { matchingTransactions } from './transaction-search.ts';

/** The sums of all transactions of an account that match, each status on its own. */
export async function sumTransactionsOf(
  db: Kysely<Tables>,
  accountId: string,
  query: QueryOf<typeof sumTransactions>,
): Promise<SumLine[]> {
  const asked = { accountId, ...matchingTransactions(query) };
  const groups = await listSums(db, transactionList, asked, ['currency', 'status', 'direction']);
  const lines = new Map<string, SumLine>();
  for (const { group, rows, sums } of groups) {
    const { direction, currency, status } = group;
    const key = `${currency} ${status}`;
    const line = lines.get(key) ?? {
      group: { currency, status },
      rows: 0,
      sums: { in: ZERO, out: ZERO, fees: ZERO },
    };
    lines.set(key, {
      ...line,
      rows: line.rows + rows,
      sums: {
        ...line.sums,
        [direction]: sums['amount'] ?? ZERO,
        fees: add(line.sums['fees'] ?? ZERO, sums['fee'] ?? ZERO),
      },
    });
  }
  return inOrder([...lines.values()]);
}
