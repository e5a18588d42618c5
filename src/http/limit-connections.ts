import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Counts } from '#domain/counts.ts';

type ConnectionLimits = {
  /** How many connections an address may have; 0: any number. */
  perAddress: number;
  /** How long a connection may carry nothing while a request is under way: longer than any request takes. */
  silentMs?: number;
  /** How long a client may take to read a response, event streams aside. */
  readMs?: number;
};

const DEFAULT_SILENT_MS = 75_000;
const DEFAULT_READ_MS = 120_000;

/**
 * Closes connections of clients that don't read their response or have gone without a word. A new connection of an address that has
 * too many takes the place of the one that has been idle longest, so that open connections don't keep others from working; if
 * all are busy, the new one is closed.
 */
export function limitConnections(
  app: FastifyInstance,
  { perAddress, silentMs = DEFAULT_SILENT_MS, readMs = DEFAULT_READ_MS }: ConnectionLimits,
): void {
  const { server } = app;
  server.setTimeout(silentMs);
  /** The connections of each address; the one that has been idle longest comes first. */
  const idle = new Map<string, Set<Socket>>();
  const counts = new Counts<string>();

  const toIdle = (address: string, socket: Socket): void => {
    const sockets = idle.get(address) ?? new Set();
    sockets.add(socket);
    idle.set(address, sockets);
  };
  const fromIdle = (address: string, socket: Socket): void => {
    const sockets = idle.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) idle.delete(address);
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = counts.add(address);
    socket.once('close', () => {
      fromIdle(address, socket);
      counts.remove(address);
    });
    if (perAddress > 0 && count > perAddress) {
      const [longest] = idle.get(address) ?? [];
      if (longest === undefined) {
        socket.destroy();
        return;
      }
      fromIdle(address, longest);
      longest.destroy();
    }
    toIdle(address, socket);
  });

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const address = socket.remoteAddress ?? '';
    fromIdle(address, socket);
    response.once('close', () => {
      if (!socket.destroyed) toIdle(address, socket);
    });
  });

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
