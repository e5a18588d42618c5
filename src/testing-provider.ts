import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '#contract/operation.ts';
import { listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { listTransactions } from '#contract/wallet-service/transactions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import {
  createWithdrawalRequest,
  getWithdrawalRequest,
} from '#contract/wallet-service/withdrawal-request.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { parseJson, stringifyJson } from '#domain/json.ts';
import { applyOddities, type Oddity, withOwnIds } from './testing-provider-oddities.ts';

/** A request that reached the provider, whether or not it was answered. */
type SeenRequest = {
  /** Undefined for a path that isn’t an operation of the interface. */
  operation: Operation | undefined;
  method: string;
  path: string;
  query: URLSearchParams;
  token: string | undefined;
  /** JSON text; empty if there is none. */
  body: string;
};

/** What goes wrong with one request. The delay comes before the answer is sent or lost, after the work was done. */
export type Disturbance = {
  delayMs?: number;
  /** The work is done, and the connection ends without an answer. */
  isAnswerLost?: boolean;
  /** Nothing is done, and the provider answers with a failure of this status. */
  refuseWith?: 400 | 429 | 500 | 503;
};

/** How a provider differs from our own service. All of it can be combined, and changed while it runs. */
export type ProviderFaults = {
  /** What becomes of query parameters whose names the published interface doesn't show. */
  unpublishedParameters: 'honored' | 'ignored' | 'refused';
  /** What it calls parameters: the contract's name → its own. Theirs then work, and ours are names that it doesn't know. */
  parameterNames: Readonly<Record<string, string>>;
  /** Parameters that have no effect although they are published, such as `offset` or `created_from`. */
  ignoredParameters: readonly string[];
  /** The largest page of a list, and what becomes of a request for a larger one. */
  largestPage: { rows: number; beyond: 'capped' | 'refused' } | null;
  /** IDs of operations that don't exist there. */
  missingOperations: readonly string[];
  /** What its responses look like. */
  oddities: readonly Oddity[];
  /** Whether a second request with a used external ID makes a second payment: only our service promises otherwise. */
  hasRepeatableExternalIds: boolean;
  disturb: (request: SeenRequest) => Disturbance | undefined;
};

export const noFaults: ProviderFaults = {
  unpublishedParameters: 'honored',
  parameterNames: {},
  ignoredParameters: [],
  largestPage: null,
  missingOperations: [],
  oddities: [],
  hasRepeatableExternalIds: false,
  disturb: () => undefined,
};

export type TestingProvider = {
  /** Its base URL, as `WALLET_API_URL` takes it. */
  url: URL;
  faults: ProviderFaults;
  requests: SeenRequest[];
  close: () => Promise<void>;
};

/**
 * Serves a wallet service over real HTTP behind a layer of faults: a provider that knows only the published
 * names, pages as it likes, answers oddly or not at all. `service` is an app with the routes of a wallet service;
 * `port` 0 takes any that is free.
 */
