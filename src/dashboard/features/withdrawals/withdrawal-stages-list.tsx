import { Box, Group, Text, Title } from '@mantine/core';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { CopyableTime } from '#dashboard/ui/time.tsx';
import { StatusBadge } from '#dashboard/ui/status-badge.tsx';
import { WithdrawalReason } from './withdrawal-reason.tsx';
import { stagesOf } from './withdrawal-stages.ts';
import classes from './withdrawal-details.module.css';

type Props = {
  value: Partial<WithdrawalDetail>;
  /** When the transaction came to be, where it was found. */
  sentAt: string | undefined;
};

/** What has happened to a request, and when, as far as the service says it. */
export function WithdrawalStages({ value, sentAt }: Props) {
  return (
    <section aria-labelledby="stages-heading">
      <Title order={3} my="sm" c="dimmed" size="xs" fw={500} id="stages-heading">
        What has happened
      </Title>
      <Box component="ol" fz="sm" className={classes['stages']}>
        {stagesOf(value, sentAt).map(({ name, at, status }) => (
          <li key={name}>
            <Group component="span" display="inline-flex" wrap="nowrap" gap="sm">
              {words[name]}
              {status !== undefined && <StatusBadge status={status} />}
            </Group>
            {at === undefined ? (
              <Text span c="dimmed" inherit>
                time not told
              </Text>
            ) : (
              <CopyableTime value={at} />
            )}
            {name === 'change' && <WithdrawalReason value={value} className={classes['reason']} />}
          </li>
        ))}
      </Box>
    </section>
  );
}

const words = { requested: 'Requested', transaction: 'Transaction made', change: 'Last change' };
