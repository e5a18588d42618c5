import { Description, DescriptionList } from '#dashboard/ui/description-list.tsx';
import { Box, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Refund } from '#contract/wallet-service/wallets.ts';
import { Address } from '#dashboard/ui/address.tsx';
import { Amount } from '#dashboard/ui/amount.tsx';
import classes from './wallet-drawer.module.css';

/** Deposits that were sent back. The address ends in `#refunds` when they are what was asked for. */
export function RefundList({ refunds }: { refunds: Refund[] }) {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (hash === '#refunds') heading.current?.scrollIntoView();
  }, [hash]);

  if (refunds.length === 0) return null;
  return (
    <section aria-labelledby="refunds-heading">
      <Title order={3} mb="sm" c="dimmed" size="xs" fw={500} id="refunds-heading" ref={heading}>
        Refunds{' '}
        <Text span c="var(--text)" inherit>
          {refunds.length}
        </Text>
      </Title>
      <Box component="ul" fz="sm" className={classes['refunds']}>
        {refunds.map((refund) => (
          <li key={refund.refund_transaction_id}>
            <Group component="p" wrap="nowrap" gap="lg" align="stretch" justify="space-between" mb={4}>
              <Amount value={refund.amount} currency={refund.currency} />
              <Text span c="dimmed" size="xs" lh="18px" className={classes['note']}>
                Refund {refund.refund_transaction_id}
              </Text>
            </Group>
            <DescriptionList isPlain>
              <Description name="To">
                <Address value={refund.refund_wallet} />
              </Description>
              <Description name="Deposit">
                <Address value={refund.deposit_transaction_id} what="deposit transaction ID" />
              </Description>
            </DescriptionList>
          </li>
        ))}
      </Box>
    </section>
  );
}
