import type { FastifyInstance } from 'fastify';
import { signInAsSandboxUser } from '#contract/gateway/sign-in.ts';
import { serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { accountAsked } from '../../caller.ts';
import type { SandboxAccess } from '../../sandbox-access.ts';
import { sessionHost, type SessionRoutesDeps } from '../../sessions/sessions.routes.ts';
import type { UserEntry } from './user-entry.ts';

type Deps = Pick<SessionRoutesDeps, 'cookie' | 'place'> &
  Pick<SandboxAccess, 'isPublicUser' | 'refuseSandboxUser'> & { entry: UserEntry };

/** Signing in as a user of the sandbox, without any proof. To be registered in the sandbox alone. */
export function registerSandboxSignIn(app: FastifyInstance, deps: Deps): void {
  const { requireReady, record, openWithoutProof } = deps.entry;
  serve(sessionHost(app, deps), signInAsSandboxUser, async ({ body: { id }, ...exchange }) => {
    deps.refuseSandboxUser(exchange.request, id);
    if (!deps.isPublicUser(id)) throw new ServiceError(404, 'Sandbox user not found');
    const ready = await requireReady(id, accountAsked(exchange.request));
    await record(exchange.request, ready);
    return await openWithoutProof(exchange, ready);
  });
}
