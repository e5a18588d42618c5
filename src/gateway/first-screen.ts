import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requestName } from '#contract/early-responses.ts';
import { timeZoneCookie } from '#contract/first-screen.ts';
import { gatewayOperations } from '#contract/gateway/operations.ts';
import { ownServiceHeader } from '#contract/gateway/own-service.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { prefixOf } from './caller.ts';

/** As `fetch`, for what the dashboard reads. Most is read with `GET`, and with `POST` what doesn't fit into a URL. */
type Send = (
  path: string,
  request?: { method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null },
) => Promise<Response>;

/** What the built `src/dashboard/app/first-screen.tsx` exports. */
type FirstScreenModule = {
  renderFirstScreen: (
    request: Request,
    timeZone: string | undefined,
    send: Send,
  ) => Promise<string | undefined>;
};

/** What the dashboard reads of a response beside its text. */
const givenHeaders = new Set(['date', ownServiceHeader]);

const reading = { method: 'GET', headers: {}, body: null } as const;

/** Where responses may contain something that grants access. A page is compressed, so they are no part of it. */
const granting = new Set(
  [...gatewayOperations, ...walletServiceOperations]
    .filter((operation) => 'grantsAccess' in operation)
    .map(({ method, path }) => `${method} ${path}`),
);

/** A page whose data takes longer is sent without: its scripts load meanwhile. */
const DEFAULT_LONGEST_MS = 400;

/** A response that a screen was drawn with: what it answers (see `requestName`), and its text. */
export type GivenResponse = { request: string; headers: Record<string, string>; text: string };

/** What a page shows first, to be looked at until the browser takes it over. */
export type FirstScreen = {
  html: string;
  /** All that it was drawn with; empty if the browser has to ask for some of that itself. */
  responses: readonly GivenResponse[];
};

/** Draws what a page shows first. Undefined if that fails or takes too long. Never throws. */
export type DrawFirstScreen = (request: FastifyRequest) => Promise<FirstScreen | undefined>;

/** What is read for one screen, and whether that is all that it takes. `withhold` is called if it may grant access. */
type Reads = { responses: GivenResponse[]; areAll: boolean; withhold: () => void };

/**
 * Draws first screens with the dashboard's own code. It reads its data through the routes of this server, as the browser
 * would: with the request's session, and nothing beyond its permissions.
 */
export function createFirstScreens(
  app: FastifyInstance,
  file: string,
  longestMs = DEFAULT_LONGEST_MS,
): DrawFirstScreen {
  let loaded: Promise<FirstScreenModule> | undefined;

  const sendFor =
    (request: FastifyRequest, reads: Reads): Send =>
    async (path, { method, headers: own, body: sent } = reading) => {
      const { cookie = '', host = '' } = request.headers;
      const url = prefixOf(request) + path;
      const { statusCode, headers, body } = await app.inject({
        method,
        url,
        remoteAddress: request.ip,
        headers: { ...own, cookie, host, 'sec-fetch-site': 'same-origin' },
        ...(sent !== null && { payload: sent }),
      });
      const single = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const given = Object.fromEntries(single.filter(([name]) => givenHeaders.has(name)));
      if (granting.has(`${method} ${path.split('?', 1)[0]}`)) reads.withhold();
      if (statusCode !== 200) reads.areAll = false;
      else reads.responses.push({ request: requestName(url, sent), headers: given, text: body });
      return new Response(body, { status: statusCode, headers: single });
    };

  const draw = async (request: FastifyRequest): Promise<FirstScreen | undefined> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the file that exports it
    loaded ??= import(pathToFileURL(file).href) as Promise<FirstScreenModule>;
    const { renderFirstScreen } = await loaded;
    const address = new Request(new URL(request.originalUrl, `http://${request.host}`));
    const withheld = Promise.withResolvers<undefined>();
    const reads: Reads = { responses: [], areAll: true, withhold: () => withheld.resolve(undefined) };
    const send = sendFor(request, reads);
    const rendered = renderFirstScreen(address, request.cookies[timeZoneCookie], send);
    const html = await Promise.race([withheld.promise, rendered]);
    return html === undefined ? undefined : { html, responses: reads.areAll ? reads.responses : [] };
  };

  return async (request) => {
    const stop = new AbortController();
    const drawn = draw(request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the first screen was not drawn');
      return undefined;
    });
    const late = sleep(longestMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([drawn, late]);
    } finally {
      stop.abort();
    }
  };
}
