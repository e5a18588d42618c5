import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isServerUp } from '#dashboard/api/client.ts';
import { isMissingCode } from '#dashboard/lib/error-words.ts';
import { reloadWhenReachable } from '#dashboard/lib/reload-when-reachable.ts';
import { ErrorState } from '#dashboard/ui/error-state.tsx';
import { Page } from '#dashboard/ui/page.tsx';

/** What is left when a page cannot be shown at all. */
export function RouteErrorPage() {
  const thrown = useRouteError();
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const isCodeMissing = isMissingCode(error);
  // After an outage the page comes by itself: nobody may be there to try again.
  useEffect(() => {
    if (!isCodeMissing) return undefined;
    const reload = () => window.location.reload();
    return reloadWhenReachable({ isReachable: isServerUp, reload, storage: sessionStorage });
  }, [isCodeMissing]);
  return (
    <Page title="This page cannot be shown">
      <ErrorState error={error} onRetry={() => window.location.reload()} />
    </Page>
  );
}
