import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { WalletLedger } from '#contract/gateway/ledger-balances.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { asSentence } from '#dashboard/lib/error-words.ts';
import { BalanceList } from './balance-list.tsx';
import { BalanceStatement } from './balance-statement.tsx';
import { walletLedger } from './wallet-ledger.queries.ts';
import classes from './wallet-drawer.module.css';

type Props = { address: string; network: string | undefined; balances: Wallet['balances'] | undefined };

/** What a wallet can spend, and how it came about where the ledger is provided. */
export function WalletBalances({ address, network, balances }: Props) {
  const { data: ledger, error } = useQuery(walletLedger(address));
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
      {ledger === null && (
        <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
          This wallet service doesn’t provide funds on hold or AML check fees.
        </Text>
      )}
      {ledger === undefined && error !== null && (
        <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
          Funds on hold and AML check fees couldn’t be read. {asSentence(error.message)}
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
