import { AsyncLocalStorage } from 'node:async_hooks';
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
  requestWith: (send: Send) => void;
  renderFirstScreen: (request: Request, timeZone: string | undefined) => Promise<string | undefined>;
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

type FirstScreen = {
  html: string;
  /** All that it was drawn with; empty if the browser has to ask for some of that itself. */
  responses: readonly GivenResponse[];
};

/** Draws what a page shows first. Undefined if that fails or takes too long. Never throws. */
export type DrawFirstScreen = (request: FastifyRequest) => Promise<FirstScreen | undefined>;

/** What is read for one screen. */
type Drawing = { request: FastifyRequest; responses: GivenResponse[]; isWhole: boolean };

/**
 * Draws first screens with the dashboard's own code. It reads its data through the routes of this server, as the browser
 * would: with the request's session, and nothing beyond its permissions.
 */
export function createFirstScreens(
  app: FastifyInstance,
  file: string,
  longestMs = DEFAULT_LONGEST_MS,
): DrawFirstScreen {
  // All requests share the dashboard's code. For which of them it reads something follows from where that began.
  const current = new AsyncLocalStorage<Drawing>();
  let loaded: Promise<FirstScreenModule> | undefined;

  const send: Send = async (path, { method, headers: own, body: sent } = reading) => {
    const drawing = current.getStore();
    if (drawing === undefined) throw new Error('A first screen reads data only while it is drawn.');
    const { request } = drawing;
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
    const isWithheld = granting.has(`${method} ${path.split('?', 1)[0]}`);
    if (statusCode !== 200 || isWithheld) drawing.isWhole = false;
    else drawing.responses.push({ request: requestName(url, sent), headers: given, text: body });
    return new Response(body, { status: statusCode, headers: single });
  };

  const load = async (): Promise<FirstScreenModule> => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the file that exports them
    const module = (await import(pathToFileURL(file).href)) as FirstScreenModule;
    module.requestWith(send);
    return module;
  };

  const draw = async (drawing: Drawing): Promise<FirstScreen | undefined> => {
    loaded ??= load();
    const { renderFirstScreen } = await loaded;
    const { request } = drawing;
    const address = new URL(request.originalUrl, `http://${request.host}`);
    const html = await renderFirstScreen(new Request(address), request.cookies[timeZoneCookie]);
    return html === undefined ? undefined : { html, responses: drawing.isWhole ? drawing.responses : [] };
  };

  return async (request) => {
    const stop = new AbortController();
    const drawing: Drawing = { request, responses: [], isWhole: true };
    const drawn = current.run(drawing, draw, drawing).catch((error: unknown) => {
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
