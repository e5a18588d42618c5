import { Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { changeWalletNotes } from '#contract/gateway/wallet-notes.ts';
import { walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import { Description } from '#dashboard/ui/description-list.tsx';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { FailureAlert } from '#dashboard/ui/failure-alert.tsx';
import { Time } from '#dashboard/ui/time.tsx';
import { walletNotesQuery } from '../wallets.queries.ts';
import classes from './wallet-drawer.module.css';

/** When the wallet was created, and by whom; nothing if that is unknown. */
export function WalletCreated({ address }: { address: string }) {
  const { data } = useQuery(walletNotesQuery(address));
  if (data?.created_at == null) return null;
  return (
    <Description name="Created" note={data.created_by !== null && `By ${data.created_by}`}>
      <Time value={data.created_at} />
    </Description>
  );
}

/** What the account has noted about the wallet. */
export function WalletNotes({ address, network }: { address: string; network: string | undefined }) {
  const { data, error, refetch } = useQuery(walletNotesQuery(address));
  const mayWrite = usePermission(changeWalletNotes, { on: { network } });
  const { search } = useLocation();
  const isEmpty = data?.note === '' && data.tags.length === 0;
  return (
    <section aria-label="Notes">
      <Group justify="space-between" mb="sm">
        <Title order={3} c="dimmed" size="xs" fw={500}>
          Notes
        </Title>
        {data !== undefined && (
          <PermittedLink
            permission={mayWrite}
            to={{ pathname: walletPath(address, 'notes'), search }}
            variant="default"
            size="compact-sm"
          >
            {isEmpty ? 'Add note' : 'Edit notes'}
          </PermittedLink>
        )}
      </Group>
      {data === undefined && error === null && <Skeleton h={20} />}
      {error !== null && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {isEmpty && (
        <Text c="dimmed" size="sm">
          No notes or tags yet.
        </Text>
      )}
      {data !== undefined && data.note !== '' && (
        <Text size="sm" className={classes['noteText']}>
          {data.note}
        </Text>
      )}
      {data !== undefined && data.tags.length > 0 && (
        <Group component="ul" gap="6px" mt={data.note === '' ? 0 : 'sm'} aria-label="Tags">
          {data.tags.map((tag) => (
            <li key={tag} className={classes['tag']}>
              {tag}
            </li>
          ))}
        </Group>
      )}
    </section>
  );
}
