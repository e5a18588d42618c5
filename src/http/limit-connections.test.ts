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

it('lets a client work whose address has any number of idle connections open', async () => {
  const port = await start({ perAddress: 10 });
  const idle = Array.from({ length: 50 }, () => open(port));
  await expect.poll(() => idle.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(40);
  for (let request = 0; request < 20; request += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    expect(await answer.text()).toBe('ok');
  }
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
