import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { EmptyState } from '#dashboard/ui/empty-state.tsx';
import { isServerUp } from '#dashboard/api/client.ts';
import { isMissingCode } from '#dashboard/lib/error-message.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';

/** Shown when a page can't be rendered at all. */
export function RouteErrorPage() {
  const thrown = useRouteError();
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const isCodeMissing = isMissingCode(error);
  // After an outage the page recovers without a click, because no user may be watching.
  useEffect(() => {
    if (!isCodeMissing) return undefined;
    const reload = () => window.location.reload();
    return reloadWhenReachable({ isReachable: isServerUp, reload, storage: sessionStorage });
  }, [isCodeMissing]);
  if (error instanceof NotInAccountError) return <NotInAccount />;
  return (
    <Page title="This page can’t be shown">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/** The URL names an account that the user isn’t a member of. */
export class NotInAccountError extends Error {}

function NotInAccount() {
  return (
    <Page title="No access to this account">
      <EmptyState title="You aren’t a member of this account" action={<a href="/">Go to your account</a>}>
        Ask one of its administrators to invite you. If the account doesn’t exist, check the link.
      </EmptyState>
    </Page>
  );
}

const PAUSE_MS = 5_000;
/** Code that is still missing after a reload is not waited for as eagerly. */
const LONG_PAUSE_MS = 60_000;
const reloadedKey = 'reloaded-for-code';

type Deps = {
  isReachable: () => Promise<boolean>;
  reload: () => void;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
};

/** Reloads the page as soon as the console can be reached again. Returns a function that ends the waiting. */
export function reloadWhenReachable({ isReachable, reload, storage }: Deps): () => void {
  const last = Number(storage.getItem(reloadedKey) ?? 0);
  const pause = Date.now() - last < LONG_PAUSE_MS ? LONG_PAUSE_MS : PAUSE_MS;
  const tryReload = async (): Promise<void> => {
    if (!(await isReachable())) return;
    clearInterval(timer);
    storage.setItem(reloadedKey, String(Date.now()));
    reload();
  };
  const timer = setInterval(() => void tryReload(), pause);
  return () => clearInterval(timer);
}
