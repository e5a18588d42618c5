import * as z from 'zod/mini';
import { amlNetworks } from '#domain/networks.ts';
import { permissionFailure, signedInChangeFailures } from '../failures.ts';
import { lineOfText, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { amlCheck, amlChecksPath, amlTag } from './aml-check.ts';

/** In days. A year: whatever is older is never offered instead of a new check. */
export const LONGEST_RECENT_DAYS = 366;

const subjectFields = {
  value: lineOfText(128, { what: 'an address or transaction ID' }),
  network: oneOf(amlNetworks),
};

const recentDaysMessage = `must be a whole number of days from 0 to ${LONGEST_RECENT_DAYS}, or "ever"`;
export const moneyFields = {
  /** The wallet that pays when no checks remain. */
  payer_address: z.optional(lineOfText(128, { what: 'an address' })),
  /**
   * If there is a report that isn't older, it is returned instead of a new check. 0: always a new check; `ever`: any
   * report.
   */
  recent_days: z.union(
    [z.int().check(z.minimum(0), z.maximum(LONGEST_RECENT_DAYS)), z.literal('ever')],
    recentDaysMessage,
  ),
};

/** The age in days, or any age. */
export type RecentDays = z.output<typeof moneyFields.recent_days>;

/** The outcome for a subject: a new check, the check that is already running, or a recent report. */
export const startOutcomes = ['started', 'running', 'recent'] as const;

/**
 * Starts a check. One that costs money is started at most once: a second request for a subject that is being checked
 * gets that check. The response is sent after the provider was asked, so that its refusal is known at once; the uid is
 * stored by then.
 */
export const startAmlCheck = operation({
  id: 'startAmlCheck',
  method: 'POST',
  path: amlChecksPath,
  tag: amlTag,
  summary: 'Check an address or transaction and save the report',
  permission: 'aml:check',
  body: z.strictObject({ ...subjectFields, ...moneyFields }),
  data: z.object({ outcome: z.enum(startOutcomes), check: amlCheck }),
  failures: [permissionFailure, ...signedInChangeFailures],
});
