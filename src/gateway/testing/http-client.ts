import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON. */
  json: () => unknown;
};

export type Sent = {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON unless it is text. */
  body?: unknown;
};

/** A request with exactly the given headers: `fetch` would add some of its own and refuse others. */
export async function send(address: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = sent;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isText = typeof body === 'string';
  const outgoing = request(
    new URL(path, address),
    {
      method,
      headers: {
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    },
    (response) => {
      text(response).then((received) => {
        const { statusCode: status = 0, headers: got } = response;
        resolve({ status, headers: got, body: received, json: () => JSON.parse(received) as unknown });
      }, reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body === undefined || isText ? body : JSON.stringify(body));
  return await promise;
}

/** What a browser adds to a request that the console's own page makes. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** The session cookie that an answer sets, as a browser sends it back. */
export function cookieOf(answer: Answer): string {
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  return cookie.split(';', 1)[0] ?? '';
}
