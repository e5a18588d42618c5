import type { RowOf } from '#contract/operation.ts';
import { parseResponse } from '#contract/parse-response.ts';
import { type ExchangeTransaction, listExchangeTransactions } from '#contract/wallet-service/exchanges.ts';
import type { ReadRow } from '#contract/read-answer.ts';
import { divide } from '#domain/arithmetic.ts';
import { isPositive } from '#domain/decimal.ts';
import { parseTimestamp } from '#domain/time.ts';
import { stablecoins } from '#domain/value-currencies.ts';
import { ServiceError } from '#http/service-error.ts';
import { asOwnCall } from '../../own-calls.ts';
import type { AskService } from '../../sessions/key-check.ts';
import type { NewRate } from './new-rate.ts';

export type ExchangeRateOf = NewRate & { origin: string };

const PAGE = 300;
const MOST_PAGES = 20;
const RATE_PLACES = 18;

/**
 * The rate that a completed exchange with a stablecoin had, after its fees: what was received for what was given, rounded half
 * to even to 18 decimals. Undefined for one between two stablecoins, without any, or that isn't completed.
 */
export function rateOfExchange(exchange: ExchangeTransaction): ExchangeRateOf | undefined {
  const { currency_from: from, currency_to: to, amount_from: given, amount_to: received } = exchange;
  if (exchange.status !== 'completed' || !isPositive(given) || !isPositive(received)) return undefined;
  const at = parseTimestamp(exchange.created_at)?.instant;
  if (at === undefined || isStablecoin(from) === isStablecoin(to)) return undefined;
  const [currency, quote, rate] = isStablecoin(to)
    ? [from, to, divide(received, given, RATE_PLACES)]
    : [to, from, divide(given, received, RATE_PLACES)];
  return isPositive(rate) ? { currency, quote, rate, at, origin: exchange.transaction_id } : undefined;
}

function isStablecoin(currency: string): boolean {
  return stablecoins.some((coin) => coin === currency);
}

type Found = { rates: ExchangeRateOf[]; read: number; isComplete: boolean };

/**
 * Reads the account's exchanges, the latest first, until a page has none that is new. Each row is judged by itself, because a provider
 * may ignore filters. Throws the ServiceError for a wallet service that doesn't list them.
 */
export async function fetchRatesOfExchanges(
  ask: AskService,
  apiKey: string,
  findRecorded: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Found> {
  const found: Found = { rates: [], read: 0, isComplete: false };
  let offset = 0;
  for (let page = 0; page < MOST_PAGES && !found.isComplete; page += 1) {
    const query = {
      status: 'completed',
      sort_by: 'created_at',
      sort_direction: 'desc',
      limit: String(PAGE),
      offset: String(offset),
    };
    const { status, body } = await asOwnCall(async () => ask(listExchangeTransactions, query, apiKey));
    const answer = parseResponse(listExchangeTransactions, status, body, { query });
    if (!answer.ok) {
      throw new ServiceError(502, `The wallet service didn’t list its exchanges: ${answer.message}`);
    }
    const { rows, step } = answer.data;
    const rates = rows.flatMap((row: ReadRow<RowOf<typeof listExchangeTransactions>>) =>
      row.isWhole ? (rateOfExchange(row.value) ?? []) : [],
    );
    const recorded = await findRecorded(rates.map(({ origin }) => origin));
    const fresh = rates.filter(({ origin }) => !recorded.has(origin));
    found.rates.push(...fresh);
    found.read += rows.length;
    found.isComplete = step < PAGE || (rates.length > 0 && fresh.length === 0);
    offset += step;
  }
  return found;
}
