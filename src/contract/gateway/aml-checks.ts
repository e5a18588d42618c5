import * as z from 'zod/mini';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { operation } from '../operation.ts';
import { checkId, decisionRecord } from './aml-bands.ts';
import { readAmlActivity } from './aml-activity.ts';
import { amlCheck, amlChecksPath, amlTag } from './aml-check.ts';
import { listAmlChecks } from './aml-library.ts';
import { moneyFields, startAmlCheck, startOutcomes } from './aml-start.ts';
import { findAmlResults, findSeenNetworks } from './aml-results.ts';

/** The most subjects one request can bring: with the longest texts they still fit into a request's body. */
export const MOST_SUBJECTS = 100;
const path = amlChecksPath;
const tag = amlTag;
const readFailures = [permissionFailure, validationFailure, ...signedInFailures] as const;
const changeFailures = [permissionFailure, ...signedInChangeFailures] as const;
const noSuchCheck = { status: 404, errorCode: 'not_found', when: 'The check doesn’t exist' } as const;

const subjectsMessage = `must be 1 to ${MOST_SUBJECTS} subjects`;
/** Each subject is validated on its own, so that an invalid one doesn't reject the others. */
const subjects = z
  .array(z.record(z.string(), z.unknown()), { error: subjectsMessage })
  .check(z.minLength(1, subjectsMessage), z.maxLength(MOST_SUBJECTS, subjectsMessage));

const subjectResult = z.object({
  /** `new` in a preview and `started` after it; `duplicate`: the same subject occurs earlier in the same list. */
  outcome: z.enum(['new', ...startOutcomes, 'duplicate', 'refused']),
  /** Null if there is none. */
  check: z.nullable(amlCheck),
  /** If the subject was refused: field → the rule that it breaks. */
  problems: z.record(z.string(), z.string()),
});

/** Starts nothing: how many are `new` is how many checks `startAmlChecks` would spend. */
export const previewAmlChecks = operation({
  id: 'previewAmlChecks',
  method: 'POST',
  isReading: true,
  path: `${path}/preview`,
  tag,
  summary: 'Preview a batch screening',
  permission: 'aml:check',
  body: z.strictObject({ subjects, recent_days: moneyFields.recent_days }),
  /** In the order of the subjects. */
  data: z.object({ results: z.array(subjectResult) }),
  failures: changeFailures,
});

/** Queues a check for each subject that needs one; each process asks the provider for two at a time. */
export const startAmlChecks = operation({
  id: 'startAmlChecks',
  method: 'POST',
  path: `${path}/many`,
  tag,
  summary: 'Start a batch screening',
  permission: 'aml:check',
  body: z.strictObject({ subjects, ...moneyFields }),
  data: z.object({ results: z.array(subjectResult) }),
  failures: changeFailures,
});

const checkIds = z
  .array(checkId, { error: `must be 1 to ${MOST_SUBJECTS} ids` })
  .check(
    z.minLength(1, `must be 1 to ${MOST_SUBJECTS} ids`),
    z.maxLength(MOST_SUBJECTS, `must be 1 to ${MOST_SUBJECTS} ids`),
  );

/**
 * Stops the checks that are queued or waiting; the others stay as they are. A provider finishes what it has started.
 */
export const stopAmlChecks = operation({
  id: 'stopAmlChecks',
  method: 'POST',
  path: `${path}/stop`,
  tag,
  summary: 'Stop checks',
  permission: 'aml:check',
  body: z.strictObject({ ids: checkIds }),
  /** The checks that were found, in their current state. */
  data: z.object({ checks: z.array(amlCheck) }),
  failures: changeFailures,
});

/** Resumes the checks that can be resumed, with the caller's key; the others stay as they are. */
export const resumeAmlChecks = operation({
  id: 'resumeAmlChecks',
  method: 'POST',
  path: `${path}/resume`,
  tag,
  summary: 'Resume checks that were stopped or whose report couldn’t be fetched',
  permission: 'aml:check',
  body: z.strictObject({ ids: checkIds }),
  data: z.object({ checks: z.array(amlCheck) }),
  failures: changeFailures,
});

export const readAmlCheck = operation({
  id: 'readAmlCheck',
  method: 'GET',
  path: `${path}/one`,
  tag,
  summary: 'A check with its report and every decision on it',
  permission: 'transactions:read',
  query: z.strictObject({ id: checkId }),
  // The provider's answer has its link to the PDF.
  grantsAccess: true,
  data: z.object({
    check: amlCheck,
    /** The answer that the report came in, exactly as it was received, as JSON text; null unless finished. */
    report: z.nullable(z.string()),
    /** Decisions made on it and those carried over to it, the latest first. */
    decisions: z.array(decisionRecord),
    /**
     * The latest decision on the same subject, where it was made on another check and doesn't hold for this one; null
     * where this check has it, or there is none.
     */
    other_decision: z.nullable(decisionRecord),
    /** The other finished checks of the same subject, the latest first, at most 50. */
    others: z.array(amlCheck),
  }),
  failures: [...readFailures, noSuchCheck],
});

export const amlCheckOperations = [
  startAmlCheck,
  previewAmlChecks,
  startAmlChecks,
  stopAmlChecks,
  resumeAmlChecks,
  listAmlChecks,
  readAmlCheck,
  readAmlActivity,
  findAmlResults,
  findSeenNetworks,
] as const;
