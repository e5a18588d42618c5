import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenApiDocument } from '../openapi-types.ts';
import { referencePage } from './reference-page.ts';

const here = import.meta.dirname;
/** The console's own colors and base styles, which are defined once, in the dashboard. */
const dashboardStyles = join(here, '../../dashboard/app');

/** Serves the reference page of a document, and what the page needs, without a key. */
export function registerReference(
  app: FastifyInstance,
  documentFor: (request: FastifyRequest) => OpenApiDocument,
): void {
  const css = [
    join(dashboardStyles, 'tokens.css'),
    join(dashboardStyles, 'base.css'),
    join(here, 'reference.css'),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const script = readFileSync(join(here, 'reference.js'), 'utf8');

  app.get('/reference', async (request, reply) =>
    reply.type('text/html; charset=utf-8').send(referencePage(documentFor(request))),
  );
  app.get('/reference/reference.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(css),
  );
  app.get('/reference/reference.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  );
}
