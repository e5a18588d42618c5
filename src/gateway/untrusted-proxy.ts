import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '#http/service-error.ts';

const forwardingHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** So many addresses are logged, each once. */
const MOST_LOGGED = 100;

/**
 * What to set if a request came through a proxy that isn't trusted, which hides its origin. Undefined if it came
 * directly, or through a trusted proxy.
 */
export function untrustedProxyNotice(request: FastifyRequest): string | undefined {
  const { headers, ips, socket } = request;
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  // Without a trusted proxy Fastify gives no list; with one, a list that ends at the first peer that isn't trusted.
  const isUntrusted = ips === undefined || (headers['x-forwarded-for'] !== undefined && ips.length < 2);
  if (!isForwarded || !isUntrusted) return undefined;
  const peer = socket.remoteAddress ?? 'an unknown address';
  return `Requests come through a proxy at ${peer} that isn't trusted. Set TRUST_PROXY to the proxy's address and PUBLIC_URL to the address that people use, then restart the console.`;
}

/** Says in the log what to set, once for each proxy. */
export function warnOfUntrustedProxies(app: FastifyInstance): void {
  const logged = new Set<string>();
  app.addHook('onRequest', async (request) => {
    const notice = untrustedProxyNotice(request);
    const peer = request.socket.remoteAddress ?? '';
    if (notice === undefined || logged.has(peer) || logged.size >= MOST_LOGGED) return;
    logged.add(peer);
    request.log.warn({ peer }, notice);
  });
}

/** Throws the 403 for a request through a proxy that isn't trusted. `what` it refuses is open to everyone. */
export function refuseUntrustedProxy(request: FastifyRequest, what: 'Sandbox keys' | 'Sandbox users'): void {
  const notice = untrustedProxyNotice(request);
  if (notice !== undefined) throw new ServiceError(403, `${what} are refused here. ${notice}`);
}
