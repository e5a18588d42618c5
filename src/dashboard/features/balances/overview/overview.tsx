import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCoins } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { sharedPoolKey } from '#contract/wallet-service/balances.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { formatCount, formatList } from '#domain/format.ts';
import { formatDuration } from '#dashboard/lib/format.ts';
import { byServerClock } from '#dashboard/lib/server-time.ts';
import { useClock } from '#dashboard/lib/use-clock.ts';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Button, LinkButton } from '#dashboard/ui/button.tsx';
import { RefreshButton } from '#dashboard/ui/refresh-button.tsx';
import type { Instant } from '#domain/time.ts';
import { useAsOf } from '#dashboard/lib/as-of.ts';
import { pastBalancesQuery } from '#dashboard/entities/balances/past-balances.ts';
import { NotedAt, PastMoment, UnknownMoment } from '#dashboard/entities/balances/past-moment.tsx';
import {
  type Amounts,
  type BalanceLine,
  balanceLinesQuery,
  possiblyDoubled,
  withLedger,
} from '#dashboard/entities/balances/balance-lines.ts';
import {
  type BalancesAddress,
  parseBalancesUrl,
  formatBalancesUrl,
} from '#dashboard/entities/balances/balances-url.ts';
import { Alert } from '#dashboard/ui/alert.tsx';
import { balanceQueries } from '../balances.queries.ts';
import classes from '#dashboard/entities/balances/balances.module.css';
import { ZerosSwitch } from '../zeros-switch.tsx';
import { momentText } from '#dashboard/entities/balances/balance-labels.ts';
import { type AmountColumns, BalanceTable } from './balance-table.tsx';
import { overviewOf } from './balance-groups.ts';
import { ExportButtons } from './export-buttons.tsx';
import { type LedgerReading, LedgerSection, Meanings } from './ledger-section.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';
import { useDust, withoutDust } from './dust.ts';
import { useValueCurrency } from '#dashboard/entities/value/value-currency.ts';
import { ValueSelect, ValueSummary } from '#dashboard/entities/value/values.tsx';

/** What the account has, or had at a past moment, by currency, network or wallet type. */
export function Component() {
  const [search] = useSearchParams();
  const address = parseBalancesUrl(search);
  const asOf = useAsOf();
  if (asOf.kind === 'now') return <Current address={address} />;
  return <PastMoment asOf={asOf}>{(at) => <Past address={address} at={at} />}</PastMoment>;
}

function Current({ address }: { address: BalancesAddress }) {
  const { data: lines, error, isFetching, refetch, dataUpdatedAt } = useQuery(balanceLinesQuery);
  const ledger = useQuery(balanceQueries.ledger());
  const refresh = () => {
    void refetch();
    void ledger.refetch();
  };

  if (lines === undefined && error !== null) return <ErrorState error={error} onRetry={refresh} />;
  // What is on hold is shown under what is available, and would push down what follows if it came later.
  const isLedgerComing = ledger.isPending && ledger.failureCount === 0;
  if (lines === undefined || isLedgerComing) return <OverviewSkeleton view={address.view} />;
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
        Balances appear here once a wallet has received funds.
      </EmptyState>
    );
  }
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={refresh} />}
      <Loaded
        lines={withLedger(lines, ledger.data)}
        ledger={ledger}
        address={address}
        age={<DataAge readAt={dataUpdatedAt} isReading={isFetching} onRefresh={refresh} />}
        isReading={isFetching}
        readAt={dataUpdatedAt}
      />
    </>
  );
}

function Past({ address, at }: { address: BalancesAddress; at: Instant }) {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(pastBalancesQuery(at));
  const retry = () => void refetch();
  if (data?.kind === 'unknown') return <UnknownMoment at={at} {...data} />;
  if (data === undefined) {
    return error === null ? (
      <OverviewSkeleton view={address.view} />
    ) : (
      <ErrorState error={error} onRetry={retry} />
    );
  }
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      <Loaded
        lines={data.lines}
        at={at}
        {...(data.kind === 'noted' && { notedAt: data.notedAt })}
        ledger={{ data: data.kind === 'booked' ? data.lines : null, error: null, isFetching, refetch }}
        address={address}
        isReading={isFetching}
        readAt={dataUpdatedAt}
      />
    </>
  );
}

type LoadedProps = {
  lines: BalanceLine[];
  /** The past moment that they are of; left out for now. */
  at?: Instant;
  /** When a remote provider stated them; left out for our own ledger. */
  notedAt?: Instant;
  ledger: LedgerReading;
  address: BalancesAddress;
  age?: React.ReactNode;
  isReading: boolean;
  readAt: number;
};

