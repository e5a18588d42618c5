import { Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { balanceQueries } from '../balances.queries.ts';
import { readBalancesAddress } from '#dashboard/entities/balances/balances-url.ts';
import toolbar from '../toolbar.module.css';
import { ZerosSwitch } from '../zeros-switch.tsx';
import { CheckButtons } from './check-buttons.tsx';
import { CheckProgress } from './check-progress.tsx';
import { CheckRules } from './check-rules.tsx';
import { CheckSummary } from './check-summary.tsx';
import { CheckTable } from './check-table.tsx';
import { isZeroRow } from './wallet-check.ts';

/** Proves the balances: every wallet is read and added up. */
export function Component() {
  const mayRead = usePermission('wallets:read').allowed;
  if (mayRead) return <PermittedCheck />;
  return (
    <>
      <Text c="dimmed" size="sm">
        A check reads every wallet and adds them up, so the API key also needs permission to read wallets.
      </Text>
      <NoPermission permission="wallets:read" />
    </>
  );
}

function PermittedCheck() {
  const [search] = useSearchParams();
  const { showsZeros } = readBalancesAddress(search);
  const queryClient = useQueryClient();
  const check = useQuery(balanceQueries.check());
  const { data, error, isFetching } = check;
  const start = () => void check.refetch();
  const stop = () =>
    void queryClient.cancelQueries({ queryKey: balanceQueries.check().queryKey, exact: true });

  const shown = data?.rows.filter((row) => showsZeros || !isZeroRow(row)) ?? [];
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={toolbar['toolbar']}>
        <ZerosSwitch hidden={data === undefined ? undefined : data.rows.length - shown.length} />
        <CheckButtons isRunning={isFetching} wasRun={data !== undefined} onStart={start} onStop={stop} />
      </Group>
      {isFetching && <CheckProgress />}
      {!isFetching && data === undefined && error === null && (
        <Text c="dimmed" size="sm">
          Stopped before all wallets were read. Nothing was compared.
        </Text>
      )}
      {error !== null && !isFetching && data === undefined && <ErrorState error={error} onRetry={start} />}
      {error !== null && !isFetching && data !== undefined && <FailureAlert error={error} onRetry={start} />}
      {data !== undefined && (
        <>
          <CheckSummary check={data} isStale={isFetching} />
          {shown.length > 0 && <CheckTable rows={shown} />}
        </>
      )}
      <CheckRules hasLedger={data?.hasLedger} />
    </>
  );
}
