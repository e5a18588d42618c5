import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { endProcess } from './end-process.ts';
import { freePort } from './free-port.ts';
import { copyPrepared } from './prepared-data.ts';
import { startProvider } from './provider-process.ts';
import { startServer } from './server-process.ts';

/** A console in front of a remote provider that knows only the published interface, with a line between that fails. */
export type RemoteConsole = {
  url: string;
  /** What the line does. `loses withdrawals`: they arrive, and their answers don't. */
  line: { losesWithdrawals: boolean; listsWithdrawals: boolean };
  /** How many withdrawals arrived at the provider. */
  arrived: () => number;
  stop: () => Promise<void>;
};

export async function startRemoteConsole(): Promise<RemoteConsole> {
  const provider = await startProvider({ unpublishedParameters: 'ignored', hasRepeatableExternalIds: true });
  const providerUrl = new URL(provider.url);
  const line = { losesWithdrawals: false, listsWithdrawals: true };
  let arrived = 0;

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const isWithdrawal = method === 'POST' && url.endsWith('/withdrawal-request');
    if (url.includes('/withdrawal-requests') && !line.listsWithdrawals) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('Busy');
      return;
    }
    const body = await buffer(incoming);
    const outgoing = request(new URL(url, providerUrl), {
      method,
      headers: { ...headers, host: providerUrl.host },
    });
    outgoing.end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    const bytes = await buffer(answer);
    if (isWithdrawal) arrived += 1;
    if (isWithdrawal && line.losesWithdrawals) response.destroy();
    else response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' }).end(bytes);
  };
  const proxy = createServer(
    (incoming, response) => void pass(incoming, response).catch(() => response.destroy()),
  );
  const linePort = await listen(proxy);
  const directory = copyPrepared('migrated');
  const port = String(await freePort());
  const console = await startServer({
    PORT: port,
    DATA_DIR: directory,
    WALLET_API_URL: `http://127.0.0.1:${linePort}/api/prod/v1`,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    line,
    arrived: () => arrived,
    stop: async () => {
      await Promise.all([endProcess(console), provider.stop()]);
      proxy.closeAllConnections();
      proxy.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return address.port;
}
