import type { ServerResponse } from 'node:http';
import {
  asDocumented,
  envelope,
  failure,
  type Received,
  type Respond,
  sendJson,
} from './stand-in-provider.ts';

/** The fields of a report that a test does not care about. */
export function report(
  changes: Record<string, unknown> = {},
  types: Record<string, number> = { exchange: 100 },
) {
  return {
    user_id: 'u-1',
    message: 'Report',
    aml_score: 5,
    params: { owner: 'Northbank', types_of_funding: types },
    pdf_link: '',
    checks_balance: '41',
    ...changes,
  };
}

type Answer = (request: Received, response: ServerResponse) => void;

export const answerWith =
  (data: unknown): Answer =>
  (_request, response) =>
    sendJson(response, 200, envelope(data));

/** A provider that makes AML reports as a test says, knows the keys given, and counts what it was asked. */
export class AmlStandIn {
  /** How often a check was asked for: each costs. */
  asked: Record<string, unknown>[] = [];
  rechecked: string[] = [];
  keys = new Map([
    ['good', 'u-1'],
    ['second', 'u-1'],
    ['other', 'u-2'],
  ]);
  onAsk: Answer = (_request, response) =>
    sendJson(response, 200, envelope({ uid: `uid-${this.asked.length}` }));
  onRecheck: Answer = answerWith(report());

  readonly respond: Respond = (request, response) => {
    const account = this.keys.get(String(request.headers['token']));
    if (account === undefined) sendJson(response, 401, failure(401, 'system', 'Unknown key'));
    else if (request.url.endsWith('/aml-report')) {
      this.asked.push(JSON.parse(request.body) as Record<string, unknown>);
      this.onAsk(request, response);
    } else if (request.url.endsWith('/aml-report-recheck')) {
      this.rechecked.push((JSON.parse(request.body) as { uid: string }).uid);
      this.onRecheck(request, response);
    } else if (request.url.includes('/user-balances')) {
      sendJson(response, 200, envelope({ user_id: account, result: 'success', balances: {} }));
    } else asDocumented({ ...request, headers: { token: 'good' } }, response);
  };
}
