import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Received = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

export type Respond = (request: Received, response: ServerResponse) => void;

/** A remote wallet service over real HTTP, which answers as a test says and remembers what it was asked. */
export type StandInProvider = {
  url: URL;
  received: Received[];
  respond: Respond;
  close: () => Promise<void>;
};

export async function startStandInProvider(path = '/api/prod/v1'): Promise<StandInProvider> {
  const server: Server = createServer((request, response) => {
    void answer(request, response);
  });
  const received: Received[] = [];
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- proved: it listens on a port.
  const { port } = server.address() as AddressInfo;

  const provider: StandInProvider = {
    url: new URL(`http://127.0.0.1:${port}${path}`),
    received,
    respond: asDocumented,
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers, body: await text(request).catch(() => '') };
    received.push(seen);
    provider.respond(seen, response);
  }
  return provider;
}

export function envelope(data: unknown): string {
  return JSON.stringify({ code: '200', error_code: null, error_message: null, data });
}

export function failure(status: number, errorCode: string, message: string): string {
  return JSON.stringify({ code: String(status), error_code: errorCode, error_message: message, data: null });
}

export function sendJson(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
}

export const answering =
  (status: number, headers: Record<string, string>, body: string | Buffer): Respond =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Knows the key `good`, and answers every operation with some success. */
export const asDocumented: Respond = ({ url, headers }, response) => {
  if (headers['token'] !== 'good') sendJson(response, 401, failure(401, 'system', 'Unknown key'));
  else if (url.includes('/test')) sendJson(response, 200, envelope({ result: 'success' }));
  else if (url.includes('/user-balances')) {
    sendJson(response, 200, envelope({ user_id: 'u-1', result: 'success', balances: {} }));
  } else sendJson(response, 200, envelope({ user_id: 'u-1', count: 0, wallets: [] }));
};
