import { queryOptions } from '@tanstack/react-query';
import { findRateGaps, listExchangeRates } from '#contract/gateway/exchange-rates.ts';
import { readRateSource } from '#contract/gateway/rate-source.ts';
import type { Instant } from '#domain/time.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import type { RatesAddress } from './rates-url.ts';

export const ratesPerPage = 50;

const sourceEveryMs = 30_000;

export const rateQueries = {
  /** A page of the account's rates. */
  list: ({ currency, source, state, offset }: RatesAddress) =>
    queryOf(listExchangeRates, {
      query: {
        ...(currency !== undefined && { currency }),
        ...(source !== undefined && { source }),
        state,
        limit: ratesPerPage,
        offset,
      },
    }),

  /** On which days of the period currencies that the account holds have no rate. */
  gaps: (quote: ValueCurrency, period: { from: Instant; to: Instant }) =>
    queryOf(findRateGaps, { query: { quote, ...period } }),

  /** The URL that rates are read from, if there is one. */
  source: () => queryOptions({ ...queryOf(readRateSource, {}), refetchInterval: sourceEveryMs }),
};
