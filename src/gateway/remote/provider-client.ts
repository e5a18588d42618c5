import type { FastifyBaseLogger } from 'fastify';
import { buildConnector, Pool } from 'undici';
import type { Operation } from '#contract/operation.ts';
import { walletServiceBase } from '#contract/wallet-service/base.ts';
import { FairQueue } from '#domain/fair-queue.ts';
import { noteChange } from '#database/request-scope.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { RemoteProvider } from '../gateway-deps.ts';
import { isLoopbackName } from '#domain/loopback-name.ts';
import { isChanging } from '../same-origin.ts';
import type { AskService } from '../sessions/key-check.ts';
import { decompress } from './decompress.ts';
import type { ParameterNames } from './parameter-names.ts';
import { isReadable } from './is-readable.ts';
import {
  asProviderFailure,
  badStatusFailure,
  codeOf,
  isBrokenConnection,
  isRefusedAddress,
  redirectFailure,
  refusedAddressFailure,
  tooLargeFailure,
  tooManyWaiting,
} from './provider-failures.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAXIMUM_ANSWER_BYTES = 16 * 1024 * 1024;
const MOST_CONNECTIONS = 64;
/** So many requests with one key may wait for a provider that hangs. The others find connections. */
const MOST_PER_KEY = 16;
const LONGEST_TURN_MS = 5_000;

type ProviderRequest = {
  query: Readonly<Record<string, string>>;
  token: string;
  accept?: string | undefined;
  /** JSON text. */
  body?: string | undefined;
};

export type ProviderAnswer = {
  status: number;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  retryAfter: string | undefined;
  /** What the provider says the time is, as HTTP writes it. */
  date?: string | undefined;
  /** The body as received, except for a compression that can be undone here. */
  body: Buffer;
};

/** The way to a remote provider. Takes nothing from the process's environment, proxy settings included. */
export type ProviderClient = {
  /** Throws the ServiceError for a provider that gives no answer. A change is sent once, whatever happens. */
  send: (operation: Operation, request: ProviderRequest) => Promise<ProviderAnswer>;
  ask: AskService;
  /** Throws the 403 that says what to register, if that is what the answer means. */
  requireAccepted: (answer: ProviderAnswer) => void;
  /** What to do about a provider that does not accept requests from this machine. */
  ipNotAllowedMessage: () => string;
  /** No answer takes longer. */
  timeoutMs: number;
  close: () => Promise<void>;
};

