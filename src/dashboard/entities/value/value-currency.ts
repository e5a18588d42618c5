import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import {
  readValueSettings,
  type ValueChoice,
  valueChoices,
  type ValueSetting,
} from '#contract/gateway/value-settings.ts';
import type { ValueCurrency } from '#domain/value-currencies.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { storedSetting } from '#dashboard/lib/setting.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';

/** How long an answer about values is used without asking again. */
export const freshMs = 60_000;

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

/** Asks for what values depend on while the page is made. */
export function prefetchValues(client: QueryClient): void {
  void client.prefetchQuery(valueSettingsQuery);
}
