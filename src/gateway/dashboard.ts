import { relative, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rightAddress } from '#contract/account-path.ts';
import { earlyRequests } from '#contract/early-requests.ts';
import { signInPath } from '#contract/sign-in-path.ts';
import type { Held } from '#contract/permissions.ts';
import { compressedPage } from '#http/compression.ts';
import { prefixOf } from './caller.ts';
import { filled, inParts, preloadManifestFile, readPages } from './dashboard-pages.ts';
import type { DrawFirstScreen } from './first-screen.ts';
import { isOwnDoing } from './same-origin.ts';
import { nonceOf } from './security-headers.ts';

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
  const pageOf = readPages(root);

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
      const paths = typeof session === 'string' ? [] : requestsOf(request, session);
      const filling = { nonce: nonceOf(reply.raw), paths };
      const page = pageOf(request.url);
      const drawing = hasFirstScreen(request, session) ? drawFirstScreen?.(request) : undefined;
      void reply.type('text/html; charset=utf-8');
      if (drawing === undefined) return reply.send(filled(page.whole, filling));
      const isForced = request.headers['cache-control'] === 'no-cache';
      return reply.send(Readable.from(inParts(page, { ...filling, drawing, isForced })));
    });
  });
}

/** Only what opens for a session is drawn: a page before sign-in, or for an account that isn't the user's, says little. */
function hasFirstScreen({ url }: FastifyRequest, session: FoundSession): boolean {
  return typeof session !== 'string' && !pagesBeforeSignIn.test(url);
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
