import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AmlCheck } from '#contract/gateway/aml-check.ts';
import { type FoundSums, sumAmlChecks } from '#contract/gateway/list-sums.ts';
import { useTestDatabase } from '#database/testing.ts';
import type { Instant } from '#domain/time.ts';
import { amlPath, dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope } from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

describe('a check', () => {
  it('is requested once, awaited, and stored with its unchanged report', async () => {
    const desk = await openDesk(gateway);
    const body = envelope(report({ aml_score: 62.5 }, { mixer: 12.5, exchange: 87.5 })).replace(
      '62.5',
      '62.50',
    );
    let left = 2;
    aml.onRecheck = (request, response) => {
      left -= 1;
      if (left > 0) answerWith({ uid: 'uid-1' })(request, response);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    };
    const started = startedOf(await desk.start(subjectOf(1), { payer_address: 'T-payer' }));
    expect(started).toMatchObject({
      ...subjectOf(1),
      kind: 'address',
      state: 'waiting',
      uid: 'uid-1',
      payer_address: 'T-payer',
      score: null,
      band: null,
      categories: [],
      failure: null,
      can_resume: false,
    });
    expect(aml.asked).toEqual([{ ...subjectOf(1), address: 'T-payer', async: true }]);

    const check = await desk.until(started.id, 'finished');
    expect(check).toMatchObject({
      score: '62.5',
      band: 'high',
      sanctions: { state: 'not_screened' },
      sanctions_then: { state: 'not_screened' },
      categories: [
        { name: 'mixer', share: '12.5', severity: 'high', counts: true },
        { name: 'exchange', share: '87.5', severity: 'low', counts: true },
      ],
      checks_left: '41',
      rechecks: 1,
      next_recheck_at: null,
      decision: null,
    });
    const read = await desk.read(started.id);
    expect(read.report).toBe(body);
    expect(read).toMatchObject({ others: [], decisions: [] });
    expect(check.report_sha256).toBe(createHash('sha256').update(body).digest('hex'));
    expect(aml.asked).toHaveLength(1);
  });

  it.each([
    [{ network: 'eth', value: 'nonsense' }, 'value'],
    [{ network: 'trx', value: subjectOf(1).value }, 'value'],
    [{ network: 'sol', value: subjectOf(1).value }, 'network'],
    [{ ...subjectOf(1), recent_days: -1 }, 'recent_days'],
  ])('of %j is refused before it costs, and the field is named', async (subject, field) => {
    const desk = await openDesk(gateway);
    const refused = await desk.start(subject);
    expect(refused.status).toBe(400);
    expect(Object.keys(dataOf(refused) as object)).toEqual([field]);
    expect(aml.asked).toEqual([]);
    expect(await desk.list()).toMatchObject({ count: 0 });
  });

  it('of a subject that is being checked returns that check, no matter who asks and how often', async () => {
    aml.onRecheck = answerWith({ uid: 'uid-1' });
    const second = await remote.start();
    const desks = [await openDesk(gateway), await openDesk(gateway, 'second'), await openDesk(second)];
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => desks[index % 3]?.start(subjectOf(1))),
    );
    const outcomes = answers.map(
      (answer) => answer && (dataOf(answer) as { outcome: string; check: AmlCheck }),
    );
    expect(outcomes.filter((each) => each?.outcome === 'started')).toHaveLength(1);
    expect(outcomes.filter((each) => each?.outcome === 'running')).toHaveLength(5);
    expect(new Set(outcomes.map((each) => each?.check.id)).size).toBe(1);
    expect(aml.asked).toHaveLength(1);
  });

  it('of a subject with a recent report returns that report, unless a new one is wanted', async () => {
    const desk = await openDesk(gateway);
    aml.onAsk = answerWith(report());
    const first = startedOf(await desk.start(subjectOf(1)));
    expect(first).toMatchObject({ state: 'finished', uid: null, rechecks: 0 });
    const again = await desk.start(subjectOf(1), { recent_days: 1 });
    expect(dataOf(again)).toMatchObject({ outcome: 'recent', check: { id: first.id } });
    expect(aml.asked).toHaveLength(1);

    const next = startedOf(await desk.start(subjectOf(1)));
    expect(aml.asked).toHaveLength(2);
    expect((await desk.read(next.id)).others.map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('the library', () => {
  it('is the same for each key of the account, and another account sees nothing of it', async () => {
    const desk = await openDesk(gateway);
    aml.onAsk = answerWith(report());
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const second = await openDesk(gateway, 'second');
    expect(await second.list()).toEqual(await desk.list());
    expect(await second.read(id)).toEqual(await desk.read(id));

    const other = await openDesk(gateway, 'other');
    expect(await other.list()).toEqual({ count: 0, checks: [] });
    expect((await other.get(`${amlPath}/one?id=${id}`)).status).toBe(404);
    expect(await other.results([subjectOf(1)])).toMatchObject({
      results: [{ is_running: false, last: null }],
    });
    expect(dataOf(await other.get('/console/aml/activity'))).toEqual({
      running_count: 0,
      running: [],
      ended: [],
      checks_left: null,
      price: null,
    });
    const stopped = await other.post(`${amlPath}/stop`, { ids: [id] });
    expect(dataOf(stopped)).toEqual({ checks: [] });
  });

  it('lists a check up to and including the time that is shown for it', async () => {
    const desk = await openDesk(gateway);
    aml.onAsk = answerWith(report());
    startedOf(await desk.start(subjectOf(1)));
    const created_at = '2026-01-02T03:04:05.123456Z' as Instant;
    await database.db.updateTable('screening_checks').set({ created_at }).execute();
    const [shown] = (await desk.list()).checks;
    const range = (end = '') => `created_from=${shown?.created_at}&created_to=${end}`;
    expect((await desk.list(range(shown?.created_at))).checks).toEqual([shown]);
    expect((await desk.list(range('2026-01-02T03:04:05.122Z'))).count).toBe(0);
  });

  it('is filtered by band, category, sanctions and text, each as it is shown, and counted the same way', async () => {
    const desk = await openDesk(gateway);
    const found: [score: number, types: Record<string, number>, band: string][] = [
      [3, { exchange: 100 }, 'low'],
      [3, { exchange: 99, 'Something new': 1 }, 'medium'],
      [3, { exchange: 99, gambling: 1 }, 'medium'],
      [60, { exchange: 100 }, 'high'],
      [3, { exchange: 99.9, Mixer: 0.1 }, 'high'],
      [3, { exchange: 99, Sanctions: 1 }, 'severe'],
      [3, { exchange: 100, sanctions: 0 }, 'low'],
    ];
    for (const [index, [score, types]] of found.entries()) {
      aml.onAsk = answerWith(report({ aml_score: score }, types));
      startedOf(await desk.start(subjectOf(index)));
    }
    const { checks } = await desk.list('sort_direction=asc');
    expect(checks.map(({ band }) => band)).toEqual(found.map(([, , band]) => band));
    aml.onAsk = answerWith({ uid: 'later' });
    aml.onRecheck = answerWith({ uid: 'later' });
    startedOf(await desk.start(subjectOf(8)));
    for (const query of [
      '',
      'band=high',
      'category=gambling',
      'state=running',
      'search=1111',
      'kind=transaction',
    ]) {
      const rows = (await desk.list(query)).checks.map(({ state, band }) =>
        JSON.stringify([state, band ?? '']),
      );
      const counts = [...new Set(rows)].sort().map((key) => [key, rows.filter((row) => row === key).length]);
      const { lines } = (dataOf(await desk.get(`${sumAmlChecks.path}?${query}`)) as { found: FoundSums })
        .found;
      expect(lines.map(({ group, rows: count }) => [JSON.stringify(Object.values(group)), count])).toEqual(
        counts,
      );
    }
    for (const band of ['low', 'medium', 'high', 'severe']) {
      const shown = await desk.list(`band=${band}&sort_direction=asc`);
      expect(shown.checks).toEqual(checks.filter((check) => check.band === band));
      expect(shown.count).toBe(shown.checks.length);
    }
    const values = async (query: string) => (await desk.list(query)).checks.map(({ value }) => value);
    expect(await values('category=MIXER')).toEqual([subjectOf(4).value]);
    expect(await values('sanctions=named')).toEqual([subjectOf(5).value]);
    expect(await values('sanctions=not_screened')).toHaveLength(7);
    expect(await values(`search=${subjectOf(3).value.slice(-6).toUpperCase()}`)).toEqual([
      subjectOf(3).value,
    ]);
    expect(await values('state=running')).toEqual([subjectOf(8).value]);
    expect(await values('decision=none')).toHaveLength(8);
    const scores = await desk.list('sort_by=score&limit=2');
    expect(scores).toMatchObject({ count: 8, checks: [{ score: '60' }, { score: '3' }] });
  });

  it('returns the last results of addresses in the requested order', async () => {
    const desk = await openDesk(gateway);
    const checked = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    aml.onAsk = answerWith(report({ aml_score: 80 }));
    const { id, ended_at } = startedOf(await desk.start({ network: 'eth', value: checked }));
    aml.onAsk = answerWith({ uid: 'later' });
    aml.onRecheck = answerWith({ uid: 'later' });
    startedOf(await desk.start({ network: 'eth', value: checked }));
    const never = { is_running: false, last: null };
    const asked = [
      subjectOf(1),
      { network: 'eth', value: checked.toLowerCase() },
      { network: 'sol', value: 'x' },
      { network: 'bnb', value: checked },
      { network: 'nowhere', value: '1' },
    ];
    expect(await desk.results(asked)).toMatchObject({
      results: [
        never,
        {
          is_running: true,
          last: {
            id,
            score: '80',
            band: 'severe',
            decisive_category: null,
            ended_at,
            decision: null,
            is_decision_carried_over: false,
          },
        },
        never,
        never,
        never,
      ],
    });
    expect(dataOf(await desk.get('/console/aml/activity'))).toMatchObject({
      running_count: 1,
      running: [{ uid: 'later' }],
      ended: [{ id }],
      checks_left: { count: '41', reported_at: ended_at },
    });
  });
});
