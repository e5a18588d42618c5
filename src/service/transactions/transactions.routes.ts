import type { RowOf } from '#contract/operation.ts';
import { listTransactions as operation } from '#contract/wallet-service/transactions.ts';
import type { TransactionsTable } from '#database/history-tables.ts';
import { writeTransactionTime } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { listPage } from '../lists/list-page.ts';
import type { ServiceHost } from '../service-host.ts';
import { transactionList } from './transaction-list.ts';
import { matchingTransactions } from './transaction-search.ts';

export function registerTransactions(host: ServiceHost): void {
  serve(host, operation, async ({ query, caller: { accountId } }) => {
    const { count, rows } = await listPage(host.db, transactionList, {
      accountId,
      ...matchingTransactions(query),
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

function toResponse(row: TransactionsTable): Required<RowOf<typeof operation>> {
  return { ...row, created_at: writeTransactionTime(row.created_at) };
}
