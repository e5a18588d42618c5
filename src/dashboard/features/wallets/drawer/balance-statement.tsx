import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { WalletLedger } from '#contract/gateway/ledger-balances.ts';
import { negate } from '#domain/arithmetic.ts';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { amlFeesPath, openWithdrawalsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import classes from './wallet-drawer.module.css';

type Props = { address: string; network: string | undefined; ledger: WalletLedger; places: number };

/** How what is available of a currency came about: everything that came in, less what left, is paid or is on hold. */
export function BalanceStatement({ address, network, ledger, places }: Props) {
  const { currency, on_hold: held } = ledger;
  const mayReadFees = usePermission('balances:read').allowed;
  const lines: { label: string; amount: Decimal; links?: ReactNode }[] = [
    { label: 'Deposits', amount: ledger.deposits },
    { label: 'Withdrawals and their fees', amount: ledger.withdrawals },
    {
      label: 'AML check fees',
      amount: ledger.aml_fees,
      links: mayReadFees && (
        <Link to={amlFeesPath(address)} className={classes['link']}>
          View<span className="unseen"> AML checks that this wallet paid for</span>
        </Link>
      ),
    },
    { label: 'Moved to the exchange pool', amount: ledger.collections },
    { label: 'Other movements', amount: ledger.other },
    {
      label: 'On hold for withdrawals',
      amount: negate(held.withdrawals),
      links: <WithdrawalLinks network={network} currency={currency} />,
    },
    { label: 'On hold for AML checks', amount: negate(held.aml_checks) },
  ];
  const shown = lines.filter(({ amount }) => !isZero(amount));
  if (shown.length === 0) return null;
  return (
    <Stack
      component="dl"
      gap={2}
      pt={2}
      pb={4}
      pl="md"
      c="dimmed"
      fz="xs"
      lh="18px"
      className={classes['statement']}
      aria-label={`How ${currency} adds up`}
    >
      {shown.map(({ label, amount, links }) => (
        <div key={label}>
          <dt>
            {label}
            {links}
          </dt>
          <dd>
            <Amount value={amount} places={places} />
          </dd>
        </div>
      ))}
    </Stack>
  );
}

function WithdrawalLinks({ network, currency }: { network: string | undefined; currency: string }) {
  const mayRead = usePermission('withdrawals:read').allowed;
  if (!mayRead) return null;
  return (['new', 'processing'] as const).map((status) => (
    <Link key={status} to={openWithdrawalsAddress(status, network, currency)} className={classes['link']}>
      {status === 'new' ? 'New' : 'Processing'}
      <span className="unseen"> withdrawals of {currency}</span>
    </Link>
  ));
}
