import type { Kysely } from 'kysely';
import {
  changeWithdrawalRules,
  readWithdrawalRules,
  type WithdrawalRulesSetting,
} from '#contract/gateway/withdrawal-rules.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import { type Clock, type Instant, writeIsoTime } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { findSetting, lastChangeOf, writeSetting } from './settings.store.ts';
import { changedRules, findStoredRules, rulesInForce } from './withdrawal-rules.ts';

type Deps = { db: Kysely<Tables>; now: Clock };

export function registerWithdrawalRulesRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, readWithdrawalRules, async ({ caller }) =>
    toResponse(await findSetting(db, caller.accountId, 'withdrawal_rules'), now()),
  );

  serve(host, changeWithdrawalRules, async ({ body: { version, ...rules }, caller, request }) => {
    const at = now();
    const current = await findSetting(db, caller.accountId, 'withdrawal_rules');
    // Written only if this is still the version being changed, so that rules of another time are not overwritten.
    const changed =
      (current?.version ?? 0) === version
        ? await writeSetting(db, {
            account_id: caller.accountId,
            name: 'withdrawal_rules',
            value: stringifyJson(changedRules(findStoredRules(current), rules, at)),
            version: version + 1,
            updated_at: at,
            updated_by: caller.actorName,
          })
        : undefined;
    if (changed === undefined) {
      throw new ServiceError(
        409,
        'Someone else changed the rules first, so your change wasn’t saved. Reload them and try again',
      );
    }
    request.log.info({ accountId: caller.accountId }, 'changed the rules for withdrawals');
    return toResponse(changed, at);
  });
}

function toResponse(setting: AccountSettingsTable | undefined, at: Instant): WithdrawalRulesSetting {
  const stored = findStoredRules(setting);
  const waits = stored.before !== null && at < stored.before.until ? stored.before.until : null;
  return {
    value: stored.value,
    in_force: rulesInForce(stored, at),
    in_force_from: waits && writeIsoTime(waits),
    ...lastChangeOf(setting),
  };
}
