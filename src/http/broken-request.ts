import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyBaseLogger } from 'fastify';
import { stringifyJson } from '#domain/json.ts';

/**
 * Answers what Node could not read as a request, in the common envelope, and closes the connection. Logs the
 * error's code alone: the error itself carries the raw bytes of the request, API keys and cookies included.
 */
export function answerBrokenRequest(
  { code }: Pick<ConnectionError, 'code'>,
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  if (code === 'ECONNRESET' || socket.destroyed) return;
  log.info({ code }, 'refused what is no request');
  if (socket.writable) {
    const [status, message] = meaningOf(code);
    const body = stringifyJson({
      code: String(status),
      error_code: 'request',
      error_message: message,
      data: null,
    });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}

function meaningOf(code: string): [status: number, message: string] {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive'];
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The address and the headers of the request are too long'];
    default:
      return [400, 'The request is not valid HTTP'];
  }
}
