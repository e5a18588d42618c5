import * as z from 'zod/mini';
import { valueCurrencies } from '#domain/value-currencies.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { oneOf, requiredMessage, trueOrFalse, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';

const LONGEST_AGE_DAYS = 366;
const ageMessage = `Enter a whole number of days from 1 to ${LONGEST_AGE_DAYS}.`;
const dustMessage = 'Enter an amount from 0 to 999,999, such as 1 or 0.50.';

/** What values are shown in, or `off`. */
export const valueChoices = [...valueCurrencies, 'off'] as const;

export type ValueChoice = (typeof valueChoices)[number];

/** How the account shows values in USD or EUR. */
export const valueSettings = z.strictObject({
  /** What users see until they choose otherwise in their browser. */
  currency: oneOf(valueChoices),
  /** A rate that is older isn't used. */
  max_age_days: z
    .int({ error: ageMessage })
    .check(z.minimum(1, ageMessage), z.maximum(LONGEST_AGE_DAYS, ageMessage)),
  /** Whether USDT and USDC count as 1 USD where they have no rate of their own. */
  stablecoins_as_usd: trueOrFalse,
  /** An exact decimal: rows whose value is below it can be hidden. */
  dust: z.string({ error: requiredMessage }).check(z.regex(/^\d{1,6}(?:\.\d{1,8})?$/, dustMessage)),
});

export type ValueSettings = z.output<typeof valueSettings>;

const valueSetting = z.object({
  value: valueSettings,
  /** What holds for an account that has changed nothing. */
  defaults: valueSettings,
  /** Whether there is any rate to value amounts with. Without one, no values are shown. */
  has_rates: z.boolean(),
  ...lastChange,
});

export type ValueSetting = z.output<typeof valueSetting>;

const path = '/console/settings/value';
const tag = 'Exchange rates';

export const readValueSettings = operation({
  id: 'readValueSettings',
  method: 'GET',
  path,
  tag,
  summary: 'How the account shows values in USD or EUR',
  permission: 'balances:read',
  query: z.strictObject({}),
  data: valueSetting,
  failures: [permissionFailure, ...signedInFailures],
});

export const changeValueSettings = operation({
  id: 'changeValueSettings',
  method: 'PUT',
  path,
  tag,
  summary: 'Change how the account shows values in USD or EUR',
  permission: 'wallets:write',
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({ version: versionRead(0), ...valueSettings.shape }),
  data: valueSetting,
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 409,
      errorCode: 'request',
      when: 'Someone else changed the settings after they were read, so nothing was changed',
    },
  ],
});

export const valueSettingsOperations = [readValueSettings, changeValueSettings] as const;
