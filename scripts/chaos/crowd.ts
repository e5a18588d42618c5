import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An address may have some hundred connections, so many come from many. All of these are this machine. */
const addresses = Array.from({ length: 20 }, (_, index) => `127.0.0.${index + 2}`);

/** Connections that say nothing. The server may close them. */
export async function openConnections(count: number, port: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, (_, index) => open(port, index));
  await Promise.all(sockets.map(isOpenOrClosed));
  return sockets;
}

/** Clients that ask for many pages and read a few bytes a second. Those that the server closes come again. */
export class SlowReaders {
  readonly #sockets: Socket[];
  readonly #timer: NodeJS.Timeout;

  constructor(count: number, ports: readonly number[], token: string) {
    const request = `GET /api/prod/v1/transactions?limit=300 HTTP/1.1\r\nhost: 127.0.0.1\r\ntoken: ${token}\r\n\r\n`;
    const start = (index: number): Socket => {
      const socket = open(ports[index % ports.length] ?? 0, index);
      // More than the buffers between both ends hold.
      socket.write(request.repeat(50));
      return socket.pause();
    };
    this.#sockets = Array.from({ length: count }, (_, index) => start(index));
    this.#timer = setInterval(() => {
      for (const [index, socket] of this.#sockets.entries()) {
        if (socket.destroyed) this.#sockets[index] = start(index);
        else socket.read(16);
      }
    }, 1000);
  }

  end(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
  }
}

function open(port: number, index: number): Socket {
  const localAddress = addresses[index % addresses.length] ?? '';
  // A refusal or a reset is what the server is for.
  return connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
}

async function isOpenOrClosed(socket: Socket): Promise<void> {
  if (socket.connecting) await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
}
