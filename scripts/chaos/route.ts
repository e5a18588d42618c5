import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP address in front of several, as a load balancer has, which can hang: it accepts everything and passes nothing on. */
export class Route {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isHanging = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(ports: readonly number[]): Promise<Route> {
    let next = 0;
    const server = createServer();
    const route = new Route(server);
    server.on('connection', (client) => {
      route.#keep(client);
      const targets = ports.map((_, index) => ports[(next + index) % ports.length] ?? 0);
      next += 1;
      route.#pass(client, targets);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return route;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  hang(): void {
    this.#isHanging = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was sent meanwhile arrives now. */
  goOn(): void {
    this.#isHanging = false;
    for (const socket of this.#sockets) socket.resume();
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Joins the client with the first of these that accepts. */
  #pass(client: Socket, [port, ...others]: readonly number[]): void {
    if (port === undefined) {
      client.destroy();
      return;
    }
    client.pause();
    const target = connect(port, '127.0.0.1');
    let isJoined = false;
    target.once('connect', () => {
      isJoined = true;
      this.#keep(target);
      client.on('data', (chunk) => target.write(chunk)).on('close', () => target.destroy());
      target.on('data', (chunk) => client.write(chunk));
      if (this.#isHanging) target.pause();
      else client.resume();
    });
    target.on('close', () => {
      if (isJoined || client.destroyed) client.destroy();
      else this.#pass(client, others);
    });
    target.on('error', () => {});
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    // A reset ends it like any other end.
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }
}
