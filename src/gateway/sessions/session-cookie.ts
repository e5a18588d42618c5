import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps, type PublicSettings } from '../same-origin.ts';

/** A token that a browser sends along. */
export type IdCookie = {
  read: (request: FastifyRequest) => string | undefined;
  set: (request: FastifyRequest, reply: FastifyReply, id: string) => void;
  clear: (request: FastifyRequest, reply: FastifyReply) => void;
};

const token = /^[\w-]{43}$/;

/** What opens a session. The browser forgets it when it is closed. */
export function createSessionCookie(place: PublicSettings): IdCookie {
  return createIdCookie(place, 'wallet_console_session');
}

/** What a browser is recognized by at its next sign-in. It opens nothing. */
export function createDeviceCookie(place: PublicSettings): IdCookie {
  return createIdCookie(place, 'wallet_console_device', { maxAge: DEVICE_DAYS * 86_400 });
}

/** The longest that browsers keep a cookie. Each sign-in begins it anew. */
export const DEVICE_DAYS = 400;

/**
 * A cookie that scripts cannot read and other sites cannot send. Over https its prefix makes the browser
 * refuse one that a sibling host or a plain connection tries to plant.
 */
function createIdCookie(
  place: PublicSettings,
  plainName: string,
  duration: { maxAge?: number } = {},
): IdCookie {
  const name = (request: FastifyRequest): string =>
    isHttps(request, place) ? `__Host-${plainName}` : plainName;
  const attributes = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(request, place) }) as const;

  return {
    read: (request) => {
      const value = request.cookies[name(request)];
      return value !== undefined && token.test(value) ? value : undefined;
    },
    set: (request, reply, id) => {
      reply.setCookie(name(request), id, { ...attributes(request), ...duration });
    },
    clear: (request, reply) => {
      reply.clearCookie(name(request), attributes(request));
    },
  };
}
