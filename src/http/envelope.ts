import type { FastifyReply } from 'fastify';
import { stringifyJson } from '#domain/json.ts';
import type { ServiceError } from './service-error.ts';

const jsonType = 'application/json; charset=utf-8';

/** Sends `data` in the common envelope, with status 200 and every digit of its amounts. */
export function sendSuccess(reply: FastifyReply, data: unknown): FastifyReply {
  return reply
    .type(jsonType)
    .send(stringifyJson({ code: '200', error_code: null, error_message: null, data }));
}

/** Sends a failure in the common envelope. */
export function sendFailure(reply: FastifyReply, failure: ServiceError): FastifyReply {
  return reply.send(prepareFailure(reply, failure));
}

/** Gives the response the status and headers of a failure, and returns its text. */
export function prepareFailure(reply: FastifyReply, failure: ServiceError): string {
  const { status, errorCode, message, data, headers } = failure;
  reply.code(status).headers(headers).type(jsonType);
  return stringifyJson({ code: String(status), error_code: errorCode, error_message: message, data });
}
