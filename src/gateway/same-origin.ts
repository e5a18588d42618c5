import type { FastifyRequest } from 'fastify';
import { ServiceError } from '#http/service-error.ts';

/** The origin under which browsers find the console: the setting, otherwise the request's own host. */
export type PublicSettings = { publicUrl: URL | undefined };

/** Whether the browser speaks TLS with us, or with the trusted proxy in front of us. */
export function isHttps(request: FastifyRequest, { publicUrl }: PublicSettings): boolean {
  return (publicUrl?.protocol ?? `${request.protocol}:`) === 'https:';
}

export function isChanging(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

/**
 * Throws the 403 for a request that another site may have caused. SameSite=Strict alone does not do: a
 * sibling subdomain, or another port of the same host, is the same site.
 */
export function requireSameOrigin(request: FastifyRequest, place: PublicSettings): void {
  if (isOwnDoing(request) ?? hasOwnOrigin(request, place)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  request.log.warn({ site, origin }, 'refused a change from another origin');
  throw new ServiceError(403, 'Changes must come from the console itself, not from another site');
}

/**
 * Whether the browser says that the user or a page of the console makes the request. Undefined without the header:
 * browsers leave it out on plain http except for loopback.
 */
export function isOwnDoing({ headers }: FastifyRequest): boolean | undefined {
  const site = headers['sec-fetch-site'];
  return site === undefined ? undefined : site === 'same-origin' || site === 'none';
}

function hasOwnOrigin(request: FastifyRequest, { publicUrl }: PublicSettings): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  // Without a public URL the scheme is unknown if a proxy ends TLS, so only the host is compared.
  return publicUrl ? origin === publicUrl.origin : new URL(origin).host === request.host.toLowerCase();
}
