import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, Outlet, redirect, type RouteObject } from 'react-router';
import { rightAddress } from '#contract/account-path.ts';
import { isPermitted, isSupported, type Session } from '#contract/gateway/sessions.ts';
import { neededFor, type RolePermission } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { withinAccount } from '#dashboard/lib/page-account.ts';
import { sessionQueries } from '#dashboard/session/session.queries.ts';
import { Shell } from './shell/shell.tsx';
import { signInPath } from '#contract/sign-in-path.ts';
import type { PageHandle } from '#dashboard/lib/use-page-title.ts';
import type { Page, PageModule, View } from './page.ts';
import { pages } from './pages.ts';
import { isNotMember } from './query-client.ts';
import { PermittedPage, PermittedView, SupportedPage } from './permitted-page.tsx';
import { NotInAccountError, RouteErrorPage } from './route-error-page.tsx';

/** The routes of all pages in `pages.ts`. A page's code is loaded when it is first opened. */
export function createRoutes(queryClient: QueryClient): RouteObject[] {
  const all: readonly Page[] = pages;
  const routesOf = (isPublic: boolean) =>
    all.filter((page) => (page.isPublic === true) === isPublic).map((page) => pageRoute(page, queryClient));
  return [
    {
      element: <Outlet />,
      errorElement: outsideShell,
      children: [
        ...routesOf(true),
        ...all.flatMap(({ path, formerPath }) =>
          formerPath === undefined ? [] : [redirectRoute(formerPath, path)],
        ),
        {
          loader: ({ request }) => requireSession(queryClient, request),
          // The signed-in user does not change from page to page.
          shouldRevalidate: () => false,
          element: <Shell />,
          errorElement: outsideShell,
          children: [
            {
              // Errors of a page stay within the shell.
              errorElement: <RouteErrorPage />,
              children: [
                ...routesOf(false),
                {
                  path: '*',
                  lazy: { Component: async () => (await import('./not-found-page.tsx')).NotFoundPage },
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}

function pageRoute(page: Page, queryClient: QueryClient): RouteObject {
  const { path, title, needs, views = [] } = page;
  const needed = neededFor(page);
  return {
    path: page.ownsBelow === true ? `${path}/*` : path,
    handle: { title } satisfies PageHandle,
    // For the first data only: afterwards the page itself requests what its address says.
    shouldRevalidate: () => false,
    lazy: async () => {
      const { Component, loader } = await page.load();
      const shown =
        needs === undefined ? <Component /> : <SupportedPage needs={needs} page={<Component />} />;
      const element = needed.length === 0 ? shown : <PermittedPage needed={needed} page={shown} />;
      return routed(element, loader, { needed, needs }, queryClient);
    },
    children: views.map((view) => viewRoute(view, needed, queryClient)),
  };
}

/** Sends an address that a page had before, with all that follows it, to the page's address of today. */
function redirectRoute(from: string, to: string): RouteObject {
  return {
    path: `${from}/*`,
    loader: ({ request }) => {
      const { pathname, search } = withinAccount(new URL(request.url));
      return redirect(`${to}${pathname.slice(from.length)}${search}`);
    },
  };
}

function viewRoute(view: View, ofPage: readonly RolePermission[], queryClient: QueryClient): RouteObject {
  const { path, needs, views = [] } = view;
  // A view with a permission of its own says itself what is missing.
  const needed = view.permission === undefined ? ofPage : [];
  const lazy = async () => {
    const [{ Component, loader }, supported] = await Promise.all([
      view.load(),
      needs === undefined ? undefined : import('./supported-dialog.tsx'),
    ]);
    const shown =
      needs === undefined || supported === undefined ? (
        <Component />
      ) : (
        <supported.SupportedDialog needs={needs} dialog={<Component />} />
      );
    const element = needed.length === 0 ? shown : <PermittedView needed={needed} view={shown} />;
    return routed(element, loader, { needed, needs }, queryClient);
  };
  if (path === '') return { index: true, lazy };
  return { path, lazy, children: views.map((within) => viewRoute(within, needed, queryClient)) };
}

/** A route's element, with the loader where the page has one. */
function routed(
  element: ReactNode,
  loader: PageModule['loader'],
  { needed, needs }: { needed: readonly RolePermission[]; needs?: WalletServiceOperationId | undefined },
  queryClient: QueryClient,
) {
  if (loader === undefined) return { element };
  return {
    element,
    loader: async ({ request }: LoaderFunctionArgs) => {
      // While the session isn't known yet, the page deals with the response.
      const session = queryClient.getQueryData(sessionQueries.current().queryKey);
      const isOpen = session === undefined || (isPermitted(session, needed) && isSupported(session, needs));
      if (isOpen) {
        const { pathname, search } = withinAccount(new URL(request.url));
        await loader(queryClient, new URL(pathname + search, request.url).href);
      }
      return null;
    },
  };
}

const outsideShell = (
  <main>
    <RouteErrorPage />
  </main>
);

async function requireSession(queryClient: QueryClient, request: Request): Promise<null> {
  const session = await readSession(queryClient, request);
  const { pathname, search } = new URL(request.url);
  const { account_id: accountId, accounts } = session;
  const right = rightAddress(pathname + search, { accountId, hasSeveralAccounts: accounts.length > 1 });
  // The server sends pages to the right address itself.
  if (right === undefined || globalThis.window === undefined) return null;
  window.location.replace(right);
  // Nothing is drawn on the way there.
  return await new Promise(() => undefined);
}

async function readSession(queryClient: QueryClient, request: Request): Promise<Session> {
  try {
    return await queryClient.ensureQueryData(sessionQueries.current());
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'unauthenticated') {
      const { pathname, search } = withinAccount(new URL(request.url));
      throw redirect(signInPath(pathname + search));
    }
    if (error instanceof ApiError && isNotMember(error)) throw new NotInAccountError(error.message);
    throw error;
  }
}