export async function startTestingProvider(
  service: FastifyInstance,
  faults: Partial<ProviderFaults> = {},
  port = 0,
): Promise<TestingProvider> {
  const server = createServer((request, response) => {
    void answer(provider, service, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  const provider: TestingProvider = {
    url: new URL(`http://127.0.0.1:${address.port}/api/prod/v1`),
    faults: { ...noFaults, ...faults },
    requests: [],
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

/** The query parameters that the published interface names, paging included: every provider is known to page. */
const publishedParameters: Readonly<Record<string, readonly string[]>> = {
  [listWallets.id]: ['limit', 'offset'],
  [listTransactions.id]: 'created_from created_to direction status sort_by sort_direction limit offset'.split(
    ' ',
  ),
  [listExchangeTransactions.id]: ['created_from', 'created_to', 'limit', 'offset', 'sort_direction'],
  [listWithdrawalRequests.id]: 'created_from created_to sort_by sort_direction limit offset'.split(' '),
  [getWithdrawalRequest.id]: ['request_id'],
};

async function answer(
  provider: TestingProvider,
  service: FastifyInstance,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { faults } = provider;
  const seen = await readRequest(request);
  provider.requests.push(seen);
  const disturbance = faults.disturb(seen) ?? {};
  const result = await carryOut(faults, service, seen, disturbance);
  if (disturbance.delayMs !== undefined) await sleep(disturbance.delayMs);
  if (disturbance.isAnswerLost === true) {
    response.destroy();
    return;
  }
  const isZipped = faults.oddities.includes('unrequested gzip');
  response
    .writeHead(result.status, {
      'content-type': 'application/json',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    })
    .end(isZipped ? gzipSync(result.body) : result.body);
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const { method = '', url = '', headers } = request;
  const { pathname: path, searchParams: query } = new URL(url, 'http://provider');
  const operation = walletServiceOperations.find((one) => one.method === method && one.path === path);
  const token = headers['token'];
  const body = (await buffer(request)).toString('utf8');
  return { operation, method, path, query, token: typeof token === 'string' ? token : undefined, body };
}

type Result = { status: number; body: string };

async function carryOut(
  faults: ProviderFaults,
  service: FastifyInstance,
  seen: SeenRequest,
  { refuseWith }: Disturbance,
): Promise<Result> {
  const { operation } = seen;
  if (operation !== undefined && faults.missingOperations.includes(operation.id)) {
    return failure(404, 'Nothing exists at this path');
  }
  if (refuseWith !== undefined) return failure(refuseWith, 'The provider refuses this request');
  const query = new URLSearchParams(seen.query);
  const refusal = operation && applyParameterFaults(faults, operation, query);
  if (refusal !== undefined) return refusal;
  const result = await ask(faults, service, { ...seen, query });
  return operation === undefined
    ? result
    : { ...result, body: applyOddities(faults.oddities, operation, result) };
}

/** Takes out of the query what the provider doesn't know. */
function applyParameterFaults(
  { unpublishedParameters, parameterNames, ignoredParameters, largestPage }: ProviderFaults,
  operation: Operation,
  query: URLSearchParams,
): Result | undefined {
  const own = operation.query?.shape ?? {};
  const renamed = Object.entries(parameterNames).filter(([name]) => name in own);
  const published = publishedParameters[operation.id] ?? [];
  // A copy: names are deleted on the way.
  for (const name of new Set(query.keys())) {
    if (renamed.some(([, theirs]) => theirs === name)) continue;
    const isRenamed = renamed.some(([ours]) => ours === name);
    const isPublished = published.includes(name) && !isRenamed;
    if (ignoredParameters.includes(name)) query.delete(name);
    else if (isRenamed && unpublishedParameters === 'honored') query.delete(name);
    else if (!isPublished && unpublishedParameters === 'ignored') query.delete(name);
    else if (!isPublished && unpublishedParameters === 'refused') {
      return failure(400, `Validation failed: ${name}: unknown parameter`, { [name]: 'unknown parameter' });
    }
  }
  for (const [ours, theirs] of renamed) {
    const value = query.get(theirs);
    query.delete(theirs);
    if (value !== null) query.set(ours, value);
  }
  const rows = Number(query.get('limit') ?? 0);
  if (largestPage !== null && rows > largestPage.rows) {
    if (largestPage.beyond === 'refused') {
      const rule = `maximum ${largestPage.rows}`;
      return failure(400, `Validation failed: limit: ${rule}`, { limit: rule });
    }
    query.set('limit', String(largestPage.rows));
  }
  return undefined;
}

/** What our service keeps an external ID as that may come again, and what it stands for. */
const repeatMark = / #[0-9a-f]{12}$/;
const newRepeatMark = () => ` #${crypto.randomUUID().slice(-12)}`;

async function ask(faults: ProviderFaults, service: FastifyInstance, seen: SeenRequest): Promise<Result> {
  const { operation, method, path, token } = seen;
  const isRepeatable = faults.hasRepeatableExternalIds;
  const { query, body: asked } = withOwnIds(seen);
  const wanted = isRepeatable ? query.get('external_id') : null;
  const limit = Number(query.get('limit') ?? 30);
  if (wanted !== null) {
    query.delete('external_id');
    query.set('limit', '300');
  }
  const body = isRepeatable && operation?.id === createWithdrawalRequest.id ? withMark(asked) : asked;
  const search = query.toString();
  const answered = await service.inject({
    method: method as 'GET',
    url: search === '' ? path : `${path}?${search}`,
    headers: {
      ...(token !== undefined && { token }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { payload: body }),
  });
  const result = { status: answered.statusCode, body: answered.body };
  return isRepeatable ? withoutMarks(result, wanted, limit) : result;
}

function withMark(body: string): string {
  const read = parseJson(body);
  if (typeof read !== 'object' || read === null || !('external_id' in read)) return body;
  return stringifyJson({ ...read, external_id: `${String(read.external_id)}${newRepeatMark()}` });
}

type Row = Record<string, unknown>;

/** Takes the marks out of what is answered, and filters the newest 300 requests by an external ID without its mark. */
function withoutMarks({ status, body }: Result, wanted: string | null, limit: number): Result {
  const read = parseJson(body) as { data?: { data?: unknown; meta?: Row } | null };
  const unmark = (row: Row): Row =>
    typeof row['external_id'] === 'string'
      ? { ...row, external_id: row['external_id'].replace(repeatMark, '') }
      : row;
  const inner = read.data?.data;
  if (read.data === undefined || read.data === null || typeof inner !== 'object' || inner === null) {
    return { status, body };
  }
  if (!Array.isArray(inner)) {
    return { status, body: stringifyJson({ ...read, data: { ...read.data, data: unmark(inner as Row) } }) };
  }
  const rows = (inner as Row[]).map(unmark).filter((row) => wanted === null || row['external_id'] === wanted);
  const meta = wanted === null ? read.data.meta : { ...read.data.meta, limit, total: rows.length };
  const page = wanted === null ? rows : rows.slice(0, limit);
  return { status, body: stringifyJson({ ...read, data: { ...read.data, data: page, meta } }) };
}

function failure(status: number, message: string, data: unknown = null): Result {
  const errorCode = status === 404 ? 'not_found' : status >= 500 ? 'system' : 'request';
  const body = { code: String(status), error_code: errorCode, error_message: message, data };
  return { status, body: JSON.stringify(body) };
}
