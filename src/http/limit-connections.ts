import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counts } from '#domain/counts.ts';
import { clientOf } from './client-address.ts';

type ConnectionLimits = {
  /** How many connections an IPv4 address, or the /64 of an IPv6 address, may have; 0: any number. */
  perAddress: number;
  /** How long a connection may carry nothing while a request is under way: longer than any request takes. */
  silentMs?: number;
  /** How long a client may take to read a response, event streams aside. */
  readMs?: number;
};

const DEFAULT_SILENT_MS = 75_000;
const DEFAULT_READ_MS = 120_000;

/**
 * Closes connections of clients that don't read their response or have gone without a word, and limits how many a client may have.
 */
export function limitConnections(
  app: FastifyInstance,
  { perAddress, silentMs = DEFAULT_SILENT_MS, readMs = DEFAULT_READ_MS }: ConnectionLimits,
): void {
  app.server.setTimeout(silentMs);
  if (perAddress > 0) limitPerAddress(app.server, perAddress);

  app.addHook('onSend', async (_request, reply, payload: unknown) => {
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    if (isStream) return payload;
    const timer = setTimeout(() => reply.raw.socket?.destroy(), readMs);
    timer.unref();
    const stop = (): void => clearTimeout(timer);
    reply.raw.once('finish', stop).once('close', stop);
    return payload;
  });
}

/**
 * A new connection of a client that has too many takes the place of the one that has been idle longest, so that open connections
 * don't keep others from working; if all are busy, the new one is closed.
 */
function limitPerAddress(server: FastifyInstance['server'], perAddress: number): void {
  /** Remembered, because a socket that is closed has no address any more. */
  const clients = new WeakMap<Socket, string>();
  /** The connections of each client; the one that has been idle longest comes first. */
  const idle = new Map<string, Set<Socket>>();
  const counts = new Counts<string>();

  const toIdle = (client: string, socket: Socket): void => {
    const sockets = idle.get(client) ?? new Set();
    sockets.add(socket);
    idle.set(client, sockets);
  };
  const fromIdle = (client: string, socket: Socket): void => {
    const sockets = idle.get(client);
    sockets?.delete(socket);
    if (sockets?.size === 0) idle.delete(client);
  };

  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const count = counts.add(client);
    clients.set(socket, client);
    socket.once('close', () => {
      fromIdle(client, socket);
      counts.remove(client);
    });
    if (count > perAddress) {
      const [longest] = idle.get(client) ?? [];
      if (longest === undefined) {
        socket.destroy();
        return;
      }
      fromIdle(client, longest);
      longest.destroy();
    }
    toIdle(client, socket);
  });

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const client = clients.get(socket);
    if (client === undefined) return;
    fromIdle(client, socket);
    response.once('close', () => {
      if (!socket.destroyed) toIdle(client, socket);
    });
  });
}
