import { beforeEach, expect, it } from 'vitest';
import type { AmlDecisionRecord } from '#contract/gateway/aml-bands.ts';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);
const path = '/console/aml/decisions';

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  aml.onAsk = answerWith(report({ aml_score: 60 }));
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

it('is listed above the earlier one, and nothing is overwritten', async () => {
  const desk = await openDesk(gateway);
  const { id } = startedOf(await desk.start(subjectOf(1)));
  const escalated = await desk.post(path, { check_id: id, decision: 'escalated', after: null });
  const first = dataOf(escalated) as AmlDecisionRecord;
  expect(first).toMatchObject({ decision: 'escalated', note: '', band: 'high', decided_by: null });
  const accepted = await desk.post(path, {
    check_id: id,
    decision: 'accepted',
    note: 'Known customer, papers seen',
    after: first.id,
  });
  const second = dataOf(accepted) as AmlDecisionRecord;
  const read = await desk.read(id);
  expect(read.decisions).toEqual([second, first]);
  expect(read.check.decision).toEqual(second);
  expect((await desk.list('decision=accepted')).count).toBe(1);
  expect((await desk.list('decision=escalated')).count).toBe(0);
  expect(await desk.results([subjectOf(1)])).toMatchObject({ results: [{ last: { decision: 'accepted' } }] });

  const auditLog = await desk.get('/console/audit-log?operation=decideAmlCheck');
  expect(dataOf(auditLog)).toMatchObject({
    entries: [
      { subject: subjectOf(1).value, created_id: second.id },
      { subject: subjectOf(1).value, created_id: first.id },
    ],
  });
});

it.each([
  [80, 'accepted', true],
  [60, 'accepted', true],
  [30, 'accepted', false],
  [3, 'accepted', false],
  [3, 'rejected', true],
  [30, 'rejected', false],
  [80, 'escalated', false],
])('with a score of %s: “%s” needs a note: %s', async (score, decision, isNeeded) => {
  aml.onAsk = answerWith(report({ aml_score: score }));
  const desk = await openDesk(gateway);
  const { id } = startedOf(await desk.start(subjectOf(1)));
  const bare = await desk.post(path, { check_id: id, decision, note: '  ', after: null });
  expect(bare.status).toBe(isNeeded ? 400 : 200);
  if (!isNeeded) return;
  expect(Object.keys(dataOf(bare) as object)).toEqual(['note']);
  const noted = await desk.post(path, { check_id: id, decision, note: 'Because', after: null });
  expect(noted.status).toBe(200);
});

it('is refused if another user has decided in the meantime, and of many at once one is accepted', async () => {
  const desk = await openDesk(gateway);
  const colleague = await openDesk(await remote.start(), 'second');
  const { id } = startedOf(await desk.start(subjectOf(1)));
  const decide = async (by: typeof desk, decision: string) =>
    by.post(path, { check_id: id, decision, note: 'Because', after: null });
  const answers = await Promise.all([
    decide(desk, 'accepted'),
    decide(colleague, 'rejected'),
    decide(desk, 'escalated'),
    decide(colleague, 'accepted'),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  expect((await desk.read(id)).decisions).toHaveLength(1);
});

it('keeps the band of its time when the rules change', async () => {
  const desk = await openDesk(gateway);
  const { id } = startedOf(await desk.start(subjectOf(1)));
  await desk.post(path, { check_id: id, decision: 'rejected', after: null });
  await database.db
    .insertInto('account_settings')
    .values({
      account_id: 'u-1',
      name: 'aml_rules',
      value: JSON.stringify({
        thresholds: { medium: '90', high: '95', severe: '99' },
        severities: { exchange: 'low' },
        recent_days: 0,
      }),
      version: 1,
      updated_at: '2026-01-02T03:04:05.000000Z' as never,
      updated_by: null,
    })
    .execute();
  expect((await desk.read(id)).check).toMatchObject({ band: 'low', decision: { band: 'high' } });
});

it('is refused for a check that has no report, is not there, or is another account’s', async () => {
  const desk = await openDesk(gateway);
  const { id } = startedOf(await desk.start(subjectOf(1)));
  aml.onAsk = answerWith({ uid: 'uid-2' });
  aml.onRecheck = answerWith({ uid: 'uid-2' });
  const waiting = startedOf(await desk.start(subjectOf(2)));
  const decide = async (by: typeof desk, check_id: string) =>
    (await by.post(path, { check_id, decision: 'escalated', after: null })).status;
  expect(await decide(desk, waiting.id)).toBe(409);
  expect(await decide(desk, 'nothing')).toBe(404);
  expect(await decide(await openDesk(gateway, 'other'), id)).toBe(404);
  expect((await desk.read(id)).decisions).toEqual([]);
});

it('names the field that isn’t an id, whatever characters it has, and so do stops and watches', async () => {
  const desk = await openDesk(gateway);
  const odd = 'aml_\u0000';
  const { id } = startedOf(await desk.start(subjectOf(1)));
  const asked: [string, object, string][] = [
    [path, { check_id: odd, decision: 'escalated', after: null }, 'check_id'],
    [path, { check_id: id, decision: 'escalated', after: odd }, 'after'],
    ['/console/aml/checks/stop', { ids: [odd] }, 'ids'],
    ['/console/aml/checks/resume', { ids: [odd] }, 'ids'],
    ['/console/aml/watches/seen', { id: odd, check_id: id }, 'id'],
  ];
  for (const [where, body, field] of asked) {
    const refused = await desk.post(where, body);
    expect([refused.status, Object.keys(dataOf(refused) ?? {})]).toEqual([400, [field]]);
  }
});
