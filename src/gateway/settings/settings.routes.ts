import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import {
  type AccountSettings,
  changeExplorers,
  explorer,
  type Explorers,
  readSettings,
} from '#contract/gateway/settings.ts';
import type { AccountSettingsTable } from '#database/console-tables.ts';
import type { Tables } from '#database/tables.ts';
import { stringifyJson } from '#domain/json.ts';
import { serverFactsOf, withdrawalNetworks } from '#domain/networks.ts';
import { recordOf } from '#domain/record-of.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import type { SignedIn } from '../console-host.ts';
import { findSetting, lastChangeOf, writeSetting } from './settings.store.ts';

/** The links of an account that has changed nothing. */
export const defaultExplorers: Explorers = recordOf(withdrawalNetworks, (network) => ({
  enabled: true,
  ...serverFactsOf(network).explorer,
}));

type Deps = { db: Kysely<Tables>; now: Clock };

export function registerSettingsRoutes(host: Host<SignedIn>, { db, now }: Deps): void {
  serve(host, readSettings, async ({ caller }) =>
    toResponse(await findSetting(db, caller.accountId, 'explorers')),
  );

  serve(host, changeExplorers, async ({ body: { version, ...explorers }, caller, request }) => {
    const changed = await writeSetting(db, {
      account_id: caller.accountId,
      name: 'explorers',
      value: stringifyJson(explorers),
      version: version + 1,
      updated_at: now(),
      updated_by: caller.actorName,
    });
    if (changed === undefined) {
      throw new ServiceError(
        409,
        'Someone else changed the explorers first, so your change wasn’t saved. Reload them and try again',
      );
    }
    request.log.info({ accountId: caller.accountId }, 'changed the block explorers');
    return toResponse(changed);
  });
}

function toResponse(setting: AccountSettingsTable | undefined): AccountSettings {
  return {
    explorers: {
      value: parseExplorers(setting?.value),
      defaults: defaultExplorers,
      ...lastChangeOf(setting),
    },
  };
}

/** The default applies to a network that didn't exist when the setting was written. */
function parseExplorers(value: unknown): Explorers {
  const stored = z.safeParse(z.record(z.string(), z.unknown()), value).data ?? {};
  return recordOf(
    withdrawalNetworks,
    (network) => z.safeParse(explorer, stored[network]).data ?? defaultExplorers[network],
  );
}
