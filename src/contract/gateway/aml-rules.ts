import * as z from 'zod/mini';
import { compare } from '#domain/arithmetic.ts';
import { decimal, isDecimal, parseDecimal } from '#domain/decimal.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { lastChange } from './last-change.ts';
import { LONGEST_RECENT_DAYS } from './aml-checks.ts';
import { amlBands } from './aml-bands.ts';

/** So many categories the rules can name. */
export const MOST_CATEGORIES = 200;

const scoreMessage = 'must be a number from 0 to 1000000 with at most 6 decimals';

/** From this score on, in the scale of the provider. Text, so that it stays exact. */
const threshold = z.string({ error: requiredMessage }).check(
  z.refine(
    (text) => {
      const score = isDecimal(text) ? parseDecimal(text) : undefined;
      return (
        score !== undefined &&
        /^\d{1,7}(?:\.\d{1,6})?$/.test(score) &&
        compare(score, decimal(1_000_000)) <= 0
      );
    },
    { error: scoreMessage, abort: true },
  ),
);

const severitiesMessage = `must be at most ${MOST_CATEGORIES} categories`;
const daysMessage = `must be a whole number of days from 0 to ${LONGEST_RECENT_DAYS}`;

/** How the account reads reports. The raw number and the raw names always stand beside what these make of them. */
export const amlRules = z.strictObject({
  /** Scores below `medium` are low. */
  thresholds: z
    .strictObject({ medium: threshold, high: threshold, severe: threshold })
    .check(
      z.refine(
        ({ medium, high, severe }) =>
          compare(decimal(medium), decimal(high)) <= 0 && compare(decimal(high), decimal(severe)) <= 0,
        'must rise from medium to severe',
      ),
    ),
  /** Category, in lower case → how bad it is. One that is not named here is unknown, and never taken for low. */
  severities: z
    .record(lineOfText(128), oneOf(amlBands))
    .check(z.refine((all) => Object.keys(all).length <= MOST_CATEGORIES, severitiesMessage)),
  /** A report that is not older is offered instead of a new check. 0: never. */
  recent_days: z
    .int({ error: daysMessage })
    .check(z.minimum(0, daysMessage), z.maximum(LONGEST_RECENT_DAYS, daysMessage)),
});

export type AmlRules = z.output<typeof amlRules>;

export const amlRulesSetting = z.object({
  value: amlRules,
  /** What holds for an account that has changed nothing. */
  defaults: amlRules,
  ...lastChange,
});

export type AmlRulesSetting = z.output<typeof amlRulesSetting>;

const path = '/console/settings/aml';
const tag = 'Settings';

export const readAmlRules = operation({
  id: 'readAmlRules',
  method: 'GET',
  path,
  tag,
  summary: 'How the account reads AML reports',
  permission: null,
  query: z.strictObject({}),
  data: amlRulesSetting,
  failures: signedInFailures,
});

/** Takes the permission to check: it is compliance that says what is a risk. */
export const changeAmlRules = operation({
  id: 'changeAmlRules',
  method: 'PUT',
  path,
  tag,
  summary: 'Change how the account reads AML reports',
  permission: 'aml:check',
  body: z.strictObject({ version: versionRead(0), ...amlRules.shape }),
  data: amlRulesSetting,
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 409,
      errorCode: 'request',
      when: 'Somebody changed the rules after they were read; nothing was changed now',
    },
  ],
});

export const amlRulesOperations = [readAmlRules, changeAmlRules] as const;
