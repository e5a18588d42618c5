import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port below those that systems hand out to whoever asks for any: one of those could go to another socket between the
 * moment when it is chosen and the start of the server.
 */
export const randomPort = (): number => randomInt(20_000, 32_768);

/** A port of the loopback address that is free at this moment, and that only another call of this could take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomPort();
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
