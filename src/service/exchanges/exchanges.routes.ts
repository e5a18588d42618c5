import type { RowOf } from '#contract/operation.ts';
import { listExchangeTransactions as operation } from '#contract/wallet-service/exchanges.ts';
import type { ExchangeTransactionsTable } from '#database/history-tables.ts';
import { writeExchangeTime } from '#domain/time.ts';
import { serve } from '#http/serve.ts';
import { listPage } from '../lists/list-page.ts';
import type { ServiceHost } from '../service-host.ts';
import { exchangeList } from './exchange-list.ts';
import { matchingExchanges } from './exchange-sums.store.ts';

export function registerExchanges(host: ServiceHost): void {
  serve(host, operation, async ({ query, caller: { accountId } }) => {
    const { count, rows } = await listPage(host.db, exchangeList, {
      accountId,
      ...matchingExchanges(query),
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

function toResponse(row: ExchangeTransactionsTable): Required<RowOf<typeof operation>> {
  return { ...row, created_at: writeExchangeTime(row.created_at) };
}
