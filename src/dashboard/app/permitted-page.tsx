import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { Permission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { Page } from '#dashboard/ui/page.tsx';

/** The page, or in its place the permission that the signed-in key lacks. */
export function PermittedPage({ permission, page }: { permission: Permission; page: ReactNode }) {
  if (usePermission(permission).allowed) return page;
  return (
    <Page>
      <NoPermission permission={permission} act={permission.endsWith(':read') ? 'view' : 'change'} />
      {/* What opens within the page may need another permission. */}
      <Outlet />
    </Page>
  );
}

/** What opens within a page, or nothing where the page already says what is missing. */
export function PermittedView({ permission, view }: { permission: Permission; view: ReactNode }) {
  return usePermission(permission).allowed ? view : null;
}

/** The page, or in its place the operation that the provider lacks. */
export function SupportedPage({ needs, page }: { needs: WalletServiceOperationId; page: ReactNode }) {
  const message = useUnsupported(needs);
  if (message === null) return page;
  return (
    <Page>
      <NotSupported message={message} />
      {/* What opens within the page may need another operation. */}
      <Outlet />
    </Page>
  );
}
