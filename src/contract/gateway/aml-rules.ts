import * as z from 'zod/mini';
import { signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';
import { amlBands } from './aml-bands.ts';
import { lastChange } from './last-change.ts';

/** In percent of the funds. Text, so that it stays exact. */
const share = z.string();

/** How the account reads reports. The raw number and the raw names are always shown beside the result. */
const amlRules = z.object({
  /** The scores from which the ratings apply, in the provider's scale. Below `medium` they are low. */
  thresholds: z.object({ medium: z.string(), high: z.string(), severe: z.string() }),
  /** Category, in lower case → how bad it is. A category that is not named here is unknown and never counts as low. */
  severities: z.record(z.string(), z.enum(amlBands)),
  /**
   * Category, in lower case → the smallest share of the funds with which it raises the rating. `direct`: of funds that
   * came straight from the category; `indirect`: of all its funds. Any share of a category that is not named here
   * counts, as does a label of the subject itself. Categories without a severity have no minimum.
   */
  minimum_shares: z.record(z.string(), z.object({ direct: share, indirect: share })),
  /** Above this share of funds of unknown origin the risk is unknown rather than low. */
  unknown_share: share,
  /** A report that is not older is offered instead of a new check. 0: never. */
  recent_days: z.int(),
});

export type AmlRules = z.output<typeof amlRules>;

export const amlRulesSetting = z.object({
  value: amlRules,
  /** What holds for an account that has changed nothing. */
  defaults: amlRules,
  ...lastChange,
});

export type AmlRulesSetting = z.output<typeof amlRulesSetting>;

export const amlRulesPath = '/console/settings/aml';
export const amlRulesTag = 'Settings';

export const readAmlRules = operation({
  id: 'readAmlRules',
  method: 'GET',
  path: amlRulesPath,
  tag: amlRulesTag,
  summary: 'The account’s AML rules',
  permission: null,
  query: z.strictObject({}),
  data: amlRulesSetting,
  failures: signedInFailures,
});