/** Throws when the URL cannot be a provider's base URL. */
export function createProviderClient(provider: RemoteProvider, log: FastifyBaseLogger): ProviderClient {
  const { url, parameters = {}, timeoutMs = DEFAULT_TIMEOUT_MS } = provider;
  const { maximumAnswerBytes = DEFAULT_MAXIMUM_ANSWER_BYTES } = provider;
  const basePath = basePathOf(url);
  const { host } = url;
  if (url.protocol === 'http:' && !isLoopbackName(url.hostname)) {
    log.warn({ host }, 'API keys travel to the wallet service unencrypted: use an https WALLET_API_URL');
  }
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false });
  let socketAddress: string | undefined;
  /** Errors of connections that were never made. */
  const connecting = new WeakSet<Error>();

  const pool = new Pool(url.origin, {
    connections: MOST_CONNECTIONS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxResponseSize: maximumAnswerBytes,
    connect: (options, done) => {
      connect(options, (...result) => {
        const [error, socket] = result;
        if (error !== null) connecting.add(error);
        socketAddress = socket?.localAddress ?? socketAddress;
        done(...result);
      });
    },
  });

  const queue = new FairQueue({
    capacity: MOST_CONNECTIONS,
    perKey: MOST_PER_KEY,
    waitMs: Math.min(LONGEST_TURN_MS, timeoutMs / 2),
  });

  const sendOnce = async (operation: Operation, request: ProviderRequest, signal: AbortSignal) => {
    const { query, token, accept = 'application/json', body } = request;
    const search = new URLSearchParams(renameParameters(parameters, operation, query)).toString();
    const path = basePath + operation.path.slice(walletServiceBase.length);
    const answer = await pool.request({
      method: operation.method,
      path: search === '' ? path : `${path}?${search}`,
      headers: {
        token,
        accept,
        'user-agent': 'wallet-console',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body ?? null,
      signal,
    });
    return { answer, bytes: Buffer.from(await answer.body.bytes()) };
  };

  const send: ProviderClient['send'] = async (operation, request) => {
    const changes = isChanging(operation.method);
    const begunAt = performance.now();
    const leave = await queue.enter(request.token).catch(() => {
      log.warn({ operation: operation.id }, 'too many requests wait for the wallet service');
      throw tooManyWaiting(host);
    });
    // Over the whole exchange: a provider that drips its answer is no faster than one that is silent.
    const signal = AbortSignal.timeout(Math.ceil(timeoutMs - (performance.now() - begunAt)));
    if (changes) noteChange();
    try {
      const { answer, bytes } = await sendOnce(operation, request, signal).catch(async (error: unknown) => {
        // The connection may have been closed while it lay idle. Reading may be done twice, changing may not.
        if (changes || !isBrokenConnection(error)) throw error;
        return sendOnce(operation, request, signal);
      });
      const { statusCode: status, headers } = answer;
      if (status >= 300 && status < 400) {
        const location = headers['location']?.toString();
        throw redirectFailure({ status, location }, { host, isChanging: changes });
      }
      if (status < 200 || status > 599) throw badStatusFailure(host, status);
      const encoding = headers['content-encoding']?.toString();
      const body = await decompress(bytes, encoding, maximumAnswerBytes);
      return {
        status,
        contentType: headers['content-type']?.toString(),
        contentEncoding: body.encoding,
        retryAfter: headers['retry-after']?.toString(),
        date: headers['date']?.toString(),
        body: body.bytes,
      };
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      const isConnecting = error instanceof Error && connecting.has(error);
      const failure = asProviderFailure(error, { host, isChanging: changes, isConnecting });
      if (failure === undefined) throw error;
      log.warn({ operation: operation.id, code: codeOf(error) }, 'the wallet service gave no answer');
      throw failure;
    } finally {
      leave();
    }
  };

  const refusedAddress = (): ServiceError => refusedAddressFailure(provider.outgoingAddress, socketAddress);
  const requireAccepted: ProviderClient['requireAccepted'] = ({ status, body }) => {
    if (isRefusedAddress(status, body.toString('utf8'))) throw refusedAddress();
  };

  return {
    send,
    ask: async (operation, query, token) => {
      const answer = await send(operation, { query, token });
      requireAccepted(answer);
      const { status, retryAfter, date, body } = answer;
      if (!(await isReadable(body, token))) throw tooLargeFailure(host);
      return { status, retryAfter, date, body: body.toString('utf8') };
    },
    requireAccepted,
    ipNotAllowedMessage: () => refusedAddress().message,
    timeoutMs,
    close: async () => pool.close(),
  };
}

/**
 * The URL is the published `{base_url}`, which includes the version: operations follow its path. One without
 * a path gets the published one.
 */
function basePathOf(url: URL): string {
  const isPlain = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!/^https?:$/.test(url.protocol) || !isPlain) {
    throw new Error('WALLET_API_URL must be http(s)://host/path, without a query, a fragment or a password.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return path === '' ? walletServiceBase : path;
}

function renameParameters(
  names: ParameterNames,
  { id }: Operation,
  query: Readonly<Record<string, string>>,
): [string, string][] {
  const renamed = { ...names['*'], ...names[id] };
  const sent = new Map<string, string>();
  for (const [name, value] of Object.entries(query)) {
    const theirs = Object.hasOwn(renamed, name) ? renamed[name] : name;
    // The provider doesn't have it.
    if (theirs === null || theirs === undefined) continue;
    if (sent.has(theirs)) throw validationError({ [name]: 'must be given once' });
    sent.set(theirs, value);
  }
  return [...sent];
}
