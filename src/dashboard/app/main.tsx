import './tokens.css';
import './base.css';
import '#dashboard/lib/color-scheme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { followSessionChanges, forgetAccount } from '#dashboard/session/session-changes.ts';
import { pageAccountPrefix, withinAccount } from '#dashboard/lib/page-account.ts';
import { tellTimeZone } from '#dashboard/lib/time-zone.ts';
import { loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { signInPath } from '#contract/sign-in-path.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';

// In a task of its own, so that what the user does meanwhile isn't kept waiting.
void loadTemporal().then(() => setTimeout(start));

function start(): void {
  const onSessionEnded = () => {
    // While on the way to a page, that page is the one to come back to.
    const location = withinAccount(router.state.navigation.location ?? router.state.location);
    if (location.pathname !== '/sign-in') void leave(location);
  };
  // The page then says that the account is no longer the user's.
  const queryClient = createQueryClient(onSessionEnded, () => window.location.reload());
  const router = createBrowserRouter(createRoutes(queryClient), {
    basename: pageAccountPrefix() || '/',
  });

  /** First away from what shows the data: forgotten under its eyes, it would be asked for again. */
  async function leave({ pathname, search }: { pathname: string; search: string }): Promise<void> {
    await router.navigate(signInPath(pathname + search), { replace: true, flushSync: true });
    // The user may have gone elsewhere on the way; what that page waits for must not be forgotten, because it leads
    // here again.
    if (withinAccount(router.state.location).pathname === '/sign-in') forgetAccount(queryClient);
  }

  tellTimeZone();

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const application = createRoot(root);
  followSessionChanges(queryClient, () => application.unmount());

  // What index.html shows stays until there is a page to put in its place.
  const drawOnceLoaded = ({ initialized }: { initialized: boolean }) => {
    if (!initialized) return;
    stop();
    // Drawn piece by piece, not in one long task.
    startTransition(() =>
      application.render(
        <ThemeProvider>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ThemeProvider>,
      ),
    );
  };
  const stop = router.subscribe(drawOnceLoaded);
  drawOnceLoaded(router.state);
}
