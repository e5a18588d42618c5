import type { Kysely } from 'kysely';
import {
  changeValueSettings,
  readValueSettings,
  type ValueSetting,
} from '#contract/gateway/value-settings.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../../console-host.ts';
import { findSetting, lastChangeOf, writeSetting } from '../../settings/settings.store.ts';
import { hasRates } from './exchange-rates.store.ts';
import { defaultValueSettings, parseValueSettings } from './value-settings.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

export function registerValueSettingsRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  const toResponse = async (
    accountId: string,
    setting: AccountSettingsTable | undefined,
  ): Promise<ValueSetting> => {
    const value = parseValueSettings(setting);
    return {
      value,
      defaults: defaultValueSettings,
      has_rates: value.stablecoins_as_usd || (await hasRates(db, accountId)),
      ...lastChangeOf(setting),
    };
  };

  serve(host, readValueSettings, async ({ caller: { accountId } }) =>
    toResponse(accountId, await findSetting(db, accountId, 'valuation')),
  );

  serve(host, changeValueSettings, async ({ body: { version, ...value }, caller, request }) => {
    const { accountId, actorName } = caller;
    const changed = await writeSetting(db, {
      account_id: accountId,
      name: 'valuation',
      value: stringifyJson(value),
      version: version + 1,
      updated_at: now(),
      updated_by: actorName,
    });
    if (changed === undefined) {
      throw new ServiceError(
        409,
        'Someone else changed the settings first, so your change wasn’t saved. Reload them and try again',
      );
    }
    request.log.info({ accountId }, 'changed how amounts are valued');
    return await toResponse(accountId, changed);
  });
}
