import { describe, expect, it, vi } from 'vitest';
import type { WithdrawalOutcome } from '#contract/gateway/withdrawal-outcomes.ts';
import { decimal } from '#domain/decimal.ts';
import { ApiError, type ApiErrorKind } from '#dashboard/lib/api-error.ts';
import type { WithdrawalBody } from '../create/withdrawal-fields.ts';
import { parseList, resultsAsCsv } from './list-file.ts';
import { listResults, type Outcome, runList, tallyOf, formatTally } from './run-list.ts';
import { patiently } from '#dashboard/api/patiently.ts';
import { outcomeWith } from '../outcomes/testing-outcome.ts';
import { planOf, tron } from './testing-list.ts';

const start = Date.parse('2026-06-01T00:00:00Z');
const at = (ms: number) => new Date(start + ms).toISOString();
const failure = (kind: ApiErrorKind, changes = {}) =>
  new ApiError({ kind, status: 400, message: `It is ${kind}`, ...changes });

type Send = (body: WithdrawalBody, index: number, controller: AbortController) => unknown;
type Find = (externalId: string) => Promise<object | undefined>;

type FindOutcome = (externalId: string) => Promise<WithdrawalOutcome | undefined>;

async function run(count: number, send: Send, find: Find = async () => undefined, findOutcome?: FindOutcome) {
  const rows = Array.from(
    { length: count },
    (_, index) => `pool,trx,USDT,${tron},${25 + index},,,id-${index}`,
  );
  const { ready, wrong } = await planOf(rows);
  const controller = new AbortController();
  const outcomes = new Map<number, Outcome>();
  const sent: string[] = [];
  await runList(ready, {
    send: async (body) => {
      sent.push(body.external_id);
      const answer = send(body, sent.length - 1, controller);
      if (answer instanceof Error) throw answer;
      return { request_id: `wd_${body.external_id}`, created_at: at(10), ...(answer as object) };
    },
    find,
    findOutcome,
    now: () => start,
    onOutcome: (line, outcome) => outcomes.set(line, outcome),
    signal: controller.signal,
  });
  return {
    outcomes,
    sent,
    summary: formatTally(tallyOf(outcomes.values())),
    list: { ready: ready as never, made: [], wrong },
  };
}

describe('the sending of a list', () => {
  it('sends each row once, in its order, and knows its request', async () => {
    const { outcomes, sent, summary } = await run(3, () => ({}));
    expect(sent).toEqual(['id-0', 'id-1', 'id-2']);
    expect([...outcomes]).toEqual([
      [2, { state: 'made', requestId: 'wd_id-0', isEarlier: false }],
      [3, { state: 'made', requestId: 'wd_id-1', isEarlier: false }],
      [4, { state: 'made', requestId: 'wd_id-2', isEarlier: false }],
    ]);
    expect(summary).toBe('3 submitted');
  });

  it('distinguishes a request that another tab made before from its own', async () => {
    const { summary } = await run(3, (_body, index) => (index === 1 ? { created_at: at(-60_000) } : {}));
    expect(summary).toBe('3 submitted (1 earlier)');
  });

  it('continues after a row that the service refuses, and keeps its message', async () => {
    const refusal = failure('validation', { fields: { amount: 'must be at least 10' } });
    const { outcomes, sent, summary } = await run(3, (_body, index) => (index === 0 ? refusal : {}));
    expect(sent).toHaveLength(3);
    expect(outcomes.get(2)).toEqual({ state: 'refused', reason: 'Amount: must be at least 10.' });
    expect(summary).toBe('2 submitted, 1 refused');
  });

  it('stops after the request under way', async () => {
    const { sent, summary } = await run(3, (_body, index, controller) => {
      if (index === 1) controller.abort();
      return {};
    });
    expect(sent).toHaveLength(2);
    expect(summary).toBe('2 submitted, 1 not tried');
  });

  it.each(['unauthenticated', 'forbidden'] as const)('ends where the key is %s', async (kind) => {
    const { sent, summary } = await run(3, () => failure(kind));
    expect(sent).toHaveLength(1);
    expect(summary).toBe('0 submitted, 1 refused, 2 not tried');
  });
});

const lost = failure('unreachable', { status: 0, isOutcomeUnknown: true });

const finding = (amount: string) => async () => ({ request_id: 'wd_9', amount: decimal(amount) });

