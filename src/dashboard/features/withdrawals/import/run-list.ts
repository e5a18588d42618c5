import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';
import { isUnanswered } from '../create/find-request.ts';
import type { WithdrawalBody } from '../create/withdrawal-fields.ts';
import { isHeldOpen, type Standing, standingOf, standingOfRequest } from '../outcomes/outcome.queries.ts';
import type { ReadyRow } from './plan-list.ts';
import type { ListResult } from './list-file.ts';
import type { ScreenedList } from './screen-list.ts';

/** The outcome of one row. */
export type Outcome =
  /** The service has its request. `isEarlier`: it was made before this page sent the row, by whomever. */
  | { state: 'made'; requestId: string; isEarlier: boolean }
  /** The service refused the request, with its reason. */
  | { state: 'refused'; reason: string }
  /** It is unknown whether there is one. Sent again under the same external id, it is created once. */
  | { state: 'unknown'; reason: string }
  /** There may be one, and another may be made if it is sent again: the console checks it. */
  | { state: 'open'; reason: string }
  /** It was not come to. */
  | { state: 'untried' };

type Request = Pick<WithdrawalRequest, 'request_id' | 'created_at'>;

type Run = {
  /** Asks for one; waits as long as the service asks to. Throws ApiError. */
  send: (body: WithdrawalBody) => Promise<Request>;
  /** The request with the external id, looked up after a lost response. Throws ApiError. */
  find: (externalId: string) => Promise<Partial<WithdrawalRequest> | undefined>;
  /** Looks up what is stored of the external id, with a remote provider. Replaces `find`. Throws ApiError. */
  findOutcome?: ((externalId: string) => Promise<WithdrawalOutcome | undefined>) | undefined;
  /** The server's clock, in milliseconds since 1970. */
  now: () => number;
  onOutcome: (line: number, outcome: Outcome) => void;
  /** Ends it before the next row; the current one is completed. */
  signal: AbortSignal;
};

/**
 * Sends rows one after the other, each with an outcome of its own: a refused one doesn't keep the others from being
 * sent. It ends early when it is stopped, when the session has ended, and when the service can't be reached. Never
 * throws.
 */
export async function runList(rows: readonly Pick<ReadyRow, 'line' | 'body'>[], run: Run): Promise<void> {
  let isOver = false;
  for (const { line, body } of rows) {
    if (isOver || run.signal.aborted) {
      run.onOutcome(line, { state: 'untried' });
      continue;
    }
    const { outcome, endsIt } = await sendOne(body, run);
    run.onOutcome(line, outcome);
    isOver = endsIt;
  }
}

type Sent = { outcome: Outcome; endsIt: boolean };

/** The error of a clock that counts whole seconds. */
const clockMs = 2000;

async function sendOne(body: WithdrawalBody, run: Run): Promise<Sent> {
  const sentAt = run.now();
  try {
    const { request_id: requestId, created_at: createdAt } = await run.send(body);
    const isEarlier = Date.parse(createdAt) < sentAt - clockMs;
    return { outcome: { state: 'made', requestId, isEarlier }, endsIt: false };
  } catch (error) {
    if (run.signal.aborted && error === run.signal.reason)
      return { outcome: { state: 'untried' }, endsIt: true };
    const reason = formatError(error);
    if (error instanceof Error && !isUnanswered(error) && !isHeldOpen(error, body.external_id)) {
      const endsIt = error instanceof ApiError && ['unauthenticated', 'forbidden'].includes(error.kind);
      return { outcome: { state: 'refused', reason }, endsIt };
    }
    return await lookAfter(body, reason, run);
  }
}

/** There was no response, so its outcome is looked up. */
async function lookAfter(body: WithdrawalBody, reason: string, { find, findOutcome }: Run): Promise<Sent> {
  const { external_id: id } = body;
  try {
    const standing =
      findOutcome === undefined
        ? standingOfRequest(body, await find(id))
        : standingOf(body, await findOutcome(id));
    return { outcome: outcomeOf(standing, reason), endsIt: false };
  } catch {
    return { outcome: { state: 'unknown', reason }, endsIt: true };
  }
}

/** The outcome of a row whose response was lost; `reason` is why. */
export function outcomeOf(standing: Standing, reason: string): Outcome {
  const { kind } = standing;
  if (kind === 'made') return { state: 'made', requestId: standing.requestId, isEarlier: false };
  if (kind === 'open') {
    return { state: 'open', reason: asSentence(standing.outcome.unknown_because ?? reason) };
  }
  // It may still arrive.
  if (kind === 'sendable') return { state: 'unknown', reason };
  const refusals = {
    claimed: 'This reference belongs to another withdrawal. Use a new one.',
    handled: 'It was marked as handled. Use a new reference to pay again.',
  };
  return { state: 'refused', reason: kind === 'refused' ? asSentence(standing.reason) : refusals[kind] };
}

/** The service's own words, field by field where it names fields. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const message = fields.map(([field, rule]) => `${field}: ${rule}`).join('; ');
  return asSentence(message === '' ? error.message : message);
}

type Tally = Record<Outcome['state'] | 'earlier', number>;

/** Counts the outcomes. `made` includes the withdrawals that were submitted earlier. */
export function tallyOf(outcomes: Iterable<Outcome>): Tally {
  const tally: Tally = { made: 0, earlier: 0, refused: 0, unknown: 0, open: 0, untried: 0 };
  for (const outcome of outcomes) {
    tally[outcome.state] += 1;
    if (outcome.state === 'made' && outcome.isEarlier) tally.earlier += 1;
  }
  return tally;
}

/** The tally in words: “498 submitted (200 earlier), 2 refused”. */
export function formatTally({ made, earlier, refused, unknown, open, untried }: Tally): string {
  return [
    `${made} submitted${earlier > 0 ? ` (${earlier} earlier)` : ''}`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unknown > 0 ? [`${unknown} with an unknown outcome`] : []),
    ...(open > 0 ? [`${open} with an unknown outcome`] : []),
    ...(untried > 0 ? [`${untried} not tried`] : []),
  ].join(', ');
}

const resultLabels = {
  made: 'submitted',
  refused: 'refused',
  unknown: 'outcome unknown',
  open: 'outcome unknown',
  untried: 'not tried',
} as const satisfies Record<Outcome['state'], string>;

/** The outcome of every row of a list, including those that were not sent, in the order of the file. */
export function listResults(list: ScreenedList, outcomes: ReadonlyMap<number, Outcome>): ListResult[] {
  const results = [
    ...list.wrong.map(({ line, written, problems }) => ({
      line,
      written,
      externalId: '',
      result: 'skipped',
      requestId: '',
      reason: problems.join('; '),
    })),
    ...list.made.map(({ line, written, body, requestId }) => ({
      line,
      written,
      externalId: body.external_id,
      result: 'already submitted',
      requestId,
      reason: '',
    })),
    ...list.ready.map(({ line, written, body }) => {
      const outcome: Outcome = outcomes.get(line) ?? { state: 'untried' };
      return {
        line,
        written,
        externalId: body.external_id,
        result: resultLabels[outcome.state],
        requestId: outcome.state === 'made' ? outcome.requestId : '',
        reason: 'reason' in outcome ? outcome.reason : '',
      };
    }),
  ];
  return results.sort((a, b) => a.line - b.line);
}
