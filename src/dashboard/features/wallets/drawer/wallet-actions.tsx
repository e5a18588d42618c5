import { Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconToggleLeft, IconTrash, IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isSupported } from '#contract/gateway/sessions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { type WalletAction, walletPath } from '#dashboard/entities/wallets/wallets.ts';
import { newWithdrawalFrom } from '#dashboard/entities/withdrawals/withdrawal-paths.ts';
import { useShortcuts } from '#dashboard/lib/use-shortcuts.ts';
import { useAllUnsupported, usePermission, useSession } from '#dashboard/session/session.queries.ts';
import { copyText } from '#dashboard/ui/copy-text.ts';
import { PermittedLink } from '#dashboard/ui/permitted-link.tsx';
import { useBlockWallet } from '../edit/block-wallet.tsx';
import type { useWallet } from './use-wallet.ts';
import { useMayWithdrawFrom, withdrawalSource } from './withdrawal-source.ts';

type Action = {
  action: WalletAction;
  needs: WalletServiceOperationId;
  label: string;
  key: string;
  icon: ReactNode;
};

const actions: Action[] = [
  {
    action: 'rename',
    needs: 'renameWallet',
    label: 'Rename',
    key: 'R',
    icon: <IconPencil size={16} aria-hidden />,
  },
  {
    action: 'status',
    needs: 'setWalletStatus',
    label: 'Change status',
    key: 'S',
    icon: <IconToggleLeft size={16} aria-hidden />,
  },
  {
    action: 'delete',
    needs: 'deleteWallet',
    label: 'Delete',
    key: 'D',
    icon: <IconTrash size={16} aria-hidden />,
  },
];

/** What can be done with a wallet; each at its own address. */
export function WalletActions({ address, wallet }: { address: string; wallet: Partial<Wallet> }) {
  const { network } = wallet;
  const permission = usePermission('wallets:write', { on: { network } });
  const session = useSession();
  const mayWithdraw = useMayWithdrawFrom(wallet);
  const gaps = useAllUnsupported(['createWithdrawalRequest', ...actions.map(({ needs }) => needs)]);
  const { search } = useLocation();
  return (
    <Stack gap="sm">
      <Group gap="sm" align="stretch">
        <PermittedLink
          to={newWithdrawalFrom(withdrawalSource(address, wallet))}
          permission={mayWithdraw}
          leftSection={<IconUpload size={16} aria-hidden />}
        >
          Withdraw
        </PermittedLink>
        {actions
          .filter(({ needs }) => isSupported(session, needs))
          .map(({ action, label, key, icon }) => (
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
      {gaps.map((message) => (
        <Text key={message} c="dimmed" size="sm">
          {message}
        </Text>
      ))}
    </Stack>
  );
}

const actionOfKey = new Map<string, WalletAction>([
  ['r', 'rename'],
  ['s', 'status'],
  ['d', 'delete'],
  ['Delete', 'delete'],
]);

/** The keys of an open drawer. */
export function useDrawerKeys({ address, row }: ReturnType<typeof useWallet>, isOnTop: boolean): void {
  const block = useBlockWallet();
  const session = useSession();
  const { search } = useLocation();
  const navigate = useNavigate();

  useShortcuts(isOnTop, (key) => {
    const found = actionOfKey.get(key);
    const needs = actions.find(({ action: each }) => each === found)?.needs;
    const action = isSupported(session, needs) ? found : undefined;
    if (key === 'a') void copyText(address, `Copied ${address}`);
    else if (key === 'b' && row !== undefined) block({ ...row.value, address });
    else if (action !== undefined) void navigate({ pathname: walletPath(address, action), search });
    return key === 'a' || key === 'b' || action !== undefined;
  });
}
