import { wholeListRows } from '#contract/gateway/whole-list.ts';
import { isRestricting, type ParameterMeaning } from '#contract/list-parameters.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { formatInteger } from '#domain/format.ts';

const mostRows = formatInteger(wholeListRows);

const filtered = `Without these filters, the console reads all rows and filters them itself, which takes longer. Lists of more than ${mostRows} rows can’t be filtered this way.`;
const sorted = `Without these sort orders, the console reads all rows and sorts them itself, which takes longer. Lists of more than ${mostRows} rows stay in the provider’s own order.`;
const dated = `Without a date filter, periods, sums and money movement need all rows. For lists of more than ${mostRows} rows, they aren’t available.`;
const looked = 'Without a filter by ID, the console looks through the list for the row that a link names.';

const costs: Readonly<Record<string, string>> = {
  search: `Without a search, the console reads all rows to find a text. Lists of more than ${mostRows} rows can’t be searched.`,
  status: `Without a status filter, tabs and the overview need all rows. For lists of more than ${mostRows} rows, tabs show no numbers.`,
  created_from: dated,
  created_to: dated,
  address: looked,
  transaction_id: looked,
  request_id: looked,
  external_id: looked,
  sort_direction: sorted,
  limit: 'Without a page size, pages have as many rows as the provider sends.',
  offset:
    'Without later pages, only the first rows can be shown, exports and sums aren’t complete, and the console can’t filter or sort in the provider’s place.',
  count: `Without a total, the console reads all rows to count them. For lists of more than ${mostRows} rows, the number stays unknown, and exports and sums aren’t complete.`,
};

const filters = new Set(
  [listWallets, listTransactions, listExchangeTransactions, listWithdrawalRequests].flatMap(({ rows }) =>
    Object.entries<ParameterMeaning>(rows.parameters).flatMap(([name, meaning]) =>
      isRestricting(meaning) ? [name] : [],
    ),
  ),
);

/** What it means for the user that a list can't do this; undefined where it means nothing. */
export function costOf(aspect: string): string | undefined {
  if (aspect.startsWith('sort_by=')) return sorted;
  return costs[aspect] ?? (filters.has(aspect) ? filtered : undefined);
}
