import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpApp } from './http-app.ts';

let app: FastifyInstance;
let logged: string;

beforeEach(async () => {
  logged = '';
  const stream = { write: (line: string) => (logged += line) };
  app = createHttpApp({ logger: { level: 'trace', stream } });
  await app.listen({ port: 0, host: '127.0.0.1' });
});

afterEach(async () => app.close());

async function sendRaw(bytes: string): Promise<{ head: string; body: unknown }> {
  const address = app.server.address();
  const socket = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) as unknown };
}

const broken = {
  'a method in small letters': ['get / HTTP/1.1\r\n', 400, 'The request is not valid HTTP'],
  'two lengths': [
    'POST / HTTP/1.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n',
    400,
    'The request is not valid HTTP',
  ],
  'an endless address': [
    `GET /?${'a'.repeat(20_000)} HTTP/1.1\r\n`,
    431,
    'The address and the headers of the request are too long',
  ],
} as const;

describe('what isn’t a request', () => {
  it.each(Object.entries(broken))(
    'is answered in the envelope: %s',
    async (_what, [start, status, words]) => {
      const { head, body } = await sendRaw(`${start}host: localhost\r\n\r\n`);
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
      expect(head).toContain('connection: close');
      expect(body).toEqual({
        code: String(status),
        error_code: 'request',
        error_message: words,
        data: null,
      });
    },
  );

  it('never appears in the logs, whatever their level', async () => {
    await sendRaw('get / HTTP/1.1\r\ntoken: top-secret\r\nhost: localhost\r\n\r\n');
    expect(logged).toContain('HPE_INVALID_METHOD');
    expect(logged).not.toContain('top-secret');
    expect(logged).not.toContain('rawPacket');
  });
});
