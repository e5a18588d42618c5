import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { nonceOf } from './security-headers.ts';

/** The build writes it wherever a nonce belongs. */
const noncePlaceholder = '__CSP_NONCE__';

/** The build writes there which files each page needs, by the first part of its address. */
const preloadManifestFile = 'preload.json';
const preloadManifest = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);

/** No part of an address: the page of those that need no more than the entry. */
const anyPage = '/';

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

  app.get('/*', async (request, reply) => {
    const isNavigation = request.headers.accept?.includes('text/html') ?? false;
    if (!isNavigation || reservedPath.test(request.url)) {
      reply.callNotFound();
      return reply;
    }
    const [, firstPart = ''] = request.url.split(/[/?]/);
    const page = pages.get(firstPart) ?? pages.get(anyPage) ?? [];
    return reply.type('text/html; charset=utf-8').send(page.join(nonceOf(reply.raw)));
  });
}

/**
 * The page by the first part of the address, in pieces between which the nonce belongs. Each names the files that its
 * address needs, so that the browser fetches them beside the entry.
 */
function readPages(root: string): Map<string, string[]> {
  const page = readBuilt(root, 'index.html');
  const preloads = preloadManifest.parse(JSON.parse(readBuilt(root, preloadManifestFile)));
  const withLinks = (links: string) =>
    page.replace('</head>', () => `${links}</head>`).split(noncePlaceholder);
  return new Map([
    [anyPage, withLinks('')],
    ...Object.entries(preloads).map(([part, files]): [string, string[]] => [
      part,
      withLinks(linksTo(files) + (part === signInPage ? '' : sessionLink)),
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
