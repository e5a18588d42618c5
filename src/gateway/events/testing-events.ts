import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { IncomingEvent } from '#contract/gateway/incoming-events.ts';
import { liveEventsPath } from '#contract/gateway/live-events.ts';
import type { NewWebhook } from '#contract/gateway/webhook.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { type Answer, fromOwnPage } from '../testing/http-client.ts';

/** An event as providers send it. */
export const eventOf = (change: object = {}) => ({
  user_id: '42',
  amount: '150.25',
  block: 71_234_567,
  created: '2026-01-02T03:04:00Z',
  currency: 'USDT',
  direction: 'in',
  external_id: 9001,
  hash: 'ab'.repeat(32),
  fee: '0',
  recipient_wallet: 'TEdvoHEatmDKvTh3o9vBRB9Vdtbhn4QFhy',
  sender_wallet: 'TXyz',
  status: 'confirmed',
  ...change,
});

const settingsPath = '/console/settings/webhook';

/** A signed-in user who sets up the account's webhook, and a provider that knows its URL. */
export async function openWebhook(gateway: RunningGateway, token = 'good') {
  const { cookie, get } = await gateway.open(token);
  const change = async (path: string, method: string, body: object): Promise<Answer> =>
    gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  const read = async () => webhookOf(await get(settingsPath));
  const replace = async () => change(`${settingsPath}/secret`, 'PUT', { version: (await read()).version });
  const { url } = webhookOf(await replace());
  return {
    cookie,
    get,
    change,
    read,
    replace,
    url,
    /** Sends to the path of the URL. */
    send: async (body: string | Buffer | object, headers: Record<string, string> = {}) =>
      gateway.send(new URL(url).pathname, { method: 'POST', headers, body }),
    allow: async (...sources: string[]) =>
      change(`${settingsPath}/sources`, 'PUT', { version: (await read()).version, sources }),
    list: async (query = '') => {
      const answer = await get(`/console/incoming-events${query}`);
      return (answer.json() as { data: { count: number; events: IncomingEvent[] } }).data;
    },
    replay: async (id: string) => change('/console/incoming-events/replay', 'POST', { id }),
  };
}

/** The URL is there only where it was created. */
export function webhookOf(answer: Answer): NewWebhook {
  return (answer.json() as { data: NewWebhook }).data;
}

const open: ClientRequest[] = [];

/** Ends all streams of a test. */
export function closeStreams(): void {
  for (const each of open.splice(0)) each.destroy();
}

/** A stream of live events as a browser opens it. */
export async function openStream(on: RunningGateway, cookie: string) {
  const outgoing = request(new URL(liveEventsPath, on.address), {
    headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' },
  });
  open.push(outgoing);
  outgoing.on('error', () => undefined);
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  let hasEnded = false;
  response.on('data', (chunk) => (text += String(chunk)));
  response.on('close', () => (hasEnded = true));
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    /** The data of each event of the kind. */
    events: (kind: 'check' | 'movement'): unknown[] =>
      text
        .split('\n\n')
        .filter((event) => event.startsWith(`event: ${kind}\n`))
        .map((event): unknown => JSON.parse(event.slice(event.indexOf('data: ') + 6))),
    hasEnded: () => hasEnded,
    close: () => outgoing.destroy(),
  };
}
