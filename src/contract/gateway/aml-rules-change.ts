import * as z from 'zod/mini';
import { isAboutSanctions } from '#domain/aml/bands.ts';
import { compare } from '#domain/arithmetic.ts';
import { decimal, isDecimal, parseDecimal } from '#domain/decimal.ts';
import { permissionFailure, signedInChangeFailures } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { amlRulesPath, amlRulesSetting, amlRulesTag, readAmlRules } from './aml-rules.ts';
import { LONGEST_RECENT_DAYS } from './aml-start.ts';
import { amlBands } from './aml-bands.ts';

/** The most categories the rules can name. */
const MOST_CATEGORIES = 200;

const scoreMessage = 'Enter a number from 0 to 1,000,000 with at most 6 decimals.';

/** The score from which this rating applies, in the provider's scale. Text, so that it stays exact. */
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

const severitiesMessage = `Enter at most ${MOST_CATEGORIES} categories.`;
const daysMessage = `Enter a whole number of days from 0 to ${LONGEST_RECENT_DAYS}.`;

const shareMessage = 'Enter a share from 0 to 100 percent with at most 4 decimals.';

/** In percent of the funds. Text, so that it stays exact. */
const share = z.string({ error: requiredMessage }).check(
  z.refine((text) => /^\d{1,3}(?:\.\d{1,4})?$/.test(text) && compare(decimal(text), decimal(100)) <= 0, {
    error: shareMessage,
    abort: true,
  }),
);

const sanctionsMessage = 'Direct exposure to sanctions always counts. Enter 0.';

/** Rules as an account may set them. */
export const newAmlRules = z.strictObject({
  /** Scores below `medium` are low. */
  thresholds: z
    .strictObject({ medium: threshold, high: threshold, severe: threshold })
    .check(
      z.refine(
        ({ medium, high, severe }) =>
          compare(decimal(medium), decimal(high)) <= 0 && compare(decimal(high), decimal(severe)) <= 0,
        'The scores must rise from medium to severe.',
      ),
    ),
  /** Category, in lower case → how bad it is. A category that is not named here is unknown and never counts as low. */
  severities: z
    .record(lineOfText(128, { what: 'a category' }), oneOf(amlBands))
    .check(z.refine((all) => Object.keys(all).length <= MOST_CATEGORIES, severitiesMessage)),
  /**
   * Category, in lower case → the smallest share of the funds with which it raises the rating. `direct`: of funds that
   * came straight from the category; `indirect`: of all its funds. Any share of a category that is not named here
   * counts, as does a label of the subject itself. Categories without a severity have no minimum.
   */
  minimum_shares: z
    .record(lineOfText(128, { what: 'a category' }), z.strictObject({ direct: share, indirect: share }))
    .check(
      z.refine((all) => Object.keys(all).length <= MOST_CATEGORIES, severitiesMessage),
      z.refine(
        (all) => Object.entries(all).every(([name, { direct }]) => !isAboutSanctions(name) || isNone(direct)),
        sanctionsMessage,
      ),
    ),
  /** Above this share of funds of unknown origin the risk is unknown rather than low. In percent, as text. */
  unknown_share: share,
  /** A report that is not older is offered instead of a new check. 0: never. */
  recent_days: z
    .int({ error: daysMessage })
    .check(z.minimum(0, daysMessage), z.maximum(LONGEST_RECENT_DAYS, daysMessage)),
});

function isNone(text: string): boolean {
  return /^[0.]+$/.test(text);
}

/** Takes the permission to check: it is compliance that says what is a risk. */
export const changeAmlRules = operation({
  id: 'changeAmlRules',
  method: 'PUT',
  path: amlRulesPath,
  tag: amlRulesTag,
  summary: 'Change the account’s AML rules',
  permission: 'aml:check',
  needsReauthentication: true,
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({ version: versionRead(0), ...newAmlRules.shape }),
  data: amlRulesSetting,
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 409,
      errorCode: 'request',
      when: 'Someone else changed the rules after they were read, so nothing was changed',
    },
  ],
});

export const amlRulesOperations = [readAmlRules, changeAmlRules] as const;
