import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { decimalPlaces } from '#domain/decimal.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import { holdingsOf } from '../holdings.ts';
import classes from './wallet-drawer.module.css';

type Props = {
  balances: Wallet['balances'] | undefined;
  /** Below the balance of a currency, with its amounts shown to so many places. */
  statement?: (currency: string, places: number) => ReactNode;
  /** The most decimals of any amount in the statements. */
  statementPlaces?: number;
};

/** What a wallet can spend by currency, to the last digit, points under each other. */
export function BalanceList({ balances, statement, statementPlaces = 0 }: Props) {
  if (balances === undefined)
    return (
      <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
        unreadable
      </Text>
    );
  const holdings = holdingsOf(balances);
  if (holdings.length === 0)
    return (
      <Text c="dimmed" size="xs" lh="18px" className={classes['note']}>
        The service doesn’t list any currencies.
      </Text>
    );
  const places = Math.max(statementPlaces, ...holdings.map(({ amount }) => decimalPlaces(amount)));
  return (
    <Box component="ul" fz="sm" className={classes['balances']}>
      {holdings.map(({ currency, amount }) => (
        <li key={currency}>
          <Group
            component="p"
            gap="0px 16px"
            align="stretch"
            justify="space-between"
            className={classes['balance']}
          >
            <Text span c="dimmed" inherit>
              {currency}
            </Text>
            <Amount value={amount} places={places} />
          </Group>
          {statement?.(currency, places)}
        </li>
      ))}
    </Box>
  );
}
