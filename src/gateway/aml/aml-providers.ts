import type { FastifyInstance } from 'fastify';
import { stringifyJson } from '#domain/json.ts';
import { asOwnCall } from '../own-calls.ts';
import type { ProviderClient } from '../remote/provider-client.ts';
import type { AmlProvider } from './aml-provider.ts';

/** An answer of this process takes far less. */
const EMBEDDED_TIMEOUT_MS = 15_000;

/** Our own wallet service, through its own routes, so that whatever guards them guards this as well. */
export function embeddedAmlProvider(app: FastifyInstance): AmlProvider {
  return {
    send: async ({ method, path }, body, token) =>
      asOwnCall(async () => {
        const answer = await app.inject({
          method,
          path,
          headers: { token, 'content-type': 'application/json' },
          payload: stringifyJson(body),
          ...ownAuthority(app),
        });
        return {
          status: answer.statusCode,
          retryAfter: answer.headers['retry-after']?.toString(),
          body: answer.rawPayload,
        };
      }),
    refusedAddressWords: () => 'The wallet service does not accept requests from this address',
    timeoutMs: EMBEDDED_TIMEOUT_MS,
  };
}

export function remoteAmlProvider(client: ProviderClient): AmlProvider {
  return {
    send: async (operation, body, token) =>
      client.send(operation, { query: {}, token, body: stringifyJson(body) }),
    refusedAddressWords: client.refusedAddressWords,
    timeoutMs: client.timeoutMs,
  };
}

/** Where the app listens, so that links in its answers lead there where no public address is set. */
function ownAuthority(app: FastifyInstance): { authority?: string } {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? { authority: `localhost:${address.port}` } : {};
}
