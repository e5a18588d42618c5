import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isChange, type Operation } from '#contract/operation.ts';
import { walletServiceOperations } from '#contract/wallet-service/operations.ts';
import { deleteWallet } from '#contract/wallet-service/wallet-changes.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { stringifyJson } from '#domain/json.ts';
import { compressionOf } from '#http/compression.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { GuardedSend } from './guard-recipient.ts';
import { requireEmptyWallet } from './require-empty-wallet.ts';
import type { SendOnce } from '../outcomes/send-once.ts';
import type { SessionOf } from '../caller.ts';
import type { ServiceAnswer } from '../sessions/key-check.ts';
import type { WholeLists } from '../whole-lists/whole-lists.ts';
import { answerList } from './forward-list.ts';
import type { Capabilities } from '../capabilities/capabilities.ts';
import type { JudgedList } from '../capabilities/judge-list.ts';
import { judgeListAside } from '../capabilities/judge-list-aside.ts';
import type { ProviderAnswer, ProviderClient } from './provider-client.ts';

/** What a provider sends may be a page, but it is never run as one of ours. */
const inertContent = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sends the contract's operations, and nothing else, to a remote provider. Of a request it passes on method,
 * path, query, JSON body, `token` and `accept`; of an answer status, body, its type and `Retry-After`. A withdrawal
 * goes through `sendWithdrawal`, which sends it at most once, and through `guardRecipient`. A wallet is only deleted
 * when it is known to be empty.
 */
export function registerForwarder(
  scope: FastifyInstance,
  client: ProviderClient,
  { capabilities, wholeLists }: { capabilities: Capabilities; wholeLists: WholeLists },
  sessionOf: SessionOf,
  { sendWithdrawal, guardRecipient }: { sendWithdrawal: SendOnce; guardRecipient: GuardedSend },
): void {
  for (const operation of walletServiceOperations) {
    scope.route({
      method: operation.method,
      url: operation.path,
      config: { operationId: operation.id },
      ...compressionOf(operation),
      exposeHeadRoute: false,
      // Before the body is read: without a key there is nothing to ask the provider.
      onRequest: async (request) => {
        if (tokenOf(request) === undefined) throw missingKey();
      },
      handler: async (request, reply) => {
        const token = tokenOf(request);
        if (token === undefined) throw missingKey();
        const query = singleParameters(request);
        const session = sessionOf(request);
        const isConsole = session !== undefined;
        if (isConsole) capabilities.keepFresh(token);
        else requireKnown(capabilities.absentIn(operation, query));
        const learn = async (answer: ProviderAnswer, list?: JudgedList): Promise<void> => {
          await capabilities.observe(
            operation,
            { query, body: request.body, apiKey: token, isConsole },
            textOf(answer),
            list,
          );
        };
        const send = async (): Promise<ProviderAnswer> => {
          const { accept } = request.headers;
          return client.send(operation, { query, token, accept, body: bodyOf(operation, request) });
        };
        if (operation.id === createWithdrawalRequest.id) {
          const guard = async (guarded: typeof send) => await guardRecipient(request, guarded);
          const sent = await sendWithdrawal(request, send, guard).finally(() => wholeLists.invalidate(token));
          if (sent.kind === 'repeated') return reply.type('application/json; charset=utf-8').send(sent.body);
          await learn(sent.response);
          if (isConsole) client.requireAccepted(sent.response);
          return relay(reply, sent.response);
        }
        if (operation.id === deleteWallet.id) {
          await requireEmptyWallet({ ask: client.ask, capabilities }, token, request.body);
        }
        if (session !== undefined && operation.rows?.parameters !== undefined) {
          const forward = async () => {
            const sent = send();
            const judged = sent.then(
              async (answer) => await judgeListAside(operation, query, answer, session.accountId),
            );
            // The console must not take what the provider says for more than it is.
            const [answer, ignored, list] = await Promise.all([
              sent,
              capabilities.ignoredOf(operation, query, token, judged),
              judged,
            ]);
            await learn(answer, list);
            await capabilities.noteRefusal(operation, query, token, list);
            client.requireAccepted(answer);
            return { answer, list, ignored };
          };
          const owner = { apiKey: token, accountId: session.accountId };
          const given = await answerList({ operation, query, owner, forward }, { capabilities, wholeLists });
          void reply.headers(given.headers);
          if (given.kind === 'forwarded') return relay(reply, given.answer);
          return reply.type('application/json; charset=utf-8').send(given.body);
        }
        // A program reads what the provider said as it likes.
        const answer = await send().finally(() => {
          if (isChange(operation)) wholeLists.invalidate(token);
        });
        await learn(answer);
        // A person sees what to do; a program gets the provider's words.
        if (isConsole) client.requireAccepted(answer);
        return relay(reply, answer);
      },
    });
  }
}

function textOf({ status, body }: ProviderAnswer): ServiceAnswer {
  return { status, body: body.toString('utf8') };
}

function relay(reply: FastifyReply, answer: ProviderAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({
      'content-security-policy': inertContent,
      ...(answer.contentType === undefined ? {} : { 'content-type': inertType(answer.contentType) }),
      ...(answer.contentEncoding === undefined ? {} : { 'content-encoding': answer.contentEncoding }),
      ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
    })
    .send(answer.body);
}

/** What is called a script is the interface's JSON: another site could run it, and read it so. */
function inertType(contentType: string): string {
  return /^\s*[^;]*(?:java|ecma|j|live)script/i.test(contentType)
    ? 'application/json; charset=utf-8'
    : contentType;
}

/** A program must not take rows that weren't filtered for those that it asked for. */
function requireKnown(absent: readonly string[]): void {
  if (absent.length === 0) return;
  throw validationError(
    Object.fromEntries(absent.map((name) => [name, 'The provider doesn’t have this parameter'])),
  );
}

function missingKey(): ServiceError {
  return new ServiceError(401, 'The API key is missing or unknown');
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['token'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** Two readers of one query may take different ones of a repeated parameter: it is not passed on. */
function singleParameters(request: FastifyRequest): Record<string, string> {
  const given = Object.entries(request.query as Record<string, string | string[]>);
  const repeated = given.filter(([, value]) => typeof value !== 'string').map(([name]) => name);
  if (repeated.length > 0) {
    throw validationError(Object.fromEntries(repeated.map((name) => [name, 'must be given once'])));
  }
  return Object.fromEntries(given) as Record<string, string>;
}

/** The request is rewritten from what was parsed, so that both sides understand the same. */
function bodyOf(operation: Operation, request: FastifyRequest): string | undefined {
  return operation.body === undefined || request.body === undefined ? undefined : stringifyJson(request.body);
}
