import * as z from 'zod/mini';
import type { Operation } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { getWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { AskService } from '../sessions/key-check.ts';

type Failed = { status: number; body: string };

/** How servers say that nothing is at a path, or not with this method. */
const noSuchRoute = /\b(?:route|path|endpoint|url|method)\b|cannot (?:get|post|put|patch|delete)\b/i;

/** What may be unknown to an operation that exists. */
const aboutThing = /wallet|address|recipient|sender|network|currenc|balance|limit/i;

/**
 * Whether a failure says that the operation itself doesn't exist. A 404 may be about a wallet or a request that doesn't;
 * where the response leaves that open, the provider is asked whether it does; without `ask`, it stays open.
 */
export async function isOperationMissing(
  operation: Operation,
  { status, body }: Failed,
  { requestBody, ask, apiKey }: { requestBody: unknown; ask: AskService | undefined; apiKey: string },
): Promise<boolean> {
  if (status === 405) return true;
  if (status !== 404) return false;
  const answer = parseResponse(operation, status, body, { query: {} });
  if (answer.ok) return false;
  if (answer.kind === 'unreadable' || noSuchRoute.test(answer.message)) return true;
  if (!operation.failures.some((failure) => failure.status === 404)) return !aboutThing.test(answer.message);
  if (ask === undefined) return false;
  const subject = z.safeParse(z.record(z.string(), z.unknown()), requestBody).data ?? {};
  try {
    if (typeof subject['address'] === 'string') return await hasWallet(ask, apiKey, subject['address']);
    if (typeof subject['request_id'] === 'string')
      return await hasRequest(ask, apiKey, subject['request_id']);
  } catch {
    // A provider that can't be asked has shown nothing.
  }
  return false;
}

async function hasWallet(ask: AskService, apiKey: string, address: string): Promise<boolean> {
  const query = { address, limit: '25' };
  const { status, body } = await ask(listWallets, query, apiKey);
  const answer = parseResponse(listWallets, status, body, { query });
  return answer.ok && answer.data.rows.some(({ value }) => value.address === address);
}

async function hasRequest(ask: AskService, apiKey: string, id: string): Promise<boolean> {
  const query = { request_id: id };
  const { status, body } = await ask(getWithdrawalRequest, query, apiKey);
  const answer = parseResponse(getWithdrawalRequest, status, body, { query });
  return answer.ok && answer.data.data.request_id === id;
}
