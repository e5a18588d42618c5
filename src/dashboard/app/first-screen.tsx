// The server draws what a page shows first with this module, built for Node.
// oxlint-disable-next-line no-restricted-imports -- no browser loads this module
import { AsyncLocalStorage } from 'node:async_hooks';
// oxlint-disable-next-line no-restricted-imports -- as above
import { text } from 'node:stream/consumers';
import { QueryClientProvider } from '@tanstack/react-query';
import { prerenderToNodeStream } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { splitAccount } from '#contract/account-path.ts';
import { requestWith, type Transport } from '#dashboard/api/client.ts';
import { drawAs, type Drawing } from '#dashboard/lib/drawing.ts';
import { isTimeZone, loadTemporal } from '#dashboard/lib/zoned-time.ts';
import { ThemeProvider } from '#dashboard/ui/theme-provider.tsx';
import { allRead, createQueryClient, dateAll } from './query-client.ts';
import { createRoutes } from './routes.tsx';

// All requests share this code, and several pages are drawn at once. Each has its own time zone, moment and requests.
const current = new AsyncLocalStorage<Drawing & { send: Transport }>();
drawAs(() => current.getStore());
requestWith(async (path, init) => {
  const drawn = current.getStore();
  if (drawn === undefined) throw new Error('A first screen reads data only while it is drawn.');
  return drawn.send(path, init);
});

/**
 * What the page at this address shows once its data is there, as HTML: to be looked at until the browser takes it over,
 * `hidden` until it is whole, and disabled. It reads its data with `send`. Times are hidden if the time zone isn't known.
 * Undefined for a redirect, an error, and a page without data.
 */
export async function renderFirstScreen(
  request: Request,
  timeZone: string | undefined,
  send: Transport,
): Promise<string | undefined> {
  const at = Date.now();
  await loadTemporal();
  const isZoneKnown = timeZone !== undefined && isTimeZone(timeZone);
  const screen = await current.run({ at, iana: isZoneKnown ? timeZone : 'UTC', send }, render, request, at);
  if (screen === undefined) return undefined;
  return `<div data-first-screen hidden aria-hidden="true" aria-disabled="true" data-zone="${isZoneKnown ? timeZone : ''}" data-drawn-at="${at}">${screen}</div>`;
}

async function render(request: Request, at: number): Promise<string | undefined> {
  const queryClient = createQueryClient(() => undefined);
  const basename = splitAccount(new URL(request.url).pathname).prefix || '/';
  const handler = createStaticHandler(createRoutes(queryClient), { basename });
  const context = await handler.query(request);
  if (context instanceof Response || context.errors !== null) return undefined;
  await allRead(queryClient);
  dateAll(queryClient, at);
  // The session alone shows nothing that `index.html` doesn't.
  if (queryClient.getQueryCache().getAll().length < 2) return undefined;

  const { prelude } = await prerenderToNodeStream(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </QueryClientProvider>
    </ThemeProvider>,
    // All of it in its place, and none by a script that puts it there later.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return await text(prelude);
}
