import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { readRates } from '#contract/gateway/exchange-rates.ts';
import {
  readValueSettings,
  type ValueChoice,
  valueChoices,
  type ValueSetting,
} from '#contract/gateway/value-settings.ts';
import type { Instant } from '#domain/time.ts';
import type { RatesByCurrency, ValueCurrency } from '#domain/value.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf, queryOf } from '#dashboard/api/queries.ts';
import { storedSetting } from '#dashboard/lib/setting.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';

const freshMs = 60_000;

/** How the account values amounts. */
export const valueSettingsQuery = queryOptions({ ...queryOf(readValueSettings, {}), staleTime: freshMs });

/** What the user chose in this browser; empty: nothing, so that the account's setting holds. */
const ownChoice = storedSetting<ValueChoice | ''>(
  'value-currency',
  (stored) => valueChoices.find((each) => each === stored) ?? '',
);

export const chooseValueCurrency = ownChoice.set;

/** Whether this browser hides rows that are worth less than the account's threshold. */
export const hidesDust = storedSetting('hide-dust', (stored) => stored === 'true');

/** The account's setting and what is shown here; undefined where no values can be shown, for want of a rate too. */
export function useValueChoice(): { setting: ValueSetting; choice: ValueChoice } | undefined {
  const mayRead = usePermission(readValueSettings).allowed;
  const { data: setting } = useQuery({ ...valueSettingsQuery, enabled: mayRead });
  const own = ownChoice.use();
  if (setting === undefined || !setting.has_rates) return undefined;
  return { setting, choice: own === '' ? setting.value.currency : own };
}

/** What values are shown in; undefined: none are shown. */
export function useValueCurrency(): ValueCurrency | undefined {
  const { choice } = useValueChoice() ?? { choice: 'off' };
  return choice === 'off' ? undefined : choice;
}

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

/** Asks for what values depend on while the page is made. */
export function prefetchValues(client: QueryClient): void {
  void client.prefetchQuery(valueSettingsQuery);
}
