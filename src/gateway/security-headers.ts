import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps, type PublicSettings } from './same-origin.ts';

const SECONDS_PER_YEAR = 31_536_000;

const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
];

/** Passkeys are made and used on the console's own pages alone. */
const permissionsPolicy = [
  ...unusedFeatures.map((feature) => `${feature}=()`),
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
].join(', ');

/** What a browser shows as no page of its own. Anything else may be one, and has all headers. */
const noDocument =
  /^(?:(?:text|application)\/javascript|text\/css|application\/json|text\/event-stream|font\/|image\/png)/;

/** A browser reads them of documents alone. */
const headersOfDocuments = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** A script that runs as a worker keeps to its own policy, not to that of its page. */
const policyOfOthers = "default-src 'none';script-src 'self';connect-src 'self';frame-ancestors 'none'";

const nonces = new WeakMap<ServerResponse, string>();

/** The nonce that this response's Content-Security-Policy allows; the same whenever it is asked for. */
export function nonceOf(response: ServerResponse): string {
  const known = nonces.get(response);
  if (known !== undefined) return known;
  const made = randomBytes(16).toString('base64');
  nonces.set(response, made);
  return made;
}

function nonceSource(_request: unknown, response: ServerResponse): string {
  return `'nonce-${nonceOf(response)}'`;
}

/**
 * Puts the security headers on every answer of the app. What isn’t a document gets those alone that a browser reads of
 * it: on each of thirty files of a page, all of them are more than many a file.
 */
export function addSecurityHeaders(app: FastifyInstance, place: PublicSettings): void {
  void app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", nonceSource],
        styleSrc: ["'self'", nonceSource],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Sent only over https, which the request decides: below.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.raw.setHeader('permissions-policy', permissionsPolicy);
    if (isHttps(request, place)) {
      reply.header('strict-transport-security', `max-age=${SECONDS_PER_YEAR}; includeSubDomains`);
    }
  }); // What a route says itself goes before these, which stand where the library puts them.
  app.addHook('onSend', async (_request, reply) => {
    if (!noDocument.test(String(reply.getHeader('content-type') ?? ''))) return;
    for (const name of headersOfDocuments) reply.raw.removeHeader(name);
    reply.raw.setHeader('content-security-policy', policyOfOthers);
  });
}
