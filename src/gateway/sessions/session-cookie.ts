import type { FastifyReply, FastifyRequest } from 'fastify';
import { isHttps, type PublicSettings } from '../same-origin.ts';

const plainName = 'wallet_console_session';
const sessionId = /^[\w-]{43}$/;

/** The session id that a browser sends along. */
export type SessionCookie = {
  read: (request: FastifyRequest) => string | undefined;
  set: (request: FastifyRequest, reply: FastifyReply, id: string) => void;
  clear: (request: FastifyRequest, reply: FastifyReply) => void;
};

/**
 * A cookie that scripts cannot read and other sites cannot send. Over https its prefix makes the browser
 * refuse one that a sibling host or a plain connection tries to plant.
 */
export function createSessionCookie(place: PublicSettings): SessionCookie {
  const name = (request: FastifyRequest): string =>
    isHttps(request, place) ? `__Host-${plainName}` : plainName;
  const attributes = (request: FastifyRequest) =>
    ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps(request, place) }) as const;

  return {
    read: (request) => {
      const value = request.cookies[name(request)];
      return value !== undefined && sessionId.test(value) ? value : undefined;
    },
    set: (request, reply, id) => {
      reply.setCookie(name(request), id, attributes(request));
    },
    clear: (request, reply) => {
      reply.clearCookie(name(request), attributes(request));
    },
  };
}
