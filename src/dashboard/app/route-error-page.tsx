import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { ApiError } from '#dashboard/lib/api-error.ts';
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
  const isElsewhere = error instanceof ApiError && error.status === 403;
  // After an outage the page recovers without a click, because no user may be watching.
  useEffect(() => {
    if (!isCodeMissing) return undefined;
    const reload = () => window.location.reload();
    return reloadWhenReachable({ isReachable: isServerUp, reload, storage: sessionStorage });
  }, [isCodeMissing]);
  if (isElsewhere) return <NotInAccount />;
  return (
    <Page title="This page can’t be shown">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}

/** The address names an account in which whoever has signed in has nothing to do. */
function NotInAccount() {
  return (
    <Page title="You aren’t in this account">
      <EmptyState title="This link leads to another account" action={<a href="/">Go to your account</a>}>
        You aren’t a member of the account, or it doesn’t exist. Ask one of its administrators to add you.
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
