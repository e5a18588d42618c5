import { Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconShieldSearch } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import type { AmlFee, AmlFees } from '#contract/gateway/ledger-balances.ts';
import { shortenMiddle } from '#domain/shorten.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { SkeletonLines } from '#dashboard/ui/skeleton-lines.tsx';
import { formatCount, formatInteger, pluralize } from '#domain/format.ts';
import { networkName } from '#dashboard/lib/format.ts';
import { amlFeesPath } from '#dashboard/entities/balances/balances-url.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { AddressNames, Party, useAddressName } from '#dashboard/entities/wallets/address-names.tsx';
import { walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { amlFeesPerPage, balanceQueries } from './balances.queries.ts';
import classes from '#dashboard/entities/balances/balances.module.css';
import { CopyableAmount } from '#dashboard/entities/balances/copyable-amount.tsx';

/** Which AML checks wallets of the account paid for: movements that no list of transactions has. */
export function Component() {
  const [search] = useSearchParams();
  const wallet = search.get('wallet') ?? undefined;
  const offset = parseOffset(search.get('offset'));
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
      <EmptyState icon={<IconShieldSearch size={20} />} title="AML check fees not available">
        This wallet service doesn’t report AML check costs. Its balances already have the fees deducted.
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
        {wallet === undefined ? 'No wallet' : 'This wallet'} has paid for an AML check. Wallets pay when no
        prepaid checks remain.
      </EmptyState>
    );
  }
  return (
    <>
      {fees.error !== null && <FailureAlert error={fees.error} onRetry={retry} />}
      <Group gap="8px 16px" justify="space-between" mih={32} fz="sm" className={classes['toolbar']}>
        <span>
          {formatCount(count, 'AML check')} paid for by {wallet === undefined ? 'wallets' : 'one wallet'}
        </span>
        {wallet !== undefined && allWallets}
      </Group>
      <AddressNames of={shownAddresses(fees.data)}>
        <TotalsTable totals={totals} />
        <FeesTable rows={rows} />
      </AddressNames>
      <Pages count={count} shown={rows.length} offset={offset} wallet={wallet} />
    </>
  );
}

function shownAddresses({ totals, rows }: AmlFees): string[] {
  const checked = rows.filter(({ subject }) => subject === 'address').map(({ value }) => value);
  return [...totals.map(({ wallet }) => wallet), ...rows.map(({ wallet }) => wallet), ...checked];
}

function parseOffset(text: string | null): number {
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
      className={classes['toolbar']}
    >
      <Text span c="dimmed" inherit>
        {shown === 0
          ? `This page is past the last of ${formatInteger(count)}`
          : `${formatInteger(offset + 1)}–${formatInteger(offset + shown)} of ${formatInteger(count)}`}
      </Text>
      <Group gap="8px 12px" className={classes['side']}>
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

/** What each wallet has paid in all. */
function TotalsTable({ totals }: Pick<AmlFees, 'totals'>) {
  const places = Math.max(0, ...totals.map(({ amount }) => decimalPlaces(amount)));
  return (
    <table className={classes['table']} aria-label="AML check fees by wallet">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Wallet</th>
          <th scope="col">Network</th>
          <th scope="col" data-align="end">
            Checks
          </th>
          <th scope="col" data-align="end">
            Fees paid
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ wallet, wallet_network: network, currency, checks, amount }) => (
          <tr key={`${wallet} ${currency}`} className={classes['line']}>
            <th scope="row" data-part="first">
              <Link to={amlFeesPath(wallet)} className={classes['link']}>
                <span className="unseen">AML check fees of wallet </span>
                <WalletName address={wallet} />
              </Link>
            </th>
            <td data-part="second">{networkName(network)}</td>
            <td data-align="end" data-part="count">
              {formatInteger(checks)}
              <span className="unseen"> {pluralize(checks, 'check')}</span>
            </td>
            <td data-align="end" data-part="other" data-label="Fees paid">
              <span>
                <CopyableAmount value={amount} currency={currency} places={places} /> {currency}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WalletName({ address }: { address: string }) {
  const name = useAddressName(address, undefined);
  return <span title={address}>{name ?? shortenMiddle(address)}</span>;
}

/** The checks that were paid for, the newest first. */
function FeesTable({ rows }: { rows: AmlFee[] }) {
  const places = Math.max(0, ...rows.map(({ amount }) => decimalPlaces(amount)));
  return (
    <table className={classes['table']} aria-label="AML checks that wallets paid for">
      <thead className="unseen-on-phone">
        <tr>
          <th scope="col">Paid</th>
          <th scope="col">Checked</th>
          <th scope="col">Network</th>
          <th scope="col">Paid by wallet</th>
          <th scope="col" data-align="end">
            Fee
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ uid, value, subject, network, wallet, currency, amount, paid_at: paidAt }) => (
          <tr key={uid} className={classes['line']}>
            <th scope="row" data-part="first">
              <CopyableTime value={paidAt} />
            </th>
            <td data-part="second">
              {subject === 'address' ? (
                <Party address={value} network={network} />
              ) : (
                <Address value={value} what="transaction ID" />
              )}
            </td>
            <td data-part="second">{networkName(network)}</td>
            <td data-part="second">
              <Link to={walletPath(wallet)} className={classes['link']}>
                <span className="unseen">Wallet </span>
                <WalletName address={wallet} />
              </Link>
            </td>
            <td data-align="end" data-part="other" data-label="Fee">
              <span>
                <CopyableAmount value={amount} currency={currency} places={places} /> {currency}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
