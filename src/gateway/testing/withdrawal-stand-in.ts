import type { ServerResponse } from 'node:http';
import { type Clock, toDate, writeIsoTime } from '#domain/time.ts';
import { asDocumented, envelope, type Received, type Respond, sendJson } from './stand-in-provider.ts';

export type ListedRequest = Record<string, unknown> & { request_id: string; external_id: string };

/** What a list of requests was asked for: `limit` null where it wasn't said. */
type Asked = { query: URLSearchParams; limit: number; from: number; to: number };

type Page = { rows: Record<string, unknown>[]; total: unknown };

/**
 * A provider of withdrawals that knows only the published interface: it creates a request each time that it is asked
 * to, whatever the external ID, and its list knows dates and pages but no external ID. Knows the key `good`.
 */
export class WithdrawalStandIn {
  /** Every request that it has created. Each one is paid. */
  created: ListedRequest[] = [];
  /** How many lists it was asked for. */
  lists: URLSearchParams[] = [];
  now: Clock;
  largestPage = 300;
  ignoresOffset = false;
  /** What becomes of a request to create one. */
  onCreate: (request: Received, response: ServerResponse) => void = (request, response) =>
    this.confirm(request, response);
  /** Changes a page of the list before it is sent. */
  onList: (page: Page, asked: Asked) => Page = (page) => page;

  constructor(now: Clock) {
    this.now = now;
  }

  create(request: Received): ListedRequest {
    const body = JSON.parse(request.body) as Record<string, unknown>;
    return this.add(body);
  }

  add(body: Record<string, unknown>): ListedRequest {
    const at = writeIsoTime(this.now());
    const row = {
      fee: '0',
      sender_wallet: 'exchange',
      external_id: '',
      ...body,
      request_id: `wd_${this.created.length + 1}`,
      status: 'new',
      created_at: at,
      updated_at: at,
    };
    this.created.push(row);
    return row;
  }

  confirm(request: Received, response: ServerResponse): void {
    sendJson(response, 200, envelope({ success: true, data: this.create(request) }));
  }

  /** Creates the request, and ends the connection without an answer. */
  loseAnswer(request: Received, response: ServerResponse): void {
    this.create(request);
    response.destroy();
  }

  readonly respond: Respond = (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://provider');
    const isKnown = request.headers['token'] === 'good';
    if (isKnown && pathname.endsWith('/withdrawal-requests')) this.#list(query, response);
    else if (isKnown && pathname.endsWith('/withdrawal-request')) {
      if (request.method === 'POST') this.onCreate(request, response);
      else this.#get(query, response);
    } else asDocumented(request, response);
  };

  #get(query: URLSearchParams, response: ServerResponse): void {
    const row = this.created.find(({ request_id: id }) => id === query.get('request_id'));
    if (row !== undefined) sendJson(response, 200, envelope({ success: true, data: row }));
    else {
      const words = { code: '404', error_code: 'not_found', error_message: 'No such request', data: null };
      sendJson(response, 404, JSON.stringify(words));
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    this.lists.push(query);
    const asked = {
      query,
      limit: Math.min(Number(query.get('limit') ?? 30), this.largestPage),
      from: Date.parse(query.get('created_from') ?? '') || 0,
      to: Date.parse(query.get('created_to') ?? '') || Infinity,
    };
    const found = this.created.filter(({ created_at: at }) => {
      const ms = Date.parse(String(at));
      return ms >= asked.from && ms <= asked.to;
    });
    const offset = this.ignoresOffset ? 0 : Number(query.get('offset') ?? 0);
    const page = { rows: found.toReversed().slice(offset, offset + asked.limit), total: found.length };
    const { rows, total } = this.onList(page, asked);
    response.setHeader('date', toDate(this.now()).toUTCString());
    const meta = { limit: asked.limit, offset, ...(total !== undefined && { total }) };
    sendJson(response, 200, envelope({ success: true, meta, data: rows }));
  }
}
