import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export type Answer = {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body, unchanged. */
  bytes: Buffer;
  /** The body as JSON. */
  json: () => unknown;
};

export type Sent = {
  method?: string;
  headers?: Record<string, string | string[]>;
  /** Sent as JSON unless it is text or bytes. */
  body?: string | Buffer | object | undefined;
};

/** A request with exactly the given headers: `fetch` would add some of its own and refuse others. */
export async function send(address: string, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body } = sent;
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(isJson ? JSON.stringify(body) : (body ?? ''));
  const outgoing = request(new URL(path, address), {
    method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(body === undefined ? {} : { 'content-length': bytes.length }),
      ...headers,
    },
  });
  outgoing.end(bytes);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = await buffer(response);
  const text = received.toString();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: text,
    bytes: received,
    json: () => JSON.parse(text) as unknown,
  };
}

/** What a browser adds to a request that the console's own page makes. */
export const fromOwnPage = { 'sec-fetch-site': 'same-origin' };

/** The session cookie that an answer sets, as a browser sends it back. */
export function cookieOf(answer: Answer): string {
  const [cookie = ''] = answer.headers['set-cookie'] ?? [];
  return cookie.split(';', 1)[0] ?? '';
}
