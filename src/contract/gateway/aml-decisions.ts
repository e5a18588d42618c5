import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures } from '../failures.ts';
import { lineOfText, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  type AmlBand,
  type AmlDecision,
  amlDecisions,
  checkId,
  decisionId,
  decisionRecord,
} from './aml-bands.ts';

/** Whether a decision goes against the band or on an unknown risk, so that it needs a note. */
export function needsNote(decision: AmlDecision, band: AmlBand): boolean {
  if (band === 'unknown') return decision !== 'escalated';
  if (decision === 'accepted') return band === 'high' || band === 'severe';
  return decision === 'rejected' && band === 'low';
}

export const decideAmlCheck = operation({
  id: 'decideAmlCheck',
  method: 'POST',
  path: '/console/aml/decisions',
  tag: 'AML checks',
  summary: 'Decide on an AML check',
  permission: 'aml:check',
  consolePermission: 'aml:decide',
  body: z.strictObject({
    check_id: checkId,
    decision: oneOf(amlDecisions),
    note: z._default(lineOfText(1000, { min: 0 }), ''),
    /**
     * The latest decision that the user saw; null: none. A decision is refused if another user has decided in the
     * meantime.
     */
    after: z.nullable(decisionId),
  }),
  data: decisionRecord,
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    { status: 404, errorCode: 'not_found', when: 'The check doesn’t exist' },
    {
      status: 409,
      errorCode: 'request',
      when: 'The check has no report, someone else decided first, or a payment to the address is being sent',
    },
  ],
});

export const amlDecisionOperations = [decideAmlCheck] as const;
