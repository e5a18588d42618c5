// The server draws what a page shows first with this module, built for Node.
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { splitAccount } from '#contract/account-path.ts';
import { chooseTimeZone } from '#dashboard/lib/time-zone.ts';
import { holdTime } from '#dashboard/lib/server-time.ts';
import { isTimeZone, loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { allRead, createQueryClient, dateAll } from './query-client.ts';
import { createRoutes } from './routes.tsx';

export { requestWith } from '#dashboard/api/client.ts';

/**
 * What the page at this address shows once its data is there, as HTML: to be looked at until the browser takes it over,
 * `hidden` until it is whole. Times are hidden if the time zone isn't known. Undefined for a redirect, an error, and a
 * page without data.
 */
export async function renderFirstScreen(
  request: Request,
  timeZone: string | undefined,
): Promise<string | undefined> {
  await loadTemporal();
  const isZoneKnown = timeZone !== undefined && isTimeZone(timeZone);
  // One setting of each serves all requests: what loaders ask for may be that of another one's, which is drawn as a skeleton.
  const drawnAt = Date.now();
  const useZoneAndTime = () => {
    chooseTimeZone(isZoneKnown ? timeZone : 'UTC');
    holdTime(drawnAt);
  };
  useZoneAndTime();
  const queryClient = createQueryClient(() => undefined);
  const basename = splitAccount(new URL(request.url).pathname).prefix || '/';
  const handler = createStaticHandler(createRoutes(queryClient), { basename });
  const context = await handler.query(request);
  if (context instanceof Response || context.errors !== null) return undefined;
  await allRead(queryClient);
  dateAll(queryClient, drawnAt);
  // The session alone shows nothing that `index.html` doesn't.
  if (queryClient.getQueryCache().getAll().length < 2) return undefined;

  // Nothing is awaited from here on, so that no other request can change it.
  useZoneAndTime();
  // Unlike static markup, it keeps texts that follow each other apart, as they are in the browser: put together, a line
  // would be a fraction of a pixel shorter, and what replaces it would count as larger, and as shown only then.
  const screen = renderToString(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return `<div data-first-screen hidden inert aria-hidden="true" data-zone="${isZoneKnown ? timeZone : ''}" data-drawn-at="${drawnAt}">${screen}</div>`;
}
