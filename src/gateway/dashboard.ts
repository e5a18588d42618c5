import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { nonceOf } from './security-headers.ts';

/** The build writes it wherever a nonce belongs. */
const noncePlaceholder = '__CSP_NONCE__';

/** What is ours to answer, never the dashboard's: a mistyped path there is a failure, not a page. */
const reservedPath = /^\/(?:api|console|session|qr|pdf|healthz|readyz|reference|webhooks)(?:[/?]|$)/;

/**
 * Serves the built dashboard: its files, precompressed where the client takes that, and its page for every
 * other navigation. Throws at once when there is no build.
 */
export function serveDashboard(app: FastifyInstance, clientDirectory: string): void {
  const root = resolve(clientDirectory);
  const page = readPage(root).split(noncePlaceholder);

  // Routes are made of the files that are there at the start: no request names a path on the disk.
  void app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '**/*.{br,gz,map}'],
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
    return reply.type('text/html; charset=utf-8').send(page.join(nonceOf(reply.raw)));
  });
}

function readPage(root: string): string {
  try {
    return readFileSync(join(root, 'index.html'), 'utf8');
  } catch (error) {
    throw new Error(`There is no built dashboard in ${root}: run "npm run build" first.`, { cause: error });
  }
}
