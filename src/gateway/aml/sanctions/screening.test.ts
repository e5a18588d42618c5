import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AmlWatch } from '#contract/gateway/aml-watches.ts';
import type { LoadedSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import { useTestDatabase } from '#database/testing.ts';
import { PdfSheet } from '#pdf/pdf-sheet.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../../testing/aml-provider.ts';
import type { RunningGateway } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { setUpRemoteGateways } from '../../testing/remote-harness.ts';
import { printedBy } from '../../testing/printed-by.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const listsPath = '/console/aml/sanctions-lists';
const subject = subjectOf(1);

let aml: AmlStandIn;
let gateway: RunningGateway;
let desk: Awaited<ReturnType<typeof open>>;

beforeEach(async () => {
  aml = new AmlStandIn();
  aml.onAsk = answerWith(report());
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
  desk = await open();
});

async function open(token = 'good') {
  const opened = await openDesk(gateway, token);
  const load = async (text: string, more: object = {}) => {
    const body = { name: 'OFAC SDN', date: '2026-01-01', text, ...more };
    return dataOf(await opened.post(listsPath, body)) as { list: LoadedSanctionsList };
  };
  const remove = async ({ name, id }: LoadedSanctionsList) =>
    gateway.send(listsPath, {
      method: 'DELETE',
      headers: { ...fromOwnPage, cookie: opened.cookie },
      body: { name, list_id: id },
    });
  const check = async (one: object = subject) => startedOf(await opened.start(one));
  /** What the evidence of a check says about sanctions. */
  const evidence = async (id: string) => {
    const { answer, texts } = await printedBy(
      gateway,
      async () => await opened.get(`/console/aml/evidence?id=${id}`),
    );
    expect(answer.status).toBe(200);
    return texts.filter((text) => text.startsWith('Sanctions'));
  };
  return { ...opened, load, remove, check, evidence };
}

const hitOf = (category: string) => ({
  category,
  entity: 'X',
  role: 'address',
  address: '',
  source: 'A list',
});
const list = { name: 'OFAC SDN', date: '2026-01-01', entries: 1 };

describe('while no sanctions list is loaded', () => {
  it('an address is not screened: in the check, the list, the badge and the evidence', async () => {
    const { id } = await desk.check();
    const notScreened = { state: 'not_screened', named_by: [], screened_against: [] };
    expect((await desk.read(id)).check).toMatchObject({
      sanctions: notScreened,
      sanctions_then: notScreened,
    });
    expect((await desk.list('sanctions=not_screened')).count).toBe(1);
    expect((await desk.list('sanctions=not_named')).count).toBe(0);
    expect(await desk.results([subject])).toMatchObject({ results: [{ sanctions: notScreened }] });
    expect(await desk.evidence(id)).toEqual([
      'Sanctions: Not screened for sanctions: no sanctions list is loaded.',
    ]);
  });

  it('sanctions that the provider reports are named anyway', async () => {
    aml.onAsk = answerWith(report({ aml_score: 100 }, { sanctions: 100 }));
    const { id } = await desk.check();
    expect((await desk.read(id)).check).toMatchObject({
      band: 'severe',
      sanctions: { state: 'named', named_by: [], is_named_by_report: true },
    });
    expect(await desk.evidence(id)).toEqual(['Sanctions: Sanctioned according to the provider’s report.']);
  });
});

describe('an address that a loaded list names', () => {
  it('is of severe risk, whatever the provider says: in the check, the list, its filters, the badge and the evidence', async () => {
    await desk.load(`eth,${subject.value},A group`);
    const { id } = await desk.check();
    const named = { state: 'named', named_by: [{ ...list, entity: 'A group' }] };
    expect((await desk.read(id)).check).toMatchObject({ score: '5', band: 'severe', sanctions: named });
    expect((await desk.list('band=severe&sanctions=named')).checks).toMatchObject([{ id, sanctions: named }]);
    for (const other of ['band=low', 'band=medium', 'sanctions=not_named', 'sanctions=not_screened']) {
      expect((await desk.list(other)).count).toBe(0);
    }
    expect(await desk.results([subject])).toMatchObject({
      results: [{ sanctions: named, last: { band: 'severe' } }],
    });
    expect(await desk.evidence(id)).toEqual(['Sanctions: On OFAC SDN (2026-01-01, 1 address) as A group.']);
  });

  it('is named without any check, on both networks that share it, and in monitoring', async () => {
    await desk.load(subject.value);
    expect(await desk.results([subject, { ...subject, network: 'bnb' }, subjectOf(2)])).toMatchObject({
      results: [
        { last: null, sanctions: { state: 'named' } },
        { last: null, sanctions: { state: 'named' } },
        { last: null, sanctions: { state: 'not_named', screened_against: [list] } },
      ],
    });
    const watch = dataOf(await desk.post('/console/aml/watches', { ...subject, every_days: 7 }));
    expect((watch as AmlWatch).sanctions).toMatchObject({ state: 'named' });
  });

  it('is named in a check from before the list, which says what was true at the time', async () => {
    const { id } = await desk.check();
    await desk.load(subject.value);
    expect((await desk.read(id)).check).toMatchObject({
      band: 'severe',
      sanctions: { state: 'named' },
      sanctions_then: { state: 'not_screened' },
    });
    expect(await desk.evidence(id)).toEqual([
      'Sanctions when the report was received: Not screened for sanctions at the time: no sanctions list was loaded.',
      'Sanctions when this was printed: On OFAC SDN (2026-01-01, 1 address).',
    ]);
  });

  it('was named at the time though the list no longer names it, or is removed', async () => {
    await desk.load(subject.value);
    const { id } = await desk.check();
    const { list: later } = await desk.load(subjectOf(2).value, { date: '2026-01-02' });
    expect((await desk.read(id)).check).toMatchObject({
      band: 'low',
      sanctions: { state: 'not_named', screened_against: [{ date: '2026-01-02' }] },
      sanctions_then: { state: 'named', named_by: [{ date: '2026-01-01' }] },
    });
    expect((await desk.remove(later)).status).toBe(200);
    expect((await desk.read(id)).check).toMatchObject({
      sanctions: { state: 'not_screened' },
      sanctions_then: { state: 'named' },
    });
  });

  it('takes a decision by its severe risk, and none from before is carried over', async () => {
    const first = await desk.check();
    const decide = async (id: string, note = '') =>
      desk.post('/console/aml/decisions', { check_id: id, decision: 'accepted', note, after: null });
    expect((await decide(first.id)).status).toBe(200);
    await desk.load(subject.value);
    const second = await desk.check();
    expect((await desk.read(second.id)).check.decision).toBeNull();
    const refused = await decide(second.id);
    expect(refused.status).toBe(400);
    expect(refused.body).toContain('severe risk');
  });

  it('is not named to another account', async () => {
    await desk.load(subject.value);
    const other = await open('other');
    const { id } = await other.check();
    expect((await other.read(id)).check).toMatchObject({
      band: 'low',
      sanctions: { state: 'not_screened' },
    });
    expect((await other.list('sanctions=named')).count).toBe(0);
  });
});

const alerts = async () => dataOf(await desk.get('/console/aml/sanctions-alerts'));
const decide = async (id: string) =>
  desk.post('/console/aml/decisions', { check_id: id, decision: 'rejected', note: 'Listed', after: null });

it.each([
  ['nothing is known of it', report({ aml_score: 0 }, {}), 'unknown'],
  [
    'all origins are unknown',
    report({ aml_score: 15 }, { 'unknown wallet / otc / service': 100 }),
    'unknown',
  ],
  ['most of its funds are not named', report({ aml_score: 1 }, { exchange: 49.9 }), 'unknown'],
  ['half is of unknown origin', report({ aml_score: 5 }, { exchange: 50, 'small transactions': 50 }), 'low'],
  [
    'a label alone says who it is',
    report({ aml_score: 5, params: { direct_hits: [hitOf('exchange')] } }),
    'low',
  ],
  ['something worse is found', report({ aml_score: 5 }, { mixer: 5, 'small transactions': 95 }), 'high'],
])(
  'is of the same risk in the check, the list, its filter and the badge when %s',
  async (_when, answer, band) => {
    aml.onAsk = answerWith(answer);
    const { id } = await desk.check();
    expect((await desk.read(id)).check.band).toBe(band);
    for (const each of ['low', 'unknown', 'medium', 'high', 'severe']) {
      expect((await desk.list(`band=${each}`)).count).toBe(each === band ? 1 : 0);
    }
    expect(await desk.results([subject])).toMatchObject({ results: [{ last: { band } }] });
  },
);

it('allows a decision on an unknown risk and shows it in the evidence', async () => {
  aml.onAsk = answerWith(report({ aml_score: 0 }, {}));
  const { id } = await desk.check();
  const scale = vi.spyOn(PdfSheet.prototype, 'scale');
  await desk.evidence(id);
  expect(scale.mock.calls[0]?.[0]).toMatchObject({ level: 'Unknown risk' });
  vi.restoreAllMocks();
  const decision = { check_id: id, decision: 'escalated', note: '', after: null };
  expect(dataOf(await desk.post('/console/aml/decisions', decision))).toMatchObject({ band: 'unknown' });
});

describe('an alert', () => {
  it('is raised for checked and monitored addresses when a list that names them is loaded, until a decision is made', async () => {
    const { id } = await desk.check();
    await desk.check(subjectOf(3));
    await desk.post('/console/aml/watches', { ...subjectOf(2), every_days: 7 });
    expect(await alerts()).toEqual({ count: 0, latest: [] });
    await desk.load(`${subject.value}\n${subjectOf(2).value}`);
    expect(await alerts()).toMatchObject({ count: 2 });
    expect((await decide(id)).status).toBe(200);
    expect(await alerts()).toMatchObject({
      count: 1,
      latest: [{ network: 'eth', value: subjectOf(2).value, lists: ['OFAC SDN'] }],
    });
    // A new version of the list names it as before: nothing new.
    await desk.load(`${subject.value}\n${subjectOf(2).value}`, { date: '2026-01-02' });
    expect(await alerts()).toMatchObject({ count: 1 });
    await desk.load(subject.value, { name: 'EU' });
    expect(await alerts()).toMatchObject({ count: 2, latest: [{ check_id: id, lists: ['EU'] }, {}] });
  });

  it('is raised by a decision from before the list, and for no other account', async () => {
    const { id } = await desk.check();
    await decide(id);
    await desk.load(subject.value);
    expect(await alerts()).toMatchObject({ count: 1, latest: [{ check_id: id }] });
    const other = await open('other');
    expect(dataOf(await other.get('/console/aml/sanctions-alerts'))).toEqual({ count: 0, latest: [] });
  });
});

it('names the list of an address that is about to be paid, when the address book is asked', async () => {
  await desk.load(`eth,${subject.value},A group`);
  const asked = `/console/address-book/lookup?network=bnb&address=${subject.value}`;
  expect(dataOf(await desk.get(asked))).toMatchObject({
    entry: null,
    sanctions_lists: ['OFAC SDN (2026-01-01, 1 address) as A group'],
  });
});

it('a transaction is never said to be screened against lists of addresses', async () => {
  await desk.load(subject.value);
  const { id } = await desk.check({ network: 'eth', value: `0x${'a'.repeat(64)}` });
  expect((await desk.read(id)).check).toMatchObject({ sanctions: { state: 'not_screened' } });
  expect((await desk.list('sanctions=not_screened')).count).toBe(1);
  expect(await desk.evidence(id)).toEqual([
    'Sanctions: Not screened for sanctions: lists contain addresses, not transactions.',
  ]);
});
