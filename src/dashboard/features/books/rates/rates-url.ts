import { rateStates, recordedSources } from '#contract/gateway/exchange-rates.ts';

/** What the page's address says: which rates are listed, and from which on. */
export type RatesAddress = {
  currency: string | undefined;
  source: (typeof recordedSources)[number] | undefined;
  state: (typeof rateStates)[number];
  offset: number;
  /** The period in which gaps are looked for. */
  gaps: GapPeriod;
};

export const gapPeriods = ['month', 'year'] as const;

type GapPeriod = (typeof gapPeriods)[number];

/** Anything that can't be read is as if it weren't there. */
export function parseRatesUrl(search: URLSearchParams): RatesAddress {
  const currency = search.get('currency')?.toUpperCase() ?? '';
  const offset = search.get('offset') ?? '';
  return {
    currency: /^[A-Z\d]{1,16}$/.test(currency) ? currency : undefined,
    source: recordedSources.find((each) => each === search.get('source')),
    state: rateStates.find((each) => each === search.get('state')) ?? 'current',
    offset: /^\d{1,9}$/.test(offset) ? Number(offset) : 0,
    gaps: gapPeriods.find((each) => each === search.get('gaps')) ?? 'month',
  };
}

/** The query string, with its `?`; empty for the page as it opens. */
export function formatRatesUrl({ currency, source, state, offset, gaps }: RatesAddress): string {
  const search = new URLSearchParams({
    ...(currency !== undefined && { currency }),
    ...(source !== undefined && { source }),
    ...(state !== 'current' && { state }),
    ...(offset !== 0 && { offset: String(offset) }),
    ...(gaps !== 'month' && { gaps }),
  }).toString();
  return search === '' ? '' : `?${search}`;
}
