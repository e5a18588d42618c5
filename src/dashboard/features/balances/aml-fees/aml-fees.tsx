import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconShieldSearch } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { countOf, groupDigits } from '#dashboard/lib/digits.ts';
import { amlFeesPerPage, balanceQueries } from '../balances.queries.ts';
import { amlFeesPath } from '#dashboard/entities/balances/balances-url.ts';
import toolbar from '../toolbar.module.css';
import { FeesTable } from './fees-table.tsx';
import { TotalsTable } from './totals-table.tsx';

/** Which AML checks wallets of the account paid for: movements that no list of transactions has. */
export function Component() {
  const [search] = useSearchParams();
  const wallet = search.get('wallet') ?? undefined;
  const offset = readOffset(search.get('offset'));
  const fees = useQuery({
    ...balanceQueries.amlFees(wallet, offset),
    placeholderData: keepPreviousData,
  });
  const retry = () => void fees.refetch();

  if (fees.data === undefined) {
    if (fees.error !== null) return <ErrorState error={fees.error} onRetry={retry} />;
    return <SkeletonLines label="Loading AML check fees" />;
  }
  if (fees.data === null) {
    return (
      <EmptyState icon={<IconShieldSearch size={20} />} title="AML check fees not provided">
        This wallet service doesn’t say what AML checks cost. Its balances are already reduced by the fees.
      </EmptyState>
    );
  }
  const { count, totals, rows } = fees.data;
  const allWallets = (
    <LinkButton variant="default" size="compact-sm" to={amlFeesPath()}>
      Show all wallets
    </LinkButton>
  );
  if (count === 0) {
    return (
      <EmptyState
        icon={<IconShieldSearch size={20} />}
        title="No AML check fees"
        {...(wallet !== undefined && { action: allWallets })}
      >
        {wallet === undefined ? 'No wallet' : 'This wallet'} has paid for an AML check. A wallet pays when the
        account has no prepaid checks left.
      </EmptyState>
    );
  }
  return (
    <>
      {fees.error !== null && <FailureAlert error={fees.error} onRetry={retry} />}
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={toolbar['toolbar']}>
        <span>
          {countOf(count, 'AML check')} paid for by {wallet === undefined ? 'wallets' : 'one wallet'}
        </span>
        {wallet !== undefined && allWallets}
      </Group>
      <TotalsTable totals={totals} />
      <FeesTable rows={rows} />
      <Pages count={count} shown={rows.length} offset={offset} wallet={wallet} />
    </>
  );
}

function readOffset(text: string | null): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}

type PagesProps = { count: number; shown: number; offset: number; wallet: string | undefined };

function Pages({ count, shown, offset, wallet }: PagesProps) {
  if (offset === 0 && shown === count) return null;
  const at = (next: number) => {
    const path = amlFeesPath(wallet);
    return next === 0 ? path : `${path}${wallet === undefined ? '?' : '&'}offset=${next}`;
  };
  return (
    <Group
      component="nav"
      gap="8px 16px"
      justify="space-between"
      mih={32}
      fz="sm"
      aria-label="Pages of AML check fees"
      className={toolbar['toolbar']}
    >
      <Text span c="dimmed" inherit>
        {shown === 0
          ? `This page is past the last of ${groupDigits(count)}`
          : `${groupDigits(offset + 1)}–${groupDigits(offset + shown)} of ${groupDigits(count)}`}
      </Text>
      <Group gap="8px 12px" className={toolbar['side']}>
        {offset > 0 && (
          <LinkButton variant="default" size="compact-sm" to={at(Math.max(0, offset - amlFeesPerPage))}>
            Newer
          </LinkButton>
        )}
        {offset + shown < count && shown > 0 && (
          <LinkButton variant="default" size="compact-sm" to={at(offset + amlFeesPerPage)}>
            Older
          </LinkButton>
        )}
      </Group>
    </Group>
  );
}
