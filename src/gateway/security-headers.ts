import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { isHttps, type PublicPlace } from './same-origin.ts';

const SECONDS_PER_YEAR = 31_536_000;

const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

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

/** Puts the security headers on every answer of the app. */
export function addSecurityHeaders(app: FastifyInstance, place: PublicPlace): void {
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
    // Only over https, and that the request decides: below.
    strictTransportSecurity: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
    if (isHttps(request, place)) {
      reply.header('strict-transport-security', `max-age=${SECONDS_PER_YEAR}; includeSubDomains`);
    }
  });
}
