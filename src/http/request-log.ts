import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface merges with the library's.
  interface FastifyContextConfig {
    /** The operation of the contract that the route serves. */
    operationId?: string;
    /** The operation changes nothing, whatever its method. */
    isReading?: boolean;
    /** The route hands out a file of data, which the activity log records. */
    isDownload?: boolean;
  }
}

/** The caller, identified without secrets. */
export type LoggedCaller = { keyId?: string; accountId?: string };

const callers = new WeakMap<FastifyRequest, LoggedCaller>();

/** Remembers who makes the request, for its line in the log. */
export function noteCaller(request: FastifyRequest, caller: LoggedCaller): void {
  callers.set(request, { ...callers.get(request), ...caller });
}

/** Who makes the request, as far as it is known by now. */
export function callerOf(request: FastifyRequest): LoggedCaller | undefined {
  return callers.get(request);
}

/** The operation of the contract that the request asks for; undefined for a page, a file or nothing at all. */
export function operationOf({ routeOptions }: FastifyRequest): string | undefined {
  return routeOptions.config.operationId;
}

/**
 * Writes one line a request at level `info`: what was asked, by whom, how it ended and how long it took.
 * Never the address itself, whose query is the caller's data, and no header or body: keys and cookies travel
 * in them.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        method,
        route: routeOptions.url ?? null,
        operationId: operationOf(request),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
        ...callers.get(request),
      },
      'request',
    );
  });
}
