import * as z from 'zod/mini';
import { parseResponse } from '#contract/parse-response.ts';
import { getUserBalances } from '#contract/wallet-service/balances.ts';
import { isZero } from '#domain/decimal.ts';
import { ServiceError } from '#http/service-error.ts';
import { asOwnCall } from '../../own-calls.ts';
import type { AskService } from '../../sessions/key-check.ts';

// The key identifies the account: a provider need not repeat it.
const getBalances = { ...getUserBalances, data: z.pick(getUserBalances.data, { balances: true }) } as const;

/**
 * The currencies of which the account has anything now, in the order of their letters. Throws the ServiceError for a wallet
 * service that doesn't say.
 */
export async function fetchHeldCurrencies(ask: AskService, apiKey: string): Promise<string[]> {
  const { status, body } = await asOwnCall(async () => ask(getBalances, {}, apiKey));
  const answer = parseResponse(getBalances, status, body, { query: {} });
  if (!answer.ok) {
    throw new ServiceError(502, `The wallet service didn’t say what the account holds: ${answer.message}`);
  }
  const leaves = Object.values(answer.data.balances)
    .flatMap((ofType) => Object.values(ofType))
    .flatMap((ofNetwork) => Object.entries(ofNetwork));
  const held = leaves.filter(([, { available, transit, blockchain }]) =>
    [available, transit, blockchain].some((amount) => amount !== undefined && !isZero(amount)),
  );
  return [...new Set(held.map(([currency]) => currency))].toSorted();
}
