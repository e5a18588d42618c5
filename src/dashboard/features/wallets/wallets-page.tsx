import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { NoPermission } from '../../ui/no-permission.tsx';
import { Page } from '../../ui/page.tsx';
import { PermittedLink } from '../../ui/permitted-link.tsx';
import { usePermission } from '../session/use-permission.ts';
import { DepositWarning } from '../wallet-details/deposit-warning.tsx';
import { useFocusReturn } from './list-focus.ts';
import { preloadWhenIdle } from './wallet-code.ts';
import { newWalletPath } from './wallet-paths.ts';
import { toolsCode, WalletList } from './wallet-list.tsx';
import classes from './wallets.module.css';

const WalletActions = lazy(async () => ({ default: (await toolsCode).WalletActions }));

export function WalletsPage() {
  const mayRead = usePermission('wallets:read');
  const mayWrite = usePermission('wallets:write');
  const { search } = useLocation();
  useFocusReturn();
  useEffect(preloadWhenIdle, []);

  return (
    <Page
      title="Wallets"
      fill
      hasManyActions
      actions={
        <>
          {mayRead.allowed && (
            <Suspense>
              <WalletActions />
            </Suspense>
          )}
          <span data-new-wallet className={classes['newWallet']}>
            <PermittedLink
              to={{ pathname: newWalletPath, search }}
              permission={mayWrite}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-keyshortcuts="n c"
            >
              New wallet
            </PermittedLink>
          </span>
        </>
      }
    >
      <DepositWarning subject="many" />
      {mayRead.allowed ? <WalletList /> : <NoPermission permission="wallets:read" />}
      <Outlet />
    </Page>
  );
}
