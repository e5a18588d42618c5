import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

type ReceivedEvent = Record<string, string | null>;

type Respond = (response: ServerResponse, event: ReceivedEvent) => void;

const accept: Respond = (response) => response.end('thanks');

/** A receiver of events over real HTTP until the end of the test. `respond` may be replaced at any time. */
export async function startReceiver(respond: Respond = accept) {
  const receiver = {
    url: '',
    respond,
    requests: [] as Pick<IncomingMessage, 'method' | 'url' | 'headers'>[],
    events: [] as ReceivedEvent[],
    /** `pending in 5`, for each event in the order of arrival. */
    summary: (): string[] =>
      receiver.events.map(({ status, direction, amount }) => `${status} ${direction} ${amount}`),
  };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const event = JSON.parse(await text(request)) as ReceivedEvent;
    const { method, url, headers } = request;
    receiver.requests.push({ method, url, headers });
    receiver.events.push(event);
    receiver.respond(response, event);
  };
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  receiver.url = `http://127.0.0.1:${port}/events`;
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return receiver;
}

export const refuse =
  (status: number): Respond =>
  (response) => {
    response.writeHead(status, { location: '/elsewhere' }).end();
  };
