import { IconArrowDownLeft, IconArrowsLeftRight, IconArrowUpRight } from '@tabler/icons-react';
import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './transaction-cells.module.css';
import { transactionPath } from './transactions.queries.ts';

const known = new Map<string, { label: string; sign: '+' | '−'; icon: typeof IconArrowDownLeft }>([
  ['in', { label: 'In', sign: '+', icon: IconArrowDownLeft }],
  ['out', { label: 'Out', sign: '−', icon: IconArrowUpRight }],
]);

/** The direction of the funds, by icon, word and color together; an unknown direction unchanged. */
export function Direction({ direction }: { direction: string | undefined }) {
  const { label, icon: Icon } = known.get(direction ?? '') ?? {
    label: direction ?? 'unreadable',
    icon: IconArrowsLeftRight,
  };
  return (
    <span className={classes['direction']} data-direction={direction}>
      <Icon size={16} aria-hidden />
      {label}
    </span>
  );
}

/** The word for a direction; an unknown one unchanged. */
export function directionLabel(direction: string): string {
  return known.get(direction)?.label ?? direction;
}

/** The sign in front of an amount of this direction. */
export function signOf(direction: string | undefined): '+' | '−' | undefined {
  return known.get(direction ?? '')?.sign;
}

/** A list of records that belong to one transaction or withdrawal, each an `li`. */
export function RelatedList({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" fz="sm" className={classes['list']}>
      {children}
    </Box>
  );
}

/** A transaction in a list of related records: which way it went, and how much, as the way to its page. */
export function TransactionItem({ value }: { value: Partial<Transaction> }) {
  return (
    <li>
      <Text span w={88} c="dimmed" inherit>
        <Direction direction={value.direction} />
      </Text>
      <Link to={transactionPath(value.transaction_id ?? '')}>
        <Amount value={value.amount} {...(value.currency && { currency: value.currency })} />
      </Link>
    </li>
  );
}