function Loaded({ lines: all, at, notedAt, ledger, address, age, isReading, readAt }: LoadedProps) {
  const isPast = at !== undefined;
  const { currency } = address;
  const lines = currency === undefined ? all : all.filter((line) => line.currency === currency);
  const overview = overviewOf(lines, address.view, address.showsZeros);
  const shown = overview.groups.flatMap(({ subgroups }) => subgroups.flatMap((subgroup) => subgroup.lines));
  const columns = { ...columnsOf(shown), value: useValueCurrency(), at };
  const dust = useDust(shown, at);
  const doubled = possiblyDoubled(lines);
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={classes['toolbar']}>
        <ZerosSwitch hidden={overview.hidden} />
        {currency !== undefined && lines.length > 0 && (
          <Group gap="8px 12px" className={classes['side']}>
            Only {currency}
            <AllCurrencies address={address} />
          </Group>
        )}
        <Group gap="8px 12px" className={classes['side']}>
          <ValueSelect />
          {shown.length > 0 && <ExportButtons lines={shown} readAt={readAt} at={at} notedAt={notedAt} />}
          {notedAt !== undefined && <NotedAt at={notedAt} />}
          {age}
        </Group>
      </Group>
      {doubled.length > 0 && (
        <Alert tone="warning">
          The total of {formatList(doubled)} may count funds twice: the service reports them both in the
          shared Tron and Ethereum pool and on one of these networks, and doesn’t say whether the two overlap.
        </Alert>
      )}
      {lines.length === 0 && (
        <EmptyState
          icon={<IconCoins size={20} />}
          title={`No ${currency} balance`}
          action={<AllCurrencies address={address} />}
        >
          The service lists no balance in this currency.
        </EmptyState>
      )}
      {lines.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={<IconCoins size={20} />}
          title={currency === undefined ? 'All balances are zero' : `All ${currency} balances are zero`}
          action={
            <LinkButton
              variant="default"
              replace
              to={{ search: formatBalancesUrl({ ...address, showsZeros: true }) }}
            >
              Show {formatCount(overview.hidden, 'zero balance')}
            </LinkButton>
          }
        >
          {isPast ? 'Nothing was' : 'Nothing is'} available, in transit, on hold or on deposit addresses.
        </EmptyState>
      )}
      {shown.length > 0 && (
        <>
          <ValueSummary label="Available" items={valuedItems(lines)} dust={dust} at={at} />
          <BalanceTable
            view={address.view}
            overview={dust === undefined ? overview : withoutDust(overview, dust)}
            columns={columns}
            isReading={isReading}
            isPast={isPast}
          />
          <LedgerSection lines={lines} ledger={ledger} isPast={isPast} />
          <Meanings
            roundedSums={overview.roundedSums}
            hasPool={lines.some(({ network }) => network === sharedPoolKey)}
          />
        </>
      )}
    </>
  );
}

function valuedItems(lines: readonly BalanceLine[]) {
  return lines.map(({ currency, available }) => ({ currency, amount: available }));
}

function AllCurrencies({ address }: { address: BalancesAddress }) {
  return (
    <LinkButton
      variant="default"
      size="compact-sm"
      replace
      to={{ search: formatBalancesUrl({ ...address, currency: undefined }) }}
    >
      Show all currencies
    </LinkButton>
  );
}

function columnsOf(lines: BalanceLine[]): Omit<AmountColumns, 'value' | 'at'> {
  // A sum has no more decimals than what it is the sum of.
  const most = (field: keyof Amounts) => {
    const places = lines.flatMap((line) => line[field] ?? []).map(decimalPlaces);
    return places.length === 0 ? undefined : Math.max(...places);
  };
  return {
    // Both share one column.
    available: Math.max(most('available') ?? 0, most('onHold') ?? 0),
    transit: most('transit'),
    blockchain: most('blockchain'),
  };
}

type DataAgeProps = {
  /** When the numbers on screen were read; 0 before that. */
  readAt: number;
  isReading: boolean;
  onRefresh: () => void;
};

/** How old what is shown is, and the way to read it again. */
function DataAge({ readAt, isReading, onRefresh }: DataAgeProps) {
  const now = useClock();
  const at = byServerClock(readAt);
  return (
    <Group gap="8px 12px" className={classes['side']}>
      {readAt > 0 && (
        <time className={classes['age']} dateTime={new Date(at).toISOString()} title={momentText(at)}>
          Updated {formatDuration(now - at)} ago
        </time>
      )}
      <RefreshButton isReading={isReading} onRefresh={onRefresh} />
    </Group>
  );
}
