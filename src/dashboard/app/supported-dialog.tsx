import type { ReactNode } from 'react';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { useUnsupported } from '#dashboard/session/session.queries.ts';
import { RouteDialog } from '#dashboard/ui/route-dialog.tsx';

/** A dialog that has an address, or in its place the operation that the provider lacks. */
export function SupportedDialog({ needs, dialog }: { needs: WalletServiceOperationId; dialog: ReactNode }) {
  const message = useUnsupported(needs);
  if (message === null) return dialog;
  return (
    <RouteDialog title="Not available with this provider">
      <p>{message}</p>
    </RouteDialog>
  );
}
