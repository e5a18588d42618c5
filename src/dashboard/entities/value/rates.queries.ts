import { queryOptions } from '@tanstack/react-query';
import { readRates } from '#contract/gateway/exchange-rates.ts';
import type { Instant } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import type { RatesByCurrency } from '#domain/value.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { freshMs } from './value-currency.ts';

/** The way from each currency that has a rate at a moment; without one, now. */
export function ratesQuery(quote: ValueCurrency, at?: Instant) {
  const request = { query: { quote, ...(at !== undefined && { at }) } };
  return queryOptions({
    queryKey: keyOf(readRates, request),
    queryFn: async ({ signal }): Promise<RatesByCurrency> => {
      const { rates } = await call(readRates, request, signal);
      return new Map(
        rates.flatMap(({ currency, steps }) => (steps === null ? [] : [[currency, steps] as const])),
      );
    },
    staleTime: freshMs,
    // A map isn't plain data.
    structuralSharing: false,
  });
}
