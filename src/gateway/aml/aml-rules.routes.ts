import type { Kysely } from 'kysely';
import { type AmlRulesSetting, readAmlRules } from '#contract/gateway/aml-rules.ts';
import { changeAmlRules } from '#contract/gateway/aml-rules-change.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { categoryKey } from '#domain/aml/bands.ts';
import { stringifyJson } from '#domain/json.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError, validationError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { findSetting, lastChangeOf, writeSetting } from '../settings/settings.store.ts';
import { findStoredAmlRules } from './aml-rules.ts';
import { defaultAmlRules } from './default-rules.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

export function registerAmlRulesRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, readAmlRules, async ({ caller }) =>
    toResponse(await findSetting(db, caller.accountId, 'aml_rules')),
  );

  serve(host, changeAmlRules, async ({ body: { version, ...rules }, caller, request }) => {
    const misspelt = Object.keys(rules.severities).find((name) => name !== categoryKey(name));
    if (misspelt !== undefined) {
      throw validationError({ severities: 'each category must be in lower case' });
    }
    const changed = await writeSetting(db, {
      account_id: caller.accountId,
      name: 'aml_rules',
      value: stringifyJson(rules),
      version: version + 1,
      updated_at: now(),
      updated_by: caller.actorName,
    });
    if (changed === undefined) {
      throw new ServiceError(
        409,
        'Someone else changed the rules first, so your change wasn’t saved. Reload them and try again',
      );
    }
    request.log.info({ accountId: caller.accountId }, 'changed the rules for AML reports');
    return toResponse(changed);
  });
}

function toResponse(setting: AccountSettingsTable | undefined): AmlRulesSetting {
  return {
    value: findStoredAmlRules(setting),
    defaults: defaultAmlRules,
    ...lastChangeOf(setting),
  };
}
