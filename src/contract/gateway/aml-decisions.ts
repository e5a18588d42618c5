import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';

/** How risky a subject is, by the account's rules; the mildest first. */
export const amlBands = ['low', 'medium', 'high', 'severe'] as const;

export type AmlBand = (typeof amlBands)[number];

export const amlDecisions = ['accepted', 'rejected', 'escalated'] as const;

export type AmlDecision = (typeof amlDecisions)[number];

/** A decision on a check. Nothing overwrites it: a later one stands above it. */
export const decisionRecord = z.object({
  id: z.string(),
  decision: z.enum(amlDecisions),
  /** Empty where there is none. */
  note: z.string(),
  /** The band at that time, by the rules of that time. */
  band: z.enum(amlBands),
  /** The name of the key; null where the wallet service does not tell. */
  decided_by: z.nullable(z.string()),
  key_fingerprint: z.string(),
  /** ISO 8601. */
  decided_at: z.string(),
});

export type AmlDecisionRecord = z.output<typeof decisionRecord>;

/** Whether a decision goes against the band, so that it needs a note. */
export function needsNote(decision: AmlDecision, band: AmlBand): boolean {
  if (decision === 'accepted') return band === 'high' || band === 'severe';
  return decision === 'rejected' && band === 'low';
}

export const decideAmlCheck = operation({
  id: 'decideAmlCheck',
  method: 'POST',
  path: '/console/aml/decisions',
  tag: 'AML checks',
  summary: 'Decide on what a check found',
  permission: 'aml:check',
  body: z.strictObject({
    check_id: z
      .string({ error: requiredMessage })
      .check(z.regex(/^[\w-]{1,64}$/, 'must be the id of a check')),
    decision: oneOf(amlDecisions),
    note: z._default(lineOfText(1000, 0), ''),
    /** The latest decision that was seen; null: none. A decision is refused when somebody has decided meanwhile. */
    after: z.nullable(z.string()),
  }),
  data: decisionRecord,
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    { status: 404, errorCode: 'not_found', when: 'The account has no such check' },
    { status: 409, errorCode: 'request', when: 'The check has no report; or somebody has decided meanwhile' },
  ],
});

export const amlDecisionOperations = [decideAmlCheck] as const;
