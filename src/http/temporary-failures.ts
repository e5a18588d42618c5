import type { FastifyRequest } from 'fastify';
import type { TemporaryFailure } from '#domain/temporary-failure.ts';
import { ServiceError } from './service-error.ts';

/** Of a failure that passes in a few seconds. */
export const retrySoon = { 'retry-after': '3' };

/** Requests that have changed something for good, so that a failure after it doesn't undo them. */
const changed = new WeakSet<FastifyRequest>();

export function noteChanged(request: FastifyRequest): void {
  changed.add(request);
}

/** Nothing was done, and the same request may succeed in a few seconds. */
export function busyFailure(): ServiceError {
  return new ServiceError(503, 'The service is busy. Try again in a few seconds', { headers: retrySoon });
}

/** What the caller must know. A change that may have been made isn't to be simply repeated, so it is no 503. */
export function describeTemporaryFailure(error: TemporaryFailure, request: FastifyRequest): ServiceError {
  const isReading =
    request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.isReading === true;
  if (isReading || !(error.mayBeDone || changed.has(request))) return busyFailure();
  return new ServiceError(
    500,
    'We didn’t get a confirmation. The change may have been made. Check before you try again',
  );
}
