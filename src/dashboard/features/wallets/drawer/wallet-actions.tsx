import { Group } from '@mantine/core';
import { IconPencil, IconToggleLeft, IconTrash, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { type WalletAction, walletPath } from '#dashboard/entities/wallets/wallet-paths.ts';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/new-withdrawal-path.ts';
import { withdrawalSource } from './withdrawal-source.ts';

const actions: { action: WalletAction; label: string; key: string; icon: ReactNode }[] = [
  { action: 'rename', label: 'Rename', key: 'R', icon: <IconPencil size={16} aria-hidden /> },
  { action: 'status', label: 'Change status', key: 'S', icon: <IconToggleLeft size={16} aria-hidden /> },
  { action: 'delete', label: 'Delete', key: 'D', icon: <IconTrash size={16} aria-hidden /> },
];

/** What can be done with a wallet; each at its own address. */
export function WalletActions({ address, wallet }: { address: string; wallet: Partial<Wallet> }) {
  const permission = usePermission('wallets:write');
  const mayWithdraw = usePermission('withdrawals:write');
  const { search } = useLocation();
  return (
    <Group gap="sm" align="stretch">
      <PermittedLink
        to={newWithdrawalFrom(withdrawalSource(address, wallet))}
        permission={mayWithdraw}
        leftSection={<IconUpload size={16} aria-hidden />}
      >
        Withdraw
      </PermittedLink>
      {actions.map(({ action, label, key, icon }) => (
        <PermittedLink
          key={action}
          to={{ pathname: walletPath(address, action), search }}
          permission={permission}
          variant="default"
          leftSection={icon}
          aria-keyshortcuts={key.toLowerCase()}
        >
          {label}
          <kbd>{key}</kbd>
        </PermittedLink>
      ))}
    </Group>
  );
}
