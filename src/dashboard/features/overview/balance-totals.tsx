import { formatList } from '#domain/format.ts';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChevronRight, IconCoins } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isZero } from '#domain/decimal.ts';
import type { Instant } from '#domain/time.ts';
import { currencies } from '#domain/networks.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import {
  type BalanceLine,
  balanceLinesQuery,
  isZeroLine,
  possiblyDoubled,
  totalOf,
} from '#dashboard/entities/balances/balance-lines.ts';
import { formatBalancesUrl } from '#dashboard/entities/balances/balances-url.ts';
import { AmountValue, ValueSelect, ValueSummary } from '#dashboard/entities/value/values.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { liveEveryMs, useIsLive } from '#dashboard/list/live-setting.ts';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { LinesSkeleton, OverviewPanel } from './overview-panel.tsx';
import classes from './overview.module.css';

/** What the account has available of each currency now. */
export function BalanceTotals() {
  return (
    <BalancesPanel>
      <CurrentTotals />
    </BalancesPanel>
  );
}

type PanelProps = { wide?: boolean; children: ReactNode };

/** The panel of the balances, if they may and can be read. */
export function BalancesPanel({ wide = false, children }: PanelProps) {
  const mayRead = usePermission('balances:read');
  const unsupported = useUnsupported('getUserBalances');
  return (
    <OverviewPanel title="Balances at a glance" controls={<ValueSelect />} wide={wide}>
      {mayRead.allowed && unsupported === null ? (
        children
      ) : (
        <Stack gap={0} justify="center" flex="1" className={classes['instead']}>
          {unsupported === null ? (
            <NoPermission lacking={mayRead.lacking} />
          ) : (
            <NotSupported message={unsupported} />
          )}
        </Stack>
      )}
    </OverviewPanel>
  );
}

function CurrentTotals() {
  const isLive = useIsLive();
  return <Totals {...useQuery({ ...balanceLinesQuery, refetchInterval: isLive ? liveEveryMs : false })} />;
}

type TotalsProps = {
  /** The past moment that they are of; left out for now. */
  at?: Instant;
  data: BalanceLine[] | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
};

/** What there is available of each currency. Currencies are never added to one another. */
export function Totals({ data: lines, error, refetch, at }: TotalsProps) {
  const retry = () => void refetch();

  if (lines === undefined) {
    return error === null ? (
      <LinesSkeleton label="Loading balances" lines={currencies.length} />
    ) : (
      <Stack gap={0} justify="center" flex="1" className={classes['instead']}>
        <ErrorState error={error} onRetry={retry} />
      </Stack>
    );
  }
  const doubled = possiblyDoubled(lines);
  return (
    <>
      {error !== null && <FailureAlert error={error} onRetry={retry} />}
      {lines.length === 0 ? (
        <Stack gap={0} justify="center" flex="1" className={classes['instead']}>
          <EmptyState icon={<IconCoins size={20} />} title="No balances yet">
            Balances appear here once a wallet has received funds.
          </EmptyState>
        </Stack>
      ) : (
        <ul className={classes['lines']}>
          {[...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, ofCurrency]) => (
            <Total key={currency} currency={currency} lines={ofCurrency} at={at} />
          ))}
        </ul>
      )}
      <div className={classes['valued']}>
        <ValueSummary
          label="Available"
          items={lines.map(({ currency, available }) => ({ currency, amount: available }))}
          at={at}
        />
      </div>
      {doubled.length > 0 && (
        <Alert tone="warning">
          {formatList(doubled)} may be counted twice. The balances page explains why.
        </Alert>
      )}
    </>
  );
}

type TotalProps = { currency: string; lines: BalanceLine[]; at: Instant | undefined };

function Total({ currency, lines, at }: TotalProps) {
  const { available } = totalOf(lines);
  // Lines of zero are hidden there else.
  const showsZeros = lines.every(isZeroLine);
  return (
    <li>
      <Link to={`/balances${formatBalancesUrl({ currency, showsZeros, at })}`} className={classes['line']}>
        <Text span flex="none" miw={48} c="dimmed" fw={500} inherit>
          {currency}
        </Text>
        <Text
          span
          flex="1"
          miw={0}
          size="md"
          ta="end"
          className={classes['value']}
          data-zero={isZero(available) || undefined}
        >
          <span className={classes['beside']}>
            <AmountValue currency={currency} amount={available} at={at} isInControl />
          </span>{' '}
          <Amount value={available} />
        </Text>
        <IconChevronRight size={16} aria-hidden className={classes['chevron']} />
      </Link>
    </li>
  );
}
