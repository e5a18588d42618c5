import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { rightAddress } from '#contract/account-path.ts';
import { earlyRequests } from '#contract/early-requests.ts';
import { earlyResponsesName, sessionChangeKey } from '#contract/early-responses.ts';
import { noncePlaceholder } from '#contract/first-screen.ts';
import { signInPath } from '#contract/sign-in-path.ts';
import type { Held } from '#contract/permissions.ts';
import { compressedPage } from '#http/compression.ts';
import { prefixOf } from './caller.ts';
import type { DrawFirstScreen, GivenResponse } from './first-screen.ts';
import { isOwnDoing } from './same-origin.ts';
import { nonceOf } from './security-headers.ts';

/** The build's placeholders for the page's title, the script that requests its data, and what it shows first. */
const titlePlace = '<!-- page title -->';
const requestsPlace = '<!-- page requests -->';
const firstScreenPlace = '<!-- first screen -->';

/** A page's own scripts go before it. */
const filesPlace = '</head>';

/** What the first screen was drawn with comes last: it isn't needed before scripts run. */
const responsesPlace = '</body>';

/** The build writes there which files each page needs, by the first part of its address, or the first two. */
const preloadManifestFile = 'preload.json';
const preloadManifest = z.record(
  z.string(),
  z.object({ title: z.optional(z.string()), scripts: z.array(z.string()) }),
);

/** No part of an address: the page of those that need no more than the entry. */
const anyPage = '*';

/** Replaces the second part of a path: the page of any that has none of its own. */
const anyPart = ':id';

/** What is ours to answer, never the dashboard's: a mistyped path there is a failure, not a page. */
const reservedPath = /^\/(?:api|console|session|qr|pdf|healthz|readyz|reference|webhooks)(?:[/?]|$)/;

type PageSession = Held & { accountId: string; hasSeveralAccounts: boolean };

/** `unknown` where it can't be read, or isn't in the account that the address names. */
type FoundSession = PageSession | 'none' | 'unknown';

type DashboardDeps = {
  clientDirectory: string;
  /** What may be done with the session of a request, in the account that its address names; undefined without one. */
  findSession: (request: FastifyRequest) => Promise<PageSession | undefined>;
  /** Undefined where pages come without their first screen. */
  drawFirstScreen?: DrawFirstScreen | undefined;
};

/**
 * Serves the built dashboard: its files, precompressed where the client takes that, and its page for every
 * other navigation. Throws at once when there is no build.
 */
