import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { QueryOf, RowOf } from '#contract/operation.ts';
import { listTransactions as operation } from '#contract/wallet-service/transactions.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { writeTransactionTime } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { listPage } from '../lists/list-page.ts';
import type { ServiceHost } from '../service-host.ts';
import { transactionList } from './transaction-list.ts';
import { isFoundBy } from './transaction-search.ts';

export function registerTransactions(host: ServiceHost): void {
  serve(host, operation, async ({ query, caller: { accountId } }) => {
    const { network, currency, direction, status } = query;
    const { count, rows } = await listPage(host.db, transactionList, {
      accountId,
      filters: { network, currency, direction, status },
      from: query.created_from,
      to: query.created_to,
      where: exactly(query),
      sortBy: query.sort_by,
      sortDirection: query.sort_direction,
      limit: query.limit,
      offset: query.offset,
    });
    return {
      count,
      result: 'success',
      transactions: rows.map(toResponse),
    };
  });
}

function exactly({ transaction_id: id, search }: QueryOf<typeof operation>): RawBuilder<SqlBool> | undefined {
  const conditions = [
    ...(id === undefined ? [] : [sql<SqlBool>`transaction_id = ${id}`]),
    ...(search === undefined ? [] : [isFoundBy(search)]),
  ];
  return conditions.length === 0 ? undefined : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function toResponse(row: TransactionsTable): RowOf<typeof operation> {
  return { ...row, created_at: writeTransactionTime(row.created_at) };
}
