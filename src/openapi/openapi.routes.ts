import type { FastifyInstance } from 'fastify';
import { publicBase } from '#http/public-base.ts';
import { makeOpenApiDocument } from './openapi-document.ts';
import type { OpenApiDocument } from './openapi-types.ts';
import { registerReference } from './reference/reference.routes.ts';

/**
 * Serves the API document and the reference page that is made of it without a key, because they hold no secrets.
 * `publicUrl`: where the service is reached from outside; undefined: the host of the request.
 */
export function registerOpenApi(app: FastifyInstance, publicUrl: string | undefined): void {
  // Made when it is first asked for: a start need not wait for it.
  let made: OpenApiDocument | undefined;
  const documentAt = (base: string): OpenApiDocument => {
    made ??= makeOpenApiDocument();
    const servers = made.servers.map(({ url, description }) => ({ url: `${base}${url}`, description }));
    return { ...made, servers };
  };

  app.get('/openapi.json', async (request, reply) => {
    // A tool of another origin, such as an editor of such documents, may read it.
    return reply.header('access-control-allow-origin', '*').send(documentAt(publicBase(publicUrl, request)));
  });
  registerReference(app, (request) => documentAt(publicBase(publicUrl, request)));
}
