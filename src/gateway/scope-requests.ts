import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runInScope } from '#database/request-scope.ts';
import { callerOf } from '#http/request-log.ts';
import { noteChanged } from '#http/temporary-failures.ts';

/**
 * Runs the handlers of all routes that are registered after it for their account, so that accounts share connections fairly,
 * and notes which requests have changed something. What hooks store before a handler (the activity log) is no such change.
 */
export function scopeRequests(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function scoped(this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
      return runInScope(callerOf(request)?.accountId, (scope) => {
        const result: unknown = handler.call(this, request, reply);
        // Files are sent without a promise.
        return result instanceof Promise ? noteChanges(request, result, scope) : result;
      });
    };
  });
}

async function noteChanges(
  request: FastifyRequest,
  handling: Promise<unknown>,
  scope: { readonly hasChanged: boolean },
): Promise<unknown> {
  try {
    const result = await handling;
    // A hook that fails from here on doesn't undo it.
    noteChanged(request);
    return result;
  } catch (error) {
    if (scope.hasChanged) noteChanged(request);
    throw error;
  }
}
