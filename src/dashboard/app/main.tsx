import './tokens.css';
import './base.css';
import '#dashboard/lib/color-scheme.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, startTransition, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isGivenWhole } from '#dashboard/api/early-responses.ts';
import { followSessionChanges, forgetAccount } from '#dashboard/session/session-changes.ts';
import { pageAccountPrefix, withinAccount } from '#dashboard/lib/page-account.ts';
import { drawAs } from '#dashboard/lib/drawing.ts';
import { byOwnClock } from '#dashboard/lib/server-time.ts';
import { tellTimeZone, timeZone } from '#dashboard/lib/time-zone.ts';
import { loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { signInPath } from '#contract/sign-in-path.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { allRead, createQueryClient, dateAll } from './query-client.ts';
import { createRoutes } from './routes.tsx';

/** How long a page that the server has drawn waits for what it was drawn with. */
const longestWaitMs = 300;

// In a task of its own, so that what the user does meanwhile isn't kept waiting.
void loadTemporal().then(() => setTimeout(start));

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const screen = findDrawnScreen(root);
  const drawnAt = Number(screen?.dataset['drawnAt']);
  if (screen !== undefined) drawAs(() => ({ at: drawnAt }));

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

  let application: Root | undefined;
  followSessionChanges(queryClient, () => application?.unmount());

  const draw = async (): Promise<void> => {
    const page = (
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    );
    // All of it is there, but for the time that it takes to read.
    if (screen !== undefined) {
      await Promise.race([
        allRead(queryClient),
        new Promise((resolve) => setTimeout(resolve, longestWaitMs)),
      ]);
      dateAll(queryClient, byOwnClock(drawnAt));
    }
    // Drawn piece by piece, not in one long task.
    startTransition(() => {
      if (screen === undefined) {
        application = createRoot(root);
        application.render(page);
      } else {
        application = hydrateRoot(screen, <TakenOver screen={screen}>{page}</TakenOver>);
      }
    });
  };

  // What index.html shows stays until there is a page to put in its place.
  const drawOnceLoaded = ({ initialized }: { initialized: boolean }) => {
    if (!initialized) return;
    stop();
    void draw();
  };
  const stop = router.subscribe(drawOnceLoaded);
  drawOnceLoaded(router.state);
}

/** The screen that the server has drawn, if it is what the browser would draw from the same data. */
function findDrawnScreen(root: HTMLElement): HTMLElement | undefined {
  const drawn = root.querySelector<HTMLElement>('[data-first-screen]:not([hidden])');
  if (drawn === null || !isGivenWhole()) return undefined;
  // Where the server doesn't know the zone, times are in UTC, and hidden.
  return (drawn.dataset['zone'] || 'UTC') === timeZone().iana ? drawn : undefined;
}

/** The page that the server has drawn, which can be used once React knows it. */
function TakenOver({ screen, children }: { screen: HTMLElement; children: ReactNode }) {
  // Before the shell repeats keys that were pressed.
  useLayoutEffect(() => {
    drawAs(() => undefined);
    screen.removeAttribute('data-first-screen');
    screen.removeAttribute('aria-hidden');
    screen.removeAttribute('aria-disabled');
    for (const form of screen.querySelectorAll('form')) form.inert = false;
    screen.parentElement?.querySelector('.boot')?.remove();
  }, [screen]);
  return children;
}
