import { Box, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useSearchParams } from 'react-router';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconPlayerStop,
  IconRefresh,
  IconScale,
} from '@tabler/icons-react';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { parseBalancesUrl } from '#dashboard/entities/balances/balances-url.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { formatCount } from '#domain/format.ts';
import { ProgressBar } from '#dashboard/ui/progress-bar.tsx';
import { Alert } from '#dashboard/ui/alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { balanceQueries, type WalletCheck } from '../balances.queries.ts';
import balances from '#dashboard/entities/balances/balances.module.css';
import { ZerosSwitch } from '../zeros-switch.tsx';
import { CheckTable, VerdictBadge } from './check-table.tsx';
import { isZeroRow } from './wallet-check.ts';
import classes from './check.module.css';
import { conclude } from './conclusion.ts';

/** Proves the balances: all wallets are added up. */
export function Component() {
  const mayRead = usePermission('wallets:read');
  const unsupported = useUnsupported('listWallets');
  if (unsupported !== null) return <NotSupported message={unsupported} />;
  if (mayRead.allowed) return <PermittedCheck />;
  return (
    <>
      <Text c="dimmed" size="sm">
        A check adds up all wallets, so it also needs permission to read wallets.
      </Text>
      <NoPermission lacking={mayRead.lacking} />
    </>
  );
}

function PermittedCheck() {
  const [search] = useSearchParams();
  const { showsZeros } = parseBalancesUrl(search);
  const queryClient = useQueryClient();
  const check = useQuery(balanceQueries.check());
  const { error } = check;
  // Its rows are drawn without holding up keys and clicks in one long task.
  const data = useDeferredValue(check.data);
  const isFetching = check.isFetching || data !== check.data;
  const start = () => void check.refetch();
  const stop = () =>
    void queryClient.cancelQueries({ queryKey: balanceQueries.check().queryKey, exact: true });

  const shown = data?.rows.filter((row) => showsZeros || !isZeroRow(row)) ?? [];
  return (
    <>
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={balances['toolbar']}>
        <ZerosSwitch hidden={data === undefined ? undefined : data.rows.length - shown.length} />
        <CheckButtons isRunning={isFetching} wasRun={data !== undefined} onStart={start} onStop={stop} />
      </Group>
      {isFetching && data === undefined && <Progress />}
      {!isFetching && data === undefined && error === null && (
        <Text c="dimmed" size="sm">
          Stopped before all wallets were added up. Nothing was compared.
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
      {/* The first result would push it out of view. */}
      {(data !== undefined || !isFetching) && <CheckRules hasLedger={data?.hasLedger} />}
    </>
  );
}

type CheckButtonsProps = { isRunning: boolean; wasRun: boolean; onStart: () => void; onStop: () => void };

/** Start and stop are one button in two states, so that it keeps its place and the focus. */
function CheckButtons({ isRunning, wasRun, onStart, onStop }: CheckButtonsProps) {
  const Icon = isRunning ? IconPlayerStop : IconRefresh;
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={isRunning ? onStop : onStart}
    >
      {isRunning ? 'Stop' : wasRun ? 'Check again' : 'Check'}
    </Button>
  );
}

function Progress() {
  return <ProgressBar label="Adding up wallets" value={undefined} max={undefined} />;
}

type CheckSummaryProps = { check: WalletCheck; isStale: boolean };

/** What the check found, when, and from how many wallets. */
function CheckSummary({ check, isStale }: CheckSummaryProps) {
  const { isProved, needsAttention, title, counts, doubts } = conclude(check);
  const Icon = isProved ? IconCircleCheck : needsAttention ? IconAlertTriangle : IconScale;
  return (
    <>
      <Group
        component="section"
        gap="8px 24px"
        justify="space-between"
        py="md"
        px="lg"
        bd="1px solid var(--line)"
        bdrs={8}
        bg="var(--surface-raised)"
        aria-label="Result of the check"
        pos="relative"
        className={classes['summary']}
        data-stale={isStale || undefined}
      >
        {/* Within the result, so that nothing moves while it is checked again. */}
        {isStale && (
          <Box pos="absolute" left={0} right={0} bottom={0}>
            <Progress />
          </Box>
        )}
        <Stack gap="xs">
          <Group
            component="h2"
            wrap="nowrap"
            gap="sm"
            fz="md"
            fw={600}
            className={classes['title']}
            data-tone={isProved ? 'positive' : needsAttention ? 'warning' : undefined}
          >
            <Icon size={18} aria-hidden />
            {title}
          </Group>
          <Group component="ul" gap="2px 16px" align="stretch" fz="sm">
            {counts.map(({ verdict, count }) => (
              <li key={verdict}>
                <VerdictBadge verdict={verdict} count={count} />
              </li>
            ))}
          </Group>
        </Stack>
        <Group component="dl" gap="2px 16px" align="stretch" fz="xs" className={classes['facts']}>
          <div>
            <dt>Started</dt>
            <dd>
              <Time value={new Date(check.startedAt).toISOString()} />
            </dd>
          </div>
          <div>
            <dt>Finished</dt>
            <dd>
              <Time value={new Date(check.endedAt).toISOString()} />
            </dd>
          </div>
          <div>
            <dt>Wallets</dt>
            <dd>{formatCount(check.walletsRead, 'wallet')} added up</dd>
          </div>
          <div>
            <dt>Pools</dt>
            <dd>{poolsText(check)}</dd>
          </div>
        </Group>
      </Group>
      {doubts.map((doubt) => (
        <Alert tone="warning" key={doubt}>
          {doubt}
        </Alert>
      ))}
    </>
  );
}

function poolsText({ hasLedger, ledgerFailure }: WalletCheck): string {
  if (hasLedger) return 'checked against the ledger';
  return ledgerFailure === null ? 'ledger not available' : 'ledger not loaded';
}

/** What is compared with what, and what can't be. */
function CheckRules({ hasLedger }: { hasLedger: boolean | undefined }) {
  return (
    <Box
      component="section"
      maw={860}
      pt="sm"
      c="dimmed"
      fz="sm"
      aria-labelledby="check-rules"
      className={classes['rules']}
    >
      <h2 id="check-rules">How balances are checked</h2>
      <ul>
        <li>
          <strong>Proved:</strong> the balance equals the sum of its wallets
          {hasLedger === false ? '' : ' and its pool'}, to the last digit.
          {hasLedger === true &&
            ' The pool is added up from every ledger entry, and the ledger must also agree with the balance.'}
        </li>
        {hasLedger !== true && (
          <>
            <li>
              <strong>Upper bound only:</strong> the balance includes a pool that the wallet service doesn’t
              report. The wallets hold no more than the balance, which doesn’t prove the balance.
            </li>
            <li>
              <strong>Not checked:</strong> there is nothing to compare the balance with. This applies to the
              shared Tron and Ethereum pool and to unknown wallet types.
            </li>
          </>
        )}
      </ul>
      <p>
        Balances are read before and after the wallets. A balance that changes in between is reported as
        changed, not as a difference.
      </p>
    </Box>
  );
}
