import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { splitAccount } from '#contract/account-path.ts';
import { TemporaryFailure } from '#domain/temporary-failure.ts';
import { answerBrokenRequest } from './broken-request.ts';
import { allowCompression } from './compression.ts';
import { sendFailure } from './envelope.ts';
import { callerOf, logRequests, operationOf } from './request-log.ts';
import { ServiceError } from './service-error.ts';
import { type judgeBody, parseJsonBody, parseJudgedBody, requireReadableQuery } from './strict-request.ts';
import { describeTemporaryFailure } from './temporary-failures.ts';
import { isLarge, TaskLimitError, threads, threadTask } from './thread-pool.ts';

/** Enough for nearly every request of the contract: 1,000 subjects are about 100 KiB. Others state their own limit. */
const bodyLimitBytes = 256 * 1024;
const maximumPathLength = 512;

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

type HttpAppOptions = Pick<FastifyServerOptions, 'logger' | 'loggerInstance' | 'trustProxy'>;

/**
 * A Fastify app that reads JSON without loss, gives every request an id, and answers every failure in the
 * common envelope. It has no routes and does not listen.
 */
export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const app = Fastify({
    ...options,
    bodyLimit: bodyLimitBytes,
    // Routes are the same in every account. `originalUrl` keeps the address.
    rewriteUrl: ({ url = '/' }) => splitAccount(url).rest,
    routerOptions: { maxParamLength: maximumPathLength },
    requestTimeout: 60_000,
    // Headers are sent at once. Node looks for late ones at this interval.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    genReqId: () => randomUUID(),
    // The framework's own lines contain the whole URL: ours are in request-log.ts.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    // A client's text never decides how our logs read.
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, app.log),
    frameworkErrors: (error, request, reply) => {
      // No hook runs for it, so their work for every other response is done here.
      reply.headers({ ...commonHeaders(request), 'x-content-type-options': 'nosniff' });
      const failure = new ServiceError(400, 'The request URL isn’t valid');
      const { method, log } = request;
      log.info({ code: error.code, method, route: null, status: failure.status }, 'refused before routing');
      sendFailure(reply, failure);
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseBody);
  // After the key was looked at. A page may have any address: it reads its own.
  app.addHook('preValidation', async (request) => {
    if (operationOf(request) !== undefined) requireReadableQuery(request.raw.url ?? '');
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders(request));
    // Before the framework expects a body of methods that it knows and nothing here has.
    if (!isUsedMethod(request.method)) throw nothingThere(app, request);
    if (isTokenRepeated(request)) {
      throw new ServiceError(400, 'The token header was sent more than once. Send it once.');
    }
  });

  logRequests(app);
  allowCompression(app);

  // Connections that are idle when the app closes are closed then; one that is busy must not wait for the next
  // request of its client, or closing would take as long as keep-alive does.
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close');
    return payload;
  });
  // A client that was promised an open connection before the closing began may be answered after it.
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });

  app.setErrorHandler((error, request, reply) => {
    const failure =
      error instanceof TemporaryFailure
        ? describeTemporaryFailure(error, request)
        : asServiceError(error, request.routeOptions.bodyLimit);
    const operationId = operationOf(request);
    if (hasLeft(error, reply)) {
      request.log.info({ operationId }, 'the client left before it had the response');
    } else if (error instanceof TaskLimitError) {
      request.log.error({ err: error, operationId }, 'a task was stopped');
    } else if (failure.status === 503) {
      const code = error instanceof TemporaryFailure ? error.code : undefined;
      const reason = error instanceof Error ? error.message : failure.message;
      request.log.warn({ code, reason, operationId }, 'too busy for a request');
    } else if (failure.status >= 500 && failure.status !== 502 && failure.status !== 504) {
      request.log.error({ err: error, operationId }, 'unexpected failure');
    }
    return sendFailure(reply, failure);
  });

  app.setNotFoundHandler((request, reply) => sendFailure(reply, nothingThere(app, request)));

  return app;
}

const judging = threadTask<typeof judgeBody>(new URL('strict-request.ts', import.meta.url), 'judgeBody');

async function parseBody(request: FastifyRequest, body: Buffer): Promise<unknown> {
  const contentType = request.headers['content-type'] ?? '';
  if (!isLarge(body)) return parseJsonBody(body, contentType);
  const owner = callerOf(request)?.accountId ?? request.ip;
  const refusal = await threads.run(judging, { bytes: body, contentType }, { owner });
  if (refusal !== undefined) throw new ServiceError(refusal.status, refusal.message, { data: refusal.data });
  return parseJudgedBody(body);
}

/** Whether that is all that failed: if the request had a body, the framework reports it like any failure. */
function hasLeft(error: unknown, { raw }: FastifyReply): boolean {
  const isCut = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
  return isCut && raw.destroyed;
}

function isUsedMethod(method: string): boolean {
  return method === 'HEAD' || methods.some((known) => known === method);
}

/**
 * Node joins repeated headers with a comma, and others take the first or the last, so the key's owner would be
 * ambiguous.
 */
function isTokenRepeated({ raw }: FastifyRequest): boolean {
  const names = raw.rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'token').length > 1;
}

/** The failure of every path that doesn't exist, or that the caller must not know to exist. */
export function unknownPath(): ServiceError {
  return new ServiceError(404, 'Nothing exists at this path');
}

/** Why no route answers the request. */
function nothingThere(app: FastifyInstance, { method: asked, url }: FastifyRequest): ServiceError {
  const path = url.split('?', 1)[0] ?? '/';
  const allowed = methods.filter((method) => app.hasRoute({ method, url: path }));
  // A route may have nothing there any more.
  if (allowed.length === 0 || allowed.some((method) => method === asked)) return unknownPath();
  return new ServiceError(405, `${asked} isn’t allowed here. Allowed: ${allowed.join(', ')}`, {
    headers: { allow: allowed.join(', ') },
  });
}

function commonHeaders({ id }: FastifyRequest): Record<string, string> {
  return { 'x-request-id': id, 'cache-control': 'no-store' };
}

/**
 * Converts any thrown value into an error that the caller may see, never with the driver's or the framework's message.
 */
function asServiceError(error: unknown, largestBody = bodyLimitBytes): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ServiceError(413, `The body is larger than ${largestBody / 1024} KiB`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ServiceError(415, 'The body must be JSON. Send the header content-type: application/json');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new ServiceError(400, 'The body isn’t valid JSON');
    default:
      return new ServiceError(500, 'Something went wrong on the server. Find the request ID in its log');
  }
}
