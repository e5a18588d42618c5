import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { compressed } from '#http/compression.ts';
import { nonceOf } from './security-headers.ts';

/** The build writes it wherever a nonce belongs. */
const noncePlaceholder = '__CSP_NONCE__';

/** Where the build leaves room for the page's title, and for what is asked for when that was painted. */
const titlePlace = '<!-- page title -->';
const filesPlace = '<template id="after-first-paint">';

/** The build writes there which files each page needs, by the first part of its address, or the first two. */
const preloadManifestFile = 'preload.json';
const preloadManifest = z.record(
  z.string(),
  z.object({ title: z.optional(z.string()), scripts: z.array(z.string()), styles: z.array(z.string()) }),
);

/** No part of an address: the page of those that need no more than the entry. */
const anyPage = '*';

/** In the place of an address's second part: the page of any that has none of its own. */
const anyPart = ':id';

const signInPage = 'sign-in';

/** Who is signed in is asked for while the scripts are on their way, by every page but the one for signing in. */
const sessionLink = '<link rel="preload" as="fetch" crossorigin href="/session">';

/** What is ours to answer, never the dashboard's: a mistyped path there is a failure, not a page. */
const reservedPath = /^\/(?:api|console|session|qr|pdf|healthz|readyz|reference|webhooks)(?:[/?]|$)/;

/**
 * Serves the built dashboard: its files, precompressed where the client takes that, and its page for every
 * other navigation. Throws at once when there is no build.
 */
export function serveDashboard(app: FastifyInstance, clientDirectory: string): void {
  const root = resolve(clientDirectory);
  const pages = readPages(root);

  // Routes are made of the files that are there at the start: no request names a path on the disk.
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', preloadManifestFile, '**/*.{br,gz,map}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of the content.
      const isHashed = relative(root, path).startsWith(`assets${sep}`);
      reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
    },
  });

  void app.register(async (scope) => {
    scope.get('/*', compressed, async (request, reply) => {
      // The start page is there for whoever asks: monitors and scripts rarely say that they take HTML.
      const isStart = request.url.split('?', 1)[0] === '/';
      const isNavigation = isStart || (request.headers.accept?.includes('text/html') ?? false);
      if (!isNavigation || reservedPath.test(request.url)) {
        reply.callNotFound();
        return reply;
      }
      const [, first = '', second = ''] = request.url.split('?', 1)[0]?.split('/') ?? [];
      const within =
        second === '' ? undefined : (pages.get(`${first}/${second}`) ?? pages.get(`${first}/${anyPart}`));
      const page = within ?? pages.get(first) ?? pages.get(anyPage) ?? [];
      return reply.type('text/html; charset=utf-8').send(page.join(nonceOf(reply.raw)));
    });
  });
}

/**
 * The page by the first part of the address, or the first two, in pieces between which the nonce belongs. Each names the files that its
 * address needs, so that the browser fetches them beside the entry.
 */
function readPages(root: string): Map<string, string[]> {
  const page = readBuilt(root, 'index.html');
  const preloads = preloadManifest.parse(JSON.parse(readBuilt(root, preloadManifestFile)));
  const pageWith = (title: string, links: string) =>
    page
      .replace(titlePlace, () => title)
      .replace(filesPlace, (place) => place + links)
      .split(noncePlaceholder);
  return new Map([
    [anyPage, pageWith('', '')],
    ...Object.entries(preloads).map(([part, files]): [string, string[]] => [
      part,
      pageWith(files.title ?? '', linksTo(files) + (part === signInPage ? '' : sessionLink)),
    ]),
  ]);
}

function linksTo({ scripts, styles }: z.output<typeof preloadManifest>[string]): string {
  const links = [
    ...scripts.map((file) => ['rel="modulepreload"', file]),
    ...styles.map((file) => ['rel="preload" as="style"', file]),
  ];
  return links
    .map(([kind, file]) => `<link ${kind} crossorigin href="/${file}" nonce="${noncePlaceholder}">`)
    .join('');
}

function readBuilt(root: string, name: string): string {
  try {
    return readFileSync(join(root, name), 'utf8');
  } catch (error) {
    throw new Error(`There is no built dashboard in ${root}: run "npm run build" first.`, { cause: error });
  }
}
