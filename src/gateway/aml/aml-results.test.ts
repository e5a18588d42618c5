import { beforeEach, describe, expect, it } from 'vitest';
import type { previewAmlChecks } from '#contract/gateway/aml-checks.ts';
import { type findAmlResults, MOST_LOOKED_UP } from '#contract/gateway/aml-results.ts';
import type { AuditLogEntry } from '#contract/gateway/audit-log.ts';
import type { DataOf } from '#contract/operation.ts';
import { useTestDatabase } from '#database/testing.ts';
import { amlPath, dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

type Results = DataOf<typeof findAmlResults>;
type Desk = Awaited<ReturnType<typeof openDesk>>;

const subjects = (count: number) => Array.from({ length: count }, (_, index) => subjectOf(index));
const outcomes = async (desk: Desk, list: object[], recentDays: unknown) => {
  const answer = await desk.post(`${amlPath}/preview`, { subjects: list, recent_days: recentDays });
  return (dataOf(answer) as DataOf<typeof previewAmlChecks>).results.map(({ outcome }) => outcome);
};

/** A report of three years ago. */
async function checkLongAgo(desk: Desk, subject: object): Promise<string> {
  aml.onAsk = answerWith(report());
  const { id } = startedOf(await desk.start(subject));
  await database.db
    .updateTable('screening_checks')
    .set({ ended_at: '2023-01-02T03:04:05.000000Z' as never })
    .where('check_id', '=', id)
    .execute();
  return id;
}

describe('the last results', () => {
  it('are returned for a whole page of a list at once, and for no more', async () => {
    const desk = await openDesk(gateway);
    const id = await checkLongAgo(desk, subjectOf(200));
    const page = [...subjects(MOST_LOOKED_UP - 1), { network: 'btc', value: subjectOf(200).value }];
    const { results } = (await desk.results(page)) as Results;
    expect(results).toHaveLength(MOST_LOOKED_UP);
    expect(results.flatMap(({ last }, index) => (last === null ? [] : [[index, last.id]]))).toEqual([
      [200, id],
    ]);
    const refused = await desk.post('/console/aml/results', { subjects: subjects(MOST_LOOKED_UP + 1) });
    expect(refused.status).toBe(400);
    expect((await desk.post('/console/aml/results', { subjects: [] })).status).toBe(400);
  });
});

describe('where any report counts as recent', () => {
  it('a subject is checked only if it never was, and not twice', async () => {
    const desk = await openDesk(gateway);
    await checkLongAgo(desk, subjectOf(1));
    const list = subjects(3);
    expect(await outcomes(desk, list, 366)).toEqual(['new', 'new', 'new']);
    expect(await outcomes(desk, list, 'ever')).toEqual(['new', 'recent', 'new']);
    await desk.post(`${amlPath}/many`, { subjects: list, recent_days: 'ever' });
    await expect.poll(async () => (await desk.list('state=finished')).count).toBe(3);
    expect(aml.asked).toHaveLength(3);
    expect(await outcomes(desk, list, 'ever')).toEqual(['recent', 'recent', 'recent']);
    const refused = await desk.post(`${amlPath}/preview`, { subjects: list, recent_days: 'always' });
    expect(dataOf(refused)).toEqual({
      recent_days: 'must be a whole number of days from 0 to 366, or "ever"',
    });
  });
});

describe('the activity log', () => {
  it('has no entry for reading, however it was requested and whatever the outcome', async () => {
    const desk = await openDesk(gateway);
    await desk.results(subjects(2));
    await outcomes(desk, subjects(2), 1);
    expect((await desk.post('/console/aml/results', { subjects: [] })).status).toBe(400);
    expect((await desk.post(`${amlPath}/preview`, { subjects: [], recent_days: 1 })).status).toBe(400);
    aml.onAsk = answerWith(report());
    await desk.post(`${amlPath}/many`, { subjects: subjects(2), recent_days: 1 });
    const { entries } = dataOf(await desk.get('/console/audit-log?sort_direction=asc')) as {
      entries: AuditLogEntry[];
    };
    expect(entries.map(({ operation }) => operation)).toEqual(['openSession', 'startAmlChecks']);
  });

  it('refuses even reading if another site made the request', async () => {
    const { cookie } = await openDesk(gateway);
    const answer = await gateway.send('/console/aml/results', {
      method: 'POST',
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
      body: { subjects: subjects(1) },
    });
    expect(answer.status).toBe(403);
  });
});
