import { beforeEach, describe, expect, it } from 'vitest';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import { findStandingRejection } from '#database/recipient-guard.ts';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { defaultAmlRules } from './default-rules.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);
const path = '/console/aml/decisions';
const subject = subjectOf(1);

type Desk = Awaited<ReturnType<typeof openDesk>>;

let aml: AmlStandIn;
let gateway: RunningGateway;
let desk: Desk;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
  desk = await openDesk(gateway);
});

/** Checks the subject with this report, which the provider gives at once. */
async function check(answer: object): Promise<string> {
  aml.onAsk = answerWith(answer);
  return startedOf(await desk.start(subject)).id;
}

async function decide(id: string, decision: string, after: string | null): Promise<AmlDecisionRecord> {
  const answer = await desk.post(path, { check_id: id, decision, note: 'Papers seen', after });
  expect(answer.status).toBe(200);
  return dataOf(answer) as AmlDecisionRecord;
}

const standing = async () =>
  findStandingRejection(database.db, { accountId: 'u-1', network: 'eth', address: subject.value });

const high = (changes: object = {}) => report({ aml_score: 60, ...changes }, { exchange: 90, mixer: 10 });

describe('a decision on a subject that is checked again', () => {
  it('is carried over with its origin when the result is the same', async () => {
    const first = await check(high());
    const accepted = await decide(first, 'accepted', null);
    expect(accepted).toMatchObject({ check_id: first });
    const { check: origin } = await desk.read(first);
    expect(accepted.checked_at).toBe(origin.ended_at);

    const second = await check(high({ message: 'Made later', checks_balance: '40' }));
    const read = await desk.read(second);
    expect(read.check.decision).toEqual(accepted);
    expect(read.decisions).toEqual([accepted]);
    expect(read.other_decision).toBeNull();
    expect((await desk.list('decision=none&state=finished')).count).toBe(0);
    expect((await desk.list('decision=accepted')).count).toBe(2);
    expect(await desk.results([subject])).toMatchObject({
      results: [{ last: { id: second, decision: 'accepted', is_decision_carried_over: true } }],
    });

    // Decisions are carried from one check to the next, always with the check that they were made on.
    const third = await check(high());
    expect((await desk.read(third)).check.decision).toMatchObject({ id: accepted.id, check_id: first });
  });

  it.each([
    ['the score', high({ aml_score: 61 })],
    ['a share', report({ aml_score: 60 }, { exchange: 89, mixer: 11 })],
    ['a new category', report({ aml_score: 60 }, { exchange: 90, mixer: 9, scam: 1 })],
    [
      'a source',
      high({
        params: { types_of_funding: { exchange: 90, mixer: 10 }, sources_of_funding: { Garantex: 10 } },
      }),
    ],
    [
      'a direct hit',
      high({
        params: {
          types_of_funding: { exchange: 90, mixer: 10 },
          direct_hits: [{ category: 'scam', entity: 'X', role: 'subject', address: '0x1', source: 'list' }],
        },
      }),
    ],
    ['what can’t be read', high({ params: { types_of_funding: ['mixer'] } })],
  ])(
    'is asked for again when the report differs in %s, and the earlier one is shown',
    async (_what, changed) => {
      const first = await check(
        high({ params: { owner: 'Northbank', types_of_funding: { exchange: 90, mixer: 10 } } }),
      );
      const accepted = await decide(first, 'accepted', null);
      const second = await check(changed);
      const read = await desk.read(second);
      expect(read.check.decision).toBeNull();
      expect(read.decisions).toEqual([]);
      expect(read.other_decision).toEqual(accepted);
      expect((await desk.list('decision=none&state=finished')).count).toBe(1);
      expect(await desk.results([subject])).toMatchObject({
        results: [{ last: { id: second, decision: null, is_decision_carried_over: false } }],
      });
    },
  );

  it('is asked for again when both reports hold categories that can’t be read', async () => {
    const unread = high({ params: { types_of_funding: ['mixer'] } });
    await decide(await check(unread), 'accepted', null);
    expect((await desk.read(await check(unread))).check.decision).toBeNull();
  });

  it('is asked for again when the account’s rules rate the same report differently', async () => {
    await decide(await check(high()), 'accepted', null);
    const stricter = { medium: '20', high: '40', severe: '55' };
    const changed = await gateway.send('/console/settings/aml', {
      method: 'PUT',
      headers: { ...fromOwnPage, cookie: desk.cookie },
      body: { ...defaultAmlRules, thresholds: stricter, version: 0 },
    });
    expect(changed.status).toBe(200);
    expect((await desk.read(await check(high()))).check).toMatchObject({ band: 'severe', decision: null });
  });

  it('can be changed on the later check, and both stay on record', async () => {
    const first = await check(high());
    const accepted = await decide(first, 'accepted', null);
    const second = await check(high());
    const outdated = await desk.post(path, {
      check_id: second,
      decision: 'rejected',
      note: 'Because',
      after: null,
    });
    expect(outdated.status).toBe(409);
    const rejected = await decide(second, 'rejected', accepted.id);
    const read = await desk.read(second);
    expect(read.check.decision).toEqual(rejected);
    expect(read.decisions).toEqual([rejected, accepted]);
    expect((await desk.read(first)).check.decision).toEqual(accepted);
  });

  it('follows a later decision on the check that it came from', async () => {
    const first = await check(high());
    const accepted = await decide(first, 'accepted', null);
    const second = await check(high());
    const rejected = await decide(first, 'rejected', accepted.id);
    const read = await desk.read(second);
    expect(read.check.decision).toEqual(rejected);
    expect(read.decisions).toEqual([rejected, accepted]);
    expect((await desk.list('decision=rejected')).count).toBe(2);
  });

  it('stays with the check that has a decision of its own', async () => {
    const first = await check(high());
    const accepted = await decide(first, 'accepted', null);
    const second = await check(high());
    const escalated = await decide(second, 'escalated', accepted.id);
    await decide(first, 'rejected', accepted.id);
    expect((await desk.read(second)).check.decision).toEqual(escalated);
  });

  it('never lifts a rejection, whatever is carried over', async () => {
    const first = await check(high());
    const accepted = await decide(first, 'accepted', null);
    expect(await standing()).toBeUndefined();
    const second = await check(high({ aml_score: 70 }));
    const rejected = await decide(second, 'rejected', null);
    expect(await standing()).toMatchObject({ decisionId: rejected.id });

    // The same result as the one that was accepted before the address was rejected.
    const third = await check(high());
    expect((await desk.read(third)).check.decision).toBeNull();
    expect((await desk.read(third)).other_decision).toEqual(rejected);
    expect(await standing()).toMatchObject({ decisionId: rejected.id });

    const fourth = await check(high({ aml_score: 70 }));
    expect((await desk.read(fourth)).check.decision).toEqual(rejected);
    expect(await standing()).toMatchObject({ decisionId: rejected.id });

    const lifted = await decide(fourth, 'accepted', rejected.id);
    expect(await standing()).toBeUndefined();
    expect(lifted.check_id).toBe(fourth);
    expect(accepted.check_id).toBe(first);
  });

  it('belongs to its account', async () => {
    await decide(await check(high()), 'accepted', null);
    const other = await openDesk(await remote.start(), 'other');
    const { id } = startedOf(await other.start(subject));
    const read = await other.read(id);
    expect(read.check.decision).toBeNull();
    expect(read.other_decision).toBeNull();
  });
});
