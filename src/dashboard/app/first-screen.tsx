// The server draws what a page shows first with this module, built for Node.
import { type Query, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { chooseTimeZone } from '#dashboard/lib/time-zone.ts';
import { isTimeZone, loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { createQueryClient } from './query-client.ts';
import { createRoutes } from './routes.tsx';

export { requestWith } from '#dashboard/api/client.ts';

/** Attributes of what can be clicked, focused or read aloud: a third of the bytes, and the browser's own page has them. */
const useless = / (?:href|title|aria-label|aria-description|data-row|dateTime|popoverTarget|id)="[^"]*"/g;

/**
 * What the page at this address shows once its data is there, as HTML: to be looked at until the browser has drawn the
 * same, `hidden` until it is whole. Times are hidden if the time zone isn't known. Undefined for a redirect, an error, and a page without data.
 */
export async function renderFirstScreen(
  request: Request,
  timeZone: string | undefined,
): Promise<string | undefined> {
  await loadTemporal();
  const isZoneKnown = timeZone !== undefined && isTimeZone(timeZone);
  // One setting serves all requests: what loaders ask for may be that of another one's, which is drawn as a skeleton.
  const useZone = () => chooseTimeZone(isZoneKnown ? timeZone : 'UTC');
  useZone();
  const queryClient = createQueryClient(() => undefined);
  const handler = createStaticHandler(createRoutes(queryClient));
  const context = await handler.query(request);
  if (context instanceof Response || context.errors !== null) return undefined;
  await allRead(queryClient);
  // The session alone shows nothing that `index.html` doesn't.
  if (queryClient.getQueryCache().getAll().length < 2) return undefined;

  // Nothing is awaited from here on, so that no other request can change it.
  useZone();
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
  return `<div data-first-screen hidden inert aria-hidden="true" data-zone="${isZoneKnown ? 'known' : 'unknown'}">${screen.replaceAll(useless, '')}</div>`;
}

/** Waits for what loaders asked for, and for what they asked for once they knew the session. */
async function allRead(queryClient: QueryClient): Promise<void> {
  const isReading = { predicate: ({ state }: Query) => state.fetchStatus === 'fetching' };
  for (;;) {
    const reading = queryClient.getQueryCache().findAll(isReading);
    if (reading.length === 0) return;
    await Promise.all(reading.map(async ({ promise }) => promise));
  }
}
