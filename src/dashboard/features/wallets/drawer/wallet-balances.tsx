import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WalletLedger } from '#contract/gateway/ledger-balances.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { type Decimal, decimalPlaces, isZero } from '#domain/decimal.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { BalanceList } from './balance-list.tsx';
import classes from './wallet-drawer.module.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { negate } from '#domain/arithmetic.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { amlFeesPath, openWithdrawalsAddress } from '#dashboard/entities/balances/balances-url.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { walletLedger } from '../wallets.queries.ts';

type Props = { address: string; network: string | undefined; balances: Wallet['balances'] | undefined };

/** What a wallet can spend, and how it came about where the ledger is provided. */
export function WalletBalances({ address, network, balances }: Props) {
  const { data: ledger, error } = useQuery(walletLedger(address));
  const mayReadStatement = usePermission('balances:read').allowed;
  return (
    <section aria-labelledby="balances-heading">
      <Title order={3} mb="sm" c="dimmed" size="xs" fw={500} id="balances-heading">
        Available balances
      </Title>
      <BalanceList
        balances={balances}
        statementPlaces={Math.max(0, ...[...(ledger?.values() ?? [])].map(mostPlaces))}
        statement={(currency, places) => statementOf(ledger?.get(currency), { address, network, places })}
      />
      {ledger && mayReadStatement && (
        <Text size="xs" lh="18px" className={classes['note']}>
          <Link to={`/books?${new URLSearchParams({ wallet: address }).toString()}`}>
            Statement of this wallet
          </Link>
        </Text>
      )}
      {ledger === null && (
        <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
          This wallet service doesn’t report funds on hold or AML check fees.
        </Text>
      )}
      {ledger === undefined && error !== null && (
        <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
          Funds on hold and AML check fees couldn’t be loaded. {asSentence(error.message)}
        </Text>
      )}
    </section>
  );
}

function statementOf(
  ledger: WalletLedger | undefined,
  shown: { address: string; network: string | undefined; places: number },
) {
  return ledger && <BalanceStatement ledger={ledger} {...shown} />;
}

/** The most decimals of any amount in a statement. */
function mostPlaces({ on_hold: held, ...ledger }: WalletLedger): number {
  const { available, deposits, withdrawals, aml_fees: fees, collections, other } = ledger;
  const amounts = [available, deposits, withdrawals, fees, collections, other];
  return Math.max(...[...amounts, held.withdrawals, held.aml_checks].map(decimalPlaces));
}

type BalanceStatementProps = {
  address: string;
  network: string | undefined;
  ledger: WalletLedger;
  places: number;
};

/** How what is available of a currency came about: everything that came in, less what left, is paid or is on hold. */
function BalanceStatement({ address, network, ledger, places }: BalanceStatementProps) {
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
          View<span className="unseen"> AML checks paid for by this wallet</span>
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
