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
  const site = request.headers['sec-fetch-site'];
  // `none` is the user's own doing. Browsers leave the header out on plain http except for loopback.
  const isSame =
    site === undefined ? hasOwnOrigin(request, place) : site === 'same-origin' || site === 'none';
  if (isSame) return;
  request.log.warn({ site, origin: request.headers.origin }, 'refused a change from another origin');
  throw new ServiceError(403, 'Changes must come from the console itself, not from another site');
}

function hasOwnOrigin(request: FastifyRequest, { publicUrl }: PublicSettings): boolean {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  // Without a public URL the scheme is unknown if a proxy ends TLS, so only the host is compared.
  return publicUrl ? origin === publicUrl.origin : new URL(origin).host === request.host.toLowerCase();
}
