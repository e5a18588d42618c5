import { IconExchange } from '@tabler/icons-react';
import { lazy } from 'react';
import { namedColumnsOf } from '../../ui/data-table/table-columns.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { progressTabs } from '../../list/history-columns.tsx';
import { HistoryList } from '../../list/history-list.tsx';
import { useHistoryList } from '../../list/use-history-list.ts';
import { soon } from '../../lib/soon.ts';
import { exchangeColumns } from './exchange-columns.tsx';
import { exchangePath, exchangesPath } from './exchange-paths.ts';
import { exchanges } from './exchanges.history.ts';

const filtersCode = soon(() => import('./exchange-filters.tsx'));
const ExchangeFilters = lazy(async () => ({ default: (await filtersCode).ExchangeFilters }));

const namedColumns = namedColumnsOf(exchangeColumns, {
  hidden: ['network_from', 'network_to', 'transaction_id'],
  pinned: ['created_at'],
});

export function ExchangeList() {
  const list = useHistoryList(exchanges);

  return (
    <HistoryList
      history={exchanges}
      list={list}
      title="Exchanges"
      exported="exchange-transactions"
      addressesOf={noAddresses}
      words={['exchange', 'exchanges']}
      path={exchangesPath}
      columns={exchangeColumns}
      namedColumns={namedColumns}
      rowPath={exchangePath}
      tabs={progressTabs}
      Filters={ExchangeFilters}
      empty={
        <EmptyState icon={<IconExchange size={20} />} title="No exchanges yet">
          When funds of the account’s pools are converted from one currency into another, it appears here with
          its rate and its fee.
        </EmptyState>
      }
    />
  );
}

const noAddresses = () => [];
