import type { FastifyInstance } from 'fastify';
import { stringifyJson } from '#domain/json.ts';
import type { RemoteProvider } from '../gateway-deps.ts';
import { asOwnCall } from '../own-calls.ts';
import { fetchFile } from '../remote/fetch-file.ts';
import type { ProviderClient } from '../remote/provider-client.ts';
import type { AmlProvider } from './aml-provider.ts';

/** An answer of this process takes far less. */
const EMBEDDED_TIMEOUT_MS = 15_000;

const PDF_TIMEOUT_MS = 20_000;
const MOST_PDF_BYTES = 8 * 1024 * 1024;

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
    // Only the link's path counts, because its host is the one that people reach this process by.
    fetchPdf: async (link) => {
      const path = URL.parse(link)?.pathname ?? '';
      const answer = await asOwnCall(async () => app.inject({ method: 'GET', path }));
      if (answer.statusCode !== 200) throw new Error(`it responds with status ${answer.statusCode}`);
      return answer.rawPayload;
    },
    ipNotAllowedMessage: () => 'The wallet service doesn’t accept requests from this IP address',
    timeoutMs: EMBEDDED_TIMEOUT_MS,
  };
}

export function remoteAmlProvider(
  client: ProviderClient,
  { url, fileOrigins = [] }: Pick<RemoteProvider, 'url' | 'fileOrigins'>,
): AmlProvider {
  const origins = new Set([url.origin, ...fileOrigins]);
  return {
    send: async (operation, body, token) =>
      client.send(operation, { query: {}, token, body: stringifyJson(body) }),
    fetchPdf: async (link) =>
      fetchFile(link, { maximumBytes: MOST_PDF_BYTES, timeoutMs: PDF_TIMEOUT_MS, origins }),
    ipNotAllowedMessage: client.ipNotAllowedMessage,
    timeoutMs: client.timeoutMs,
  };
}

/** The address that the app listens on, for links in its responses if no public URL is set. */
function ownAuthority(app: FastifyInstance): { authority?: string } {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? { authority: `localhost:${address.port}` } : {};
}
