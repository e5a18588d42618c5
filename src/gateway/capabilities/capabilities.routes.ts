import { lookAgain, readCapabilities } from '#contract/gateway/capabilities.ts';
import type { FastifyRequest } from 'fastify';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { apiKeyOf, type SessionOf } from '../caller.ts';
import type { SignedIn } from '../console-host.ts';
import type { Capabilities } from './capabilities.ts';

type Deps = {
  /** Undefined for our own wallet service. */
  capabilities: Capabilities | undefined;
  sessionOf: SessionOf;
};

export function registerCapabilityRoutes(host: Host<SignedIn>, { capabilities, sessionOf }: Deps): void {
  const keyOf = (request: FastifyRequest): string => apiKeyOf(request, { sessionOf });

  serve(host, readCapabilities, async ({ request }) => ({
    found: capabilities === undefined ? null : await capabilities.describe(keyOf(request)),
  }));

  serve(host, lookAgain, async ({ request }) => {
    if (capabilities === undefined) {
      throw new ServiceError(404, 'The console’s own wallet service can do everything the console offers');
    }
    await capabilities.lookAgain(keyOf(request));
    return { found: await capabilities.describe(keyOf(request)) };
  });
}