export function serveDashboard(
  app: FastifyInstance,
  { clientDirectory, findSession, drawFirstScreen }: DashboardDeps,
): void {
  const root = resolve(clientDirectory);
  const pages = fetchPages(root);

  // Routes are made of the files that are there at the start: no request names a path on the disk.
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', preloadManifestFile, '**/*.{br,gz,map}'],
    preCompressed: true,
    cacheControl: false,
    // Headers are a good part of a small file: its ETag says what its date would, and nobody continues half a script.
    lastModified: false,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of the content.
      const isHashed = relative(root, path).startsWith(`assets${sep}`);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });

  const sessionOf = async (request: FastifyRequest): Promise<FoundSession> => {
    try {
      return (await findSession(request)) ?? 'none';
    } catch (error) {
      // The page says what is wrong, better than none would.
      request.log.warn({ err: error }, 'no early requests');
      return 'unknown';
    }
  };

  void app.register(async (scope) => {
    scope.get('/*', compressedPage, async (request, reply) => {
      // The start page is served to any client: monitors and scripts rarely accept HTML explicitly.
      const isStart = request.url.split('?', 1)[0] === '/';
      const isNavigation = isStart || (request.headers.accept?.includes('text/html') ?? false);
      if (!isNavigation || reservedPath.test(request.url)) {
        reply.callNotFound();
        return reply;
      }
      const session = await sessionOf(request);
      const right = elsewhere(request, session);
      if (right !== undefined) return reply.redirect(right);
      const [, first = '', second = ''] = request.url.split('?', 1)[0]?.split('/') ?? [];
      const within =
        second === '' ? undefined : (pages.get(`${first}/${second}`) ?? pages.get(`${first}/${anyPart}`));
      const page = within ?? pages.get(first) ?? pages.get(anyPage) ?? '';
      const paths = typeof session === 'string' ? [] : requestsOf(request, session);
      // A page that requests nothing but the session has nothing yet that could be drawn.
      const firstScreen = paths.length > 1 ? await drawFirstScreen?.(request) : undefined;
      // Who forces a reload wants to see what the service says, not what was drawn of it.
      const isForced = request.headers['cache-control'] === 'no-cache';
      const given = isForced ? [] : (firstScreen?.responses ?? []);
      const asked = paths.filter((path) => given.every((response) => response.request !== path));
      const nonce = nonceOf(reply.raw);
      // Inserted last: text that users wrote is not taken for the placeholder.
      const html = page
        .replace(requestsPlace, () => (paths.length === 0 ? '' : earlyScript(asked)))
        .replaceAll(noncePlaceholder, nonce)
        .replace(firstScreenPlace, () =>
          firstScreen === undefined ? '' : shownAtOnce(firstScreen.html, nonce),
        )
        .replace(responsesPlace, (place) => (given.length === 0 ? '' : handedOver(given, nonce)) + place);
      return reply.type('text/html; charset=utf-8').send(html);
    });
  });
}

function requestsOf(request: FastifyRequest, session: PageSession): string[] {
  // A question mark within the query is one of its characters.
  const [pathname = '', ...search] = request.url.split('?');
  const paths = earlyRequests(pathname, new URLSearchParams(search.join('?')), session);
  return paths.map((path) => prefixOf(request) + path);
}

/** Pages of those who haven't signed in yet. */
const pagesBeforeSignIn = /^\/(?:sign-in|join|setup)(?:[/?]|$)/;

/**
 * Where a page should be instead: at the address of the session's account, or, without a session, at the sign-in page,
 * before the browser loads a page and its data only to learn that. On the way from another site a browser keeps the
 * cookie of the session to itself, so that only the page can find out whether there is one.
 */
function elsewhere(request: FastifyRequest, session: FoundSession): string | undefined {
  if (session === 'unknown' || pagesBeforeSignIn.test(request.url)) return undefined;
  if (session !== 'none') return rightAddress(request.originalUrl, session);
  return isOwnDoing(request) === true ? prefixOf(request) + signInPath(request.url) : undefined;
}

/**
 * The page by the first part of the address, or the first two. Each names the files that its address needs, so that the
 * browser fetches them beside the entry.
 */
function fetchPages(root: string): Map<string, string> {
  const page = readBuilt(root, 'index.html');
  const preloads = preloadManifest.parse(JSON.parse(readBuilt(root, preloadManifestFile)));
  const pageWith = (title: string, links: string) =>
    page.replace(titlePlace, () => title).replace(filesPlace, (place) => links + place);
  return new Map([
    [anyPage, pageWith('', '')],
    ...Object.entries(preloads).map(([part, files]): [string, string] => [
      part,
      pageWith(files.title ?? '', linksTo(files)),
    ]),
  ]);
}

/**
 * Has the page make these requests at once, and keep the keys that are pressed, while its scripts are loading. The
 * dashboard takes both up (see `EarlyResponses` in its client).
 */
function earlyScript(paths: readonly string[]): string {
  // Nothing in it can end the script: paths are percent-encoded, and this makes it certain.
  const list = JSON.stringify(paths).replaceAll('<', String.raw`\u003c`);
  // Named before any script is: the browser requests what a page names in this order, and over HTTP/1.1 six at once.
  const links = paths.map(
    (path) =>
      `<link rel="preload" as="fetch" crossorigin fetchpriority="high" href="${path.replaceAll('&', '&amp;')}">`,
  );
  return `${links.join('')}<script nonce="${noncePlaceholder}">(() => {
  let sessionChange = null;
  try { sessionChange = localStorage.getItem('${sessionChangeKey}'); } catch {}
  const ask = async (path) => {
    try {
      const askedAt = Date.now();
      const response = await fetch(path, { credentials: 'same-origin', redirect: 'error' });
      return { response, askedAt, arrivedAt: Date.now() };
    } catch {}
  };
  const arrivedAt = Date.now();
  const keys = [];
  const listening = new AbortController();
  addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isSearch = key.toLowerCase() === 'k' && (ctrlKey || metaKey);
    if (key.length !== 1 || altKey || ((ctrlKey || metaKey) && !isSearch)) return;
    if (target.matches('input, select') && !isSearch) return;
    // The browser's own search would open.
    if (isSearch) event.preventDefault();
    keys.push({ key, ctrlKey, metaKey });
  }, { signal: listening.signal });
  const takeKeys = () => { listening.abort(); return keys.splice(0); };
  window.${earlyResponsesName} = { sessionChange, arrivedAt, takeKeys, responses: new Map(${list}.map((path) => [path, ask(path)])) };
})()</script>`;
}

/**
 * The first screen with the script that shows it. The Content-Security-Policy forbids style attributes, but a script may
 * set them. If this browser keeps a column layout of the list, which the server doesn't know, nothing is shown until
 * the browser has drawn the list.
 */
function shownAtOnce(firstScreen: string, nonce: string): string {
  // Text has its quotes escaped, so that these are found in tags alone.
  const html = firstScreen
    .replaceAll(' style="', ' data-style="')
    .replaceAll(` nonce="${noncePlaceholder}"`, ` nonce="${nonce}"`);
  return `${html}<script nonce="${nonce}">(() => {
  const screen = document.querySelector('[data-first-screen]');
  let layout = null;
  try { layout = localStorage.getItem(screen.querySelector('[data-layout]')?.dataset.layout ?? ''); } catch {}
  if (layout !== null && location.search === '') return screen.remove();
  for (const element of screen.querySelectorAll('[data-style]')) element.style.cssText = element.dataset.style;
  screen.hidden = false;
})()</script>`;
}

/**
 * The responses that the page was drawn with, each as the text of an element that runs nothing, and the script that puts
 * them beside those that the page asks for.
 */
function handedOver(given: readonly GivenResponse[], nonce: string): string {
  return `${given.map(asData).join('')}<script nonce="${nonce}">(() => {
  const early = window.${earlyResponsesName};
  for (const { textContent, dataset } of document.querySelectorAll('script[data-response]')) {
    const response = new Response(textContent, { headers: JSON.parse(dataset.headers) });
    const times = { askedAt: performance.timeOrigin, arrivedAt: early.arrivedAt };
    early.responses.set(dataset.response, Promise.resolve({ response, ...times }));
  }
  early.isWhole = true;
})()</script>`;
}

const quoted = (value: string) => `"${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

function asData({ request, headers, text }: GivenResponse): string {
  const attributes = `data-response=${quoted(request)} data-headers=${quoted(JSON.stringify(headers))}`;
  // Within JSON, this is another way to write the same.
  return `<script type="application/json" ${attributes}>${text.replaceAll('<', String.raw`\u003c`)}</script>`;
}

function linksTo({ scripts }: z.output<typeof preloadManifest>[string]): string {
  return scripts
    .map(
      (file) =>
        `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}" nonce="${noncePlaceholder}">`,
    )
    .join('');
}

function readBuilt(root: string, name: string): string {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch (error) {
    throw new Error(`No dashboard build in ${root}. Run "npm run build" first.`, { cause: error });
  }
}
