import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/error-state.tsx';
import { Page } from '../ui/page.tsx';

/** What is left when a page cannot be shown at all. */
export function RouteErrorPage() {
  const error = useRouteError();
  return (
    <Page title="This page cannot be shown">
      <ErrorState
        error={error instanceof Error ? error : new Error(String(error))}
        onRetry={() => window.location.reload()}
      />
    </Page>
  );
}
