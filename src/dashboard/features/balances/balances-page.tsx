import type { QueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useSearchParams } from 'react-router';
import { Group } from '@mantine/core';
import { IconReceipt2, IconScale, IconShieldSearch } from '@tabler/icons-react';
import { LinkButton } from '#dashboard/ui/button.tsx';
import { Page } from '#dashboard/ui/page.tsx';
import { prefetchValues } from '#dashboard/entities/value/value-currency.ts';
import { AsOfControl } from '#dashboard/ui/as-of/as-of-control.tsx';
import { AsOfNotice } from '#dashboard/ui/as-of/as-of-notice.tsx';
import { currentMoment, parseAsOf, useAsOf } from '#dashboard/lib/as-of.ts';
import { timeZone } from '#dashboard/lib/time-zone.ts';
import { pastBalancesQuery } from '#dashboard/entities/balances/past-balances.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import {
  amlFeesPath,
  type BalanceView,
  balanceViews,
  parseBalancesUrl,
  formatBalancesUrl,
} from '#dashboard/entities/balances/balances-url.ts';
import { balanceQueries } from './balances.queries.ts';
import classes from './balances-page.module.css';

export function Component() {
  const { pathname } = useLocation();
  const ofNow = pathname.endsWith('/check')
    ? 'Balances are compared'
    : pathname.endsWith('/aml-fees')
      ? 'AML check fees are shown'
      : undefined;
  return (
    <Page actions={<Actions isOfNow={ofNow !== undefined} />}>
      <AsOfNotice ofNow={ofNow} />
      <BalanceViews />
      <Outlet />
    </Page>
  );
}

export function loader(queryClient: QueryClient, url: string): void {
  const asOf = parseAsOf(new URL(url).searchParams, currentMoment(), timeZone().iana);
  if (asOf.kind === 'past') void queryClient.prefetchQuery(pastBalancesQuery(asOf.at));
  if (asOf.kind !== 'now') return;
  void queryClient.prefetchQuery(balanceLinesQuery);
  void queryClient.prefetchQuery(balanceQueries.ledger());
  prefetchValues(queryClient);
}

/** Past moments, and what moved in a period. */
function Actions({ isOfNow }: { isOfNow: boolean }) {
  const asOf = useAsOf();
  return (
    <>
      {!isOfNow && <AsOfControl at={asOf.kind === 'past' ? asOf.at : undefined} />}
      <LinkButton to="/books" variant="default" leftSection={<IconReceipt2 size={16} aria-hidden />}>
        Statement
      </LinkButton>
    </>
  );
}

const labels = {
  currency: 'currency',
  network: 'network',
  type: 'wallet type',
} as const satisfies Record<BalanceView, string>;

/** The ways to look at the balances, as links. */
function BalanceViews() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const address = parseBalancesUrl(search);
  const isCheck = pathname.endsWith('/check');
  const isFees = pathname.endsWith('/aml-fees');
  return (
    <Group
      component="nav"
      wrap="nowrap"
      gap={4}
      align="stretch"
      pos="relative"
      aria-label="Views of the balances"
      className={classes['views']}
    >
      {balanceViews.map((view) => (
        <Link
          key={view}
          to={`/balances${formatBalancesUrl({ ...address, view })}`}
          className={classes['view']}
          aria-current={!isCheck && !isFees && view === address.view ? 'page' : undefined}
        >
          <span className="unseen-on-phone">By </span>
          <span className={classes['label']}>{labels[view]}</span>
        </Link>
      ))}
      <Link
        to={`/balances/check${formatBalancesUrl(address)}`}
        className={classes['view']}
        aria-current={isCheck ? 'page' : undefined}
      >
        <IconScale size={15} stroke={1.75} aria-hidden />
        Check
        <span className="unseen-on-phone"> against wallets</span>
      </Link>
      <Link
        to={`${amlFeesPath()}${formatBalancesUrl({ at: address.at })}`}
        className={classes['view']}
        aria-current={isFees ? 'page' : undefined}
      >
        <IconShieldSearch size={15} stroke={1.75} aria-hidden />
        <span className={classes['label']}>AML </span>
        <span className="unseen-on-phone">check </span>
        fees
      </Link>
    </Group>
  );
}
