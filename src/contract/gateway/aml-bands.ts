import * as z from 'zod/mini';
import { requiredMessage } from '../fields.ts';

/**
 * How risky a subject is, by the account's rules; the mildest first. `unknown`: too little is known to call it low. For
 * a category: funds of unknown origin.
 */
export const amlBands = ['low', 'unknown', 'medium', 'high', 'severe'] as const;

export type AmlBand = (typeof amlBands)[number];

export const amlDecisions = ['accepted', 'rejected', 'escalated'] as const;

export type AmlDecision = (typeof amlDecisions)[number];

const idPattern = /^[\w-]{1,64}$/;

/** The ID of a stored check. */
export const checkId = z
  .string({ error: requiredMessage })
  .check(z.regex(idPattern, 'must be the ID of a check'));

export const decisionId = z
  .string({ error: requiredMessage })
  .check(z.regex(idPattern, 'must be the ID of a decision'));

/** A decision on a check. Nothing overwrites it: a later one is listed above it. */
export const decisionRecord = z.object({
  id: z.string(),
  /**
   * The check that it was made on. A later check of the same subject with the same result carries it over, and so has
   * a decision with the id of another check.
   */
  check_id: z.string(),
  /** When the report of that check came. ISO 8601. */
  checked_at: z.string(),
  decision: z.enum(amlDecisions),
  /** Empty if there is none. */
  note: z.string(),
  /** The band at that time, by the rules of that time. */
  band: z.enum(amlBands),
  /** The name of the user or API key; null where the wallet service does not tell. */
  decided_by: z.nullable(z.string()),
  key_fingerprint: z.string(),
  /** ISO 8601. */
  decided_at: z.string(),
});

export type AmlDecisionRecord = z.output<typeof decisionRecord>;
