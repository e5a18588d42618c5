import * as z from 'zod/mini';
import type { FailedAnswer } from '#contract/read-answer.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { type Operation, operation } from '#contract/operation.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { testKey } from '#contract/wallet-service/test.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { ServiceError } from '#http/service-error.ts';

export type ServiceAnswer = {
  status: number;
  retryAfter?: string | undefined;
  /** What the service says the time is, as HTTP writes it. */
  date?: string | undefined;
  body: string;
};

/**
 * Asks the wallet service something on the gateway's own behalf. Throws the ServiceError for a service that
 * cannot be reached, does not answer in time or refuses this gateway's address.
 */
export type AskService = (
  asked: Operation,
  query: Record<string, string>,
  apiKey: string,
) => Promise<ServiceAnswer>;

const accountId = z.union([
  z.string().check(z.minLength(1), z.maxLength(256)),
  z.pipe(
    z.int(),
    z.transform((id: number) => String(id)),
  ),
]);

// Only the account matters in these answers: other differences of a provider don't. The result tells a bare answer from
// JSON of something else.
const test = operation({ ...testKey, data: z.looseObject({ result: z.optional(z.unknown()) }) });
const questions = [
  { asked: accountQuestion(getUserBalances), query: {} },
  { asked: accountQuestion(listWallets), query: { limit: '1' } },
];

/** The same operation, of whose data only the account is read. */
export function accountQuestion({ id, method, path, tag, summary, permission, failures }: Operation) {
  const data = z.looseObject({ user_id: accountId });
  return operation({ id, method, path, tag, summary, permission, failures, data });
}

/** What can travel in a header; nothing else is a key of any service. */
const headerText = /^[\x20-\x7e]+$/;

/** Whether the service knows the key, by the operation that is there for it. Throws the 401 if not. */
export async function testApiKey(ask: AskService, apiKey: string): Promise<'known' | 'cannot be tested'> {
  if (!headerText.test(apiKey)) throw refusedKey();
  const { status, retryAfter, body } = await ask(test, {}, apiKey);
  const answer = parseResponse(test, status, body, { query: {} });
  if (answer.ok) return 'known';
  if (status === 404 || status === 405) return 'cannot be tested';
  // Testing needs no permission: a refusal is about the key.
  if (status === 400 && answer.errorCode === 'system') throw refusedKey(answer.message);
  throw asSignInFailure(answer, retryAfter);
}

/**
 * The account that a key belongs to, by asking for it what the key may read. Undefined when it may read
 * neither balances nor wallets, which does not say that the key is known.
 */
export async function findAccount(ask: AskService, apiKey: string): Promise<string | undefined> {
  for (const { asked, query } of questions) {
    const { status, retryAfter, body } = await ask(asked, query, apiKey);
    const answer = parseResponse(asked, status, body, { query });
    if (answer.ok) return answer.data.user_id;
    const isOnlyThis = status === 404 || status === 405 || (status === 400 && answer.errorCode === 'system');
    if (!isOnlyThis) throw asSignInFailure(answer, retryAfter);
  }
  return undefined;
}

export function refusedKey(providerMessage?: string): ServiceError {
  const reason = providerMessage === undefined ? '' : `: ${providerMessage}`;
  return new ServiceError(401, `The wallet service doesn’t accept this API key${reason}`);
}

export function notTheInterface(detail: string): ServiceError {
  return new ServiceError(
    502,
    `The server at WALLET_API_URL isn’t a wallet service (${detail}). Set it to the provider’s base URL, including the version`,
  );
}

function asSignInFailure(answer: FailedAnswer, retryAfter: string | undefined): ServiceError {
  const { status, kind, message, data } = answer;
  if (status === 401) return refusedKey();
  if (kind === 'failure') {
    if (status === 403) return new ServiceError(403, message, { data });
    if (status === 429) {
      const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
      return new ServiceError(429, `The wallet service is limiting requests: ${message}`, {
        headers,
      });
    }
    return new ServiceError(502, `The wallet service failed (${status}): ${message}`);
  }
  return notTheInterface(`HTTP ${status}; ${message}`);
}
