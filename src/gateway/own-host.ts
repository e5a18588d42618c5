import type { FastifyRequest } from 'fastify';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { ServiceError } from '#http/service-error.ts';
import type { PublicSettings } from './same-origin.ts';

/**
 * Throws the 403 for a request to a name that is not ours, on a server that only this machine reaches. Any site can let
 * its own name point to 127.0.0.1 (DNS rebinding): its pages in a local browser are then of the same origin as the
 * server, and only the header Host reveals it.
 */
export function requireOwnHost(request: FastifyRequest, { publicUrl }: PublicSettings): void {
  // Not Fastify's own property, which trusts X-Forwarded-Host, and a page may set that. Every browser sends Host.
  const { host } = request.headers;
  if (host === undefined) return;
  const hostname = URL.parse(`http://${host}`)?.hostname ?? '';
  if (isLoopbackName(hostname) || hostname === publicUrl?.hostname) return;
  request.log.warn({ host }, 'refused a request to another host');
  throw new ServiceError(
    403,
    'Open the console as localhost. Behind a proxy, set PUBLIC_URL to its public address',
  );
}