describe('a row without a response', () => {
  it('is made where the service has its request', async () => {
    expect((await run(1, () => lost, finding('25'))).outcomes.get(2)).toMatchObject({
      state: 'made',
      requestId: 'wd_9',
    });
  });

  it('is refused where that is a request for something else', async () => {
    expect((await run(1, () => lost, finding('26'))).outcomes.get(2)).toMatchObject({ state: 'refused' });
  });

  it('never counts as a success or a failure if the service sent no outcome: it may still arrive', async () => {
    const { outcomes, sent, summary } = await run(2, (_body, index) => (index === 0 ? lost : {}));
    expect(outcomes.get(2)).toMatchObject({ state: 'unknown' });
    expect(sent).toHaveLength(2);
    expect(summary).toBe('1 submitted, 1 with an unknown outcome');
  });

  it("ends the list if the service can't be asked either", async () => {
    const { sent, summary } = await run(
      3,
      () => lost,
      async () => Promise.reject(lost),
    );
    expect(sent).toHaveLength(1);
    expect(summary).toBe('0 submitted, 1 with an unknown outcome, 2 not tried');
  });
});

const stored =
  (state: WithdrawalOutcome['state']): FindOutcome =>
  async (externalId) =>
    outcomeWith({ state, external_id: externalId, recipient_wallet: tron, refusal: 'No funds' });
const neverAsked: Find = async () => {
  throw new Error('The provider was asked.');
};

describe('a row without a response from a remote provider', () => {
  it('has an unknown outcome if the gateway says so, whatever the provider would say', async () => {
    const { outcomes, summary } = await run(1, () => lost, neverAsked, stored('outcome_unknown'));
    expect(outcomes.get(2)).toEqual({
      state: 'open',
      reason: expect.stringContaining('The wallet service didn’t respond in time.'),
    });
    expect(summary).toBe('0 submitted, 1 with an unknown outcome');
  });

  it('has one as well if the gateway sends nothing because of an earlier attempt', async () => {
    const held = failure('refused', { data: { outcome: 'outcome_unknown', external_id: 'id-0' } });
    const { outcomes } = await run(1, () => held, neverAsked, stored('outcome_unknown'));
    expect(outcomes.get(2)).toMatchObject({ state: 'open' });
  });

  it('is refused where the provider refused it, and may be tried again where it was not created', async () => {
    const refused = await run(1, () => lost, neverAsked, stored('refused'));
    expect(refused.outcomes.get(2)).toEqual({ state: 'refused', reason: 'No funds.' });
    const notCreated = await run(1, () => lost, neverAsked, stored('not_created'));
    expect(notCreated.outcomes.get(2)).toMatchObject({ state: 'unknown' });
  });
});

describe('a service that asks to slow down', () => {
  it('is asked again after the time that it names', async () => {
    vi.useFakeTimers();
    const ask = vi.fn<() => Promise<string>>(async () => 'an answer');
    ask.mockRejectedValueOnce(failure('rate_limited', { retryAfterSeconds: 30 }));
    const answer = patiently(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(29_900);
    expect(ask).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(await answer).toBe('an answer');
    vi.useRealTimers();
  });

  it('is not waited for any more after Stop', async () => {
    const controller = new AbortController();
    const answer = patiently(async () => {
      throw failure('rate_limited', { retryAfterSeconds: 600 });
    }, controller.signal);
    controller.abort();
    await expect(answer).rejects.toThrow(/abort/i);
  });
});

it('writes the outcome of each row as a list that requests the same again', async () => {
  const { list, outcomes } = await run(3, (_body, index) => (index === 1 ? failure('refused') : {}));
  const csv = resultsAsCsv(listResults(list, outcomes));
  expect(csv.split('\r\n').slice(1, 3)).toEqual([
    `pool,trx,USDT,${tron},25,,,id-0,2,submitted,wd_id-0,`,
    `pool,trx,USDT,${tron},26,,,id-1,3,refused,,It is refused.`,
  ]);
  const again = parseList(csv);
  expect(again).toMatchObject({ ok: true, ignoredColumns: ['line', 'result', 'request_id', 'reason'] });
  expect(again.ok && again.rows.map(({ written }) => written.external_id)).toEqual(['id-0', 'id-1', 'id-2']);
});
