import type { FastifyInstance } from 'fastify';
import { publicBase } from '#http/public-base.ts';
import { makeOpenApiDocument } from './openapi-document.ts';

/**
 * Serves the API document, to whoever asks: it says nothing that a key is needed for. `publicUrl`: where the
 * service is reached from outside; undefined: wherever the request was sent to.
 */
export function registerOpenApi(app: FastifyInstance, publicUrl: string | undefined): void {
  const document = makeOpenApiDocument();
  app.get('/openapi.json', async (request, reply) => {
    const base = publicBase(publicUrl, request);
    const servers = document.servers.map(({ url, description }) => ({ url: `${base}${url}`, description }));
    // A tool of another origin, such as an editor of such documents, may read it.
    return reply.header('access-control-allow-origin', '*').send({ ...document, servers });
  });
}
