import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import type { RolePermission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { usePermission, useUnsupported } from '#dashboard/session/session.queries.ts';
import { NoPermission } from '#dashboard/ui/no-permission.tsx';
import { NotSupported } from '#dashboard/ui/not-supported.tsx';
import { Page } from '#dashboard/ui/page.tsx';

type Needed = readonly RolePermission[];

/** The page, or in its place the permissions that the signed-in user or key lacks. */
export function PermittedPage({ needed, page }: { needed: Needed; page: ReactNode }) {
  const mayOpen = usePermission(needed);
  if (mayOpen.allowed) return page;
  const { lacking } = mayOpen;
  const isReading = lacking?.permissions.every((each) => each.endsWith(':read'));
  return (
    <Page>
      <NoPermission lacking={lacking} act={isReading === true ? 'view' : 'change'} />
      {/* What opens within the page may need another permission. */}
      <Outlet />
    </Page>
  );
}

/** What opens within a page, or nothing where the page already says what is missing. */
export function PermittedView({ needed, view }: { needed: Needed; view: ReactNode }) {
  return usePermission(needed).allowed ? view : null;
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
