import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCoins } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { decimalPlaces } from '#domain/decimal.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { type BalanceLine, possiblyDoubled } from '../balance-lines.ts';
import { countOf } from '../balance-words.ts';
import { balanceQueries } from '../balances.queries.ts';
import { type BalancesAddress, readBalancesAddress, writeBalancesAddress } from '../balances-url.ts';
import { Notice } from '../notice.tsx';
import toolbar from '../toolbar.module.css';
import { ZerosSwitch } from '../zeros-switch.tsx';
import type { AmountColumns } from './amount-cells.tsx';
import { overviewOf } from './balance-groups.ts';
import { BalanceTable } from './balance-table.tsx';
import { DataAge } from './data-age.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { Meanings } from './meanings.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';

/** What the account has, by currency, network or wallet type. */
export function Overview() {
  const [search] = useSearchParams();
  const address = readBalancesAddress(search);
  const { data: lines, error, isFetching, refetch, dataUpdatedAt } = useQuery(balanceQueries.lines());
  const refresh = () => void refetch();

  if (lines === undefined) {
    return error === null ? (
      <OverviewSkeleton view={address.view} />
    ) : (
      <ErrorState error={error} onRetry={refresh} />
    );
  }
  if (lines.length === 0) {
    return (
      <EmptyState
        icon={<IconCoins size={20} />}
        title="No balances yet"
        action={
          <Button variant="default" loading={isFetching} onClick={refresh}>
            Refresh
          </Button>
        }
      >
        The service lists no balance for this account. Balances appear here once a wallet has received funds.
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={refresh} />}
      <Loaded
        lines={lines}
        address={address}
        age={<DataAge readAt={dataUpdatedAt} isReading={isFetching} onRefresh={refresh} />}
        isReading={isFetching}
        readAt={dataUpdatedAt}
      />
    </>
  );
}

type LoadedProps = {
  lines: BalanceLine[];
  address: BalancesAddress;
  age: React.ReactNode;
  isReading: boolean;
  readAt: number;
};

function Loaded({ lines, address, age, isReading, readAt }: LoadedProps) {
  const overview = overviewOf(lines, address.view, address.showsZeros);
  const shown = overview.groups.flatMap(({ subgroups }) => subgroups.flatMap((subgroup) => subgroup.lines));
  const columns = columnsOf(shown);
  const doubled = possiblyDoubled(lines);
  return (
    <>
      <div className={toolbar['toolbar']}>
        <ZerosSwitch hidden={overview.hidden} />
        <div className={toolbar['side']}>
          {shown.length > 0 && <ExportButtons lines={shown} readAt={readAt} />}
          {age}
        </div>
      </div>
      {doubled.length > 0 && (
        <Notice>
          The total of {doubled.join(', ')} may count funds twice: the service lists them both in the shared
          pool of Tron and Ethereum and on one of these networks, and whether the two overlap is not
          published.
        </Notice>
      )}
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconCoins size={20} />}
          title="Every balance is zero"
          action={
            <LinkButton
              variant="default"
              replace
              to={{ search: writeBalancesAddress({ ...address, showsZeros: true }) }}
            >
              Show {countOf(overview.hidden, 'zero balance')}
            </LinkButton>
          }
        >
          The account has nothing available, nothing in transit and nothing on deposit addresses.
        </EmptyState>
      ) : (
        <>
          <BalanceTable view={address.view} overview={overview} columns={columns} isReading={isReading} />
          <Meanings roundedSums={overview.roundedSums} hasPool={columns.transit || columns.blockchain} />
        </>
      )}
    </>
  );
}

function columnsOf(lines: BalanceLine[]): AmountColumns {
  const places = new Map<string, number>();
  for (const { currency, available, transit, blockchain } of lines) {
    for (const amount of [available, transit, blockchain]) {
      if (amount !== undefined)
        places.set(currency, Math.max(places.get(currency) ?? 0, decimalPlaces(amount)));
    }
  }
  return {
    transit: lines.some(({ transit }) => transit !== undefined),
    blockchain: lines.some(({ blockchain }) => blockchain !== undefined),
    places,
  };
}
