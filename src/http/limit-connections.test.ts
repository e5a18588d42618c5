import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { createHttpApp } from './http-app.ts';
import { limitConnections } from './limit-connections.ts';

const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x');
let app: FastifyInstance | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
});

async function start(limits: Parameters<typeof limitConnections>[1]): Promise<number> {
  app = createHttpApp({ logger: false });
  limitConnections(app, limits);
  app.get('/', async () => 'ok');
  app.get('/large', async (_request, reply) => reply.type('application/octet-stream').send(LARGE));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  return socket;
}

/** A server whose clients have the addresses given, one after the other. */
function comeFrom(...addresses: string[]): void {
  app?.server.prependListener('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() });
  });
}

it('closes the longest idle connections of an address that opens too many, and lets it work', async () => {
  const port = await start({ perAddress: 10 });
  const idle = Array.from({ length: 50 }, () => open(port));
  await expect.poll(() => idle.filter((socket) => socket.closed).length).toBe(40);
  expect(idle.map((socket) => socket.closed)).toEqual(idle.map((_, index) => index < 40));
  for (let request = 0; request < 20; request += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    expect(await answer.text()).toBe('ok');
  }
});

it('counts the addresses of a /64 together, which one client has, and others apart', async () => {
  const port = await start({ perAddress: 2 });
  comeFrom('2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8::3');
  const opened: Socket[] = [];
  for (let index = 0; index < 4; index += 1) {
    const socket = open(port);
    opened.push(socket);
    await once(socket, 'connect');
  }
  await expect.poll(() => opened.map(({ closed }) => closed)).toEqual([true, false, false, false]);
});

it('listens to no connections where their number is not limited', async () => {
  const listeners = (): number[] =>
    ['connection', 'request'].map((name) => app?.server.listenerCount(name) ?? 0);
  await start({ perAddress: 1 });
  const limited = listeners();
  await app?.close();
  await start({ perAddress: 0 });
  expect(listeners()).toEqual(limited.map((count) => count - 1));
});

it('closes the connection of a client that reads too slowly, and of one that doesn’t read at all', async () => {
  const port = await start({ perAddress: 0, silentMs: 60_000, readMs: 500 });
  const slow = open(port);
  slow.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(slow, 'readable');
  const begun = performance.now();
  while (!slow.closed && !slow.readableEnded && performance.now() - begun < 8_000) {
    slow.read(1_000);
    await sleep(20);
    const connections = await countConnections();
    if (connections === 0) break;
  }
  expect(await countConnections()).toBe(0);
});

it('closes a connection that carries nothing', async () => {
  const port = await start({ perAddress: 0, silentMs: 300 });
  const silent = open(port);
  await once(silent, 'close');
  expect(await countConnections()).toBe(0);
});

it('closes a new connection if all of its address are busy', async () => {
  const port = await start({ perAddress: 1 });
  const busy = open(port);
  busy.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(busy, 'readable');
  const refused = open(port);
  await once(refused, 'close');
  expect(busy.destroyed).toBe(false);
});

async function countConnections(): Promise<number> {
  return await new Promise((resolve, reject) => {
    app?.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
