import type { FastifyRequest } from 'fastify';
import { ServiceError } from './service-error.ts';

const hostHeader = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where the service is reached from outside, without a slash at the end: the setting, or what the request
 * itself was sent to. Throws a ServiceError where the latter is no host.
 */
export function publicBase(publicUrl: string | undefined, request: FastifyRequest): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '');
  const { host, protocol } = request;
  if (!hostHeader.test(host)) throw new ServiceError(400, 'The Host header isn’t valid');
  // A trusted proxy may pass on a header of its client's own, which can say anything.
  const scheme = protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${host}`;
}
