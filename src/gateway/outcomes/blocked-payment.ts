import { openOutcomeFailure } from '#contract/wallet-service/withdrawal-request.ts';
import { formatUtcTime, type Instant, writeIsoTime } from '#domain/time.ts';
import { ServiceError } from '#http/service-error.ts';
import type { OutcomeRow } from './outcomes.store.ts';

/** How a row counts if the same withdrawal is sent again: one in flight whose sender must have ended is unknown. */
export function stateNow({ state, next_at: until }: OutcomeRow, at: Instant): OutcomeRow['state'] {
  return state === 'in_flight' && until !== null && until <= at ? 'outcome_unknown' : state;
}

/** Why nothing is sent under the external ID of a row that is open, or that a person closed. */
export function blockedBy(
  row: OutcomeRow,
  state: 'in_flight' | 'outcome_unknown' | 'handled',
  at: Instant,
): ServiceError {
  const name = `the withdrawal “${row.external_id}”`;
  const message = {
    in_flight: `Nothing was sent: ${name} is being sent right now. Wait for its outcome.`,
    outcome_unknown: `Nothing was sent: the outcome of an earlier attempt at ${name} is unknown. ${nextStep(row, at)}`,
    handled: `Nothing was sent: ${name} was marked as handled (“${row.note ?? ''}”). To pay again, use a new reference.`,
  };
  return blocked(message[state], state, row);
}

/** Why a payment isn't sent under a new external ID either. */
export function blockedByTwin(row: OutcomeRow, at: Instant): ServiceError {
  const message = `Nothing was sent: the outcome of the withdrawal “${row.external_id}”, which pays the same amount to the same recipient, is unknown. This could pay it twice. ${nextStep(row, at)}`;
  return blocked(message, 'outcome_unknown', row);
}

function nextStep({ next_at: next }: OutcomeRow, at: Instant): string {
  const when = next === null || next <= at ? 'now' : `at ${formatUtcTime(next)}`;
  return `The console checks it again ${when}. Wait until it is confirmed or proved not to exist, or mark it as handled in the console.`;
}

function blocked(message: string, outcome: OutcomeRow['state'], row: OutcomeRow): ServiceError {
  const { status, errorCode } = openOutcomeFailure;
  return new ServiceError(status, message, {
    errorCode,
    data: {
      outcome,
      external_id: row.external_id,
      next_check_at: row.next_at && writeIsoTime(row.next_at),
    },
  });
}
