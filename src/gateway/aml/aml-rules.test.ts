import { beforeEach, expect, it } from 'vitest';
import { withFormerTableNames } from '#database/testing-former-names.ts';
import { up as addFindingExposure } from '#database/migrations/0021-finding-exposure.ts';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { defaultAmlRules } from './default-rules.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);
const path = '/console/settings/aml';

let aml: AmlStandIn;

beforeEach(() => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
});

async function open(token = 'good') {
  const gateway = await remote.start();
  const desk = await openDesk(gateway, token);
  const change = async (body: object) =>
    gateway.send(path, { method: 'PUT', headers: { ...fromOwnPage, cookie: desk.cookie }, body });
  return { ...desk, change };
}

it('are the defaults for an account that has changed nothing', async () => {
  const desk = await open();
  expect(dataOf(await desk.get(path))).toEqual({
    value: defaultAmlRules,
    defaults: defaultAmlRules,
    version: 0,
    updated_at: null,
    updated_by: null,
  });
});

it('re-rate earlier reports when they change', async () => {
  const desk = await open();
  aml.onAsk = answerWith(report({ aml_score: 30 }, { 'something new': 100 }));
  const { id } = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(id)).check).toMatchObject({ band: 'medium', categories: [{ severity: null }] });
  const thresholds = { medium: '40', high: '50', severe: '75' };
  const changed = await desk.change({
    ...defaultAmlRules,
    thresholds,
    severities: { 'something new': 'low' },
    version: 0,
  });
  expect(changed.status).toBe(200);
  expect((await desk.read(id)).check).toMatchObject({ band: 'low', categories: [{ severity: 'low' }] });
  expect((await desk.list('band=low')).count).toBe(1);
});

it('are refused if another user changed them in the meantime, and if they make no sense', async () => {
  const desk = await open();
  expect((await desk.change({ ...defaultAmlRules, recent_days: 7, version: 0 })).status).toBe(200);
  expect((await desk.change({ ...defaultAmlRules, version: 0 })).status).toBe(409);
  for (const wrong of [
    { thresholds: { medium: '50', high: '25', severe: '75' } },
    { thresholds: { medium: 'x', high: '25', severe: '75' } },
    { severities: { Mixer: 'high' } },
    { severities: { mixer: 'terrible' } },
    { severities: { 'mi\u0000xer': 'high' } },
    { severities: { 'mixer\ud800': 'high' } },
    { minimum_shares: { mixer: { direct: '101', indirect: '1' } } },
    { minimum_shares: { mixer: { direct: '1', indirect: '0.00001' } } },
    { minimum_shares: { sanctions: { direct: '0.1', indirect: '1' } } },
    { recent_days: 1.5 },
  ]) {
    const refused = await desk.change({ ...defaultAmlRules, ...wrong, version: 1 });
    expect(refused.status).toBe(400);
    expect(Object.keys(dataOf(refused) as object)).toEqual(Object.keys(wrong));
  }
  expect(dataOf(await desk.get(path))).toMatchObject({ value: { recent_days: 7 }, version: 1 });
});

/** Whether a check is listed under its band, and under no other. */
async function listedBands(desk: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const counts = await Promise.all(
    (['low', 'medium', 'high', 'severe'] as const).map(async (band) => {
      const { count } = await desk.list(`band=${band}`);
      return count === 0 ? [] : [band];
    }),
  );
  return counts.flat();
}

it.each([
  [
    'a little ransomware far away',
    { types: { exchange: 99.94, ransomware: 0.06 }, direct: { ransomware: 0 } },
    'low',
    null,
  ],
  [
    'the same in capitals',
    { types: { exchange: 99.94, RANSOMWARE: 0.06 }, direct: { RANSOMWARE: 0 } },
    'low',
    null,
  ],
  [
    'two spellings that add up',
    { types: { Ransomware: 0.5, ransomware: 0.5 }, direct: { x: 0 } },
    'severe',
    'Ransomware',
  ],
  [
    '1% of ransomware',
    { types: { exchange: 99, ransomware: 1 }, direct: { ransomware: 0 } },
    'severe',
    'ransomware',
  ],
  [
    '0.1% straight from ransomware',
    { types: { ransomware: 0.1 }, direct: { ransomware: 0.1 } },
    'severe',
    'ransomware',
  ],
  ['a distance that is not given', { types: { ransomware: 0.1 } }, 'severe', 'ransomware'],
  [
    'a sanctioned payer too small for a share',
    { types: { sanctions: 0 }, direct: { sanctions: 0.01 } },
    'severe',
    'sanctions',
  ],
  [
    'a label of the subject itself',
    { types: { ransomware: 0.01 }, direct: { ransomware: 0 }, hits: ['Ransomware'] },
    'severe',
    'ransomware',
  ],
  [
    'a label alone',
    { types: { exchange: 100 }, direct: { exchange: 0 }, hits: ['Ransomware'] },
    'severe',
    'Ransomware',
  ],
  [
    'a little of the unknown',
    { types: { exchange: 99.99, 'something new': 0.01 }, direct: { x: 0 } },
    'medium',
    'something new',
  ],
] as const)(
  'rate %s by its minimum share, in the check, the list, its filter and the badge',
  async (_what, found, band, driver) => {
    const desk = await open();
    const { types, direct, hits } = { direct: undefined, hits: [], ...found };
    const params = {
      types_of_funding: types,
      direct_exposure: direct,
      direct_hits: hits.map((category) => ({
        role: 'address',
        address: 'T1',
        entity: 'X',
        category,
        source: 'A list',
      })),
    };
    aml.onAsk = answerWith(report({ aml_score: 7.65, params }));
    const { id } = startedOf(await desk.start(subjectOf(1)));
    const { check } = await desk.read(id);
    expect(check).toMatchObject({ band, score: '7.65' });
    const { name, counts } = check.categories[0] ?? {};
    expect(driver).toBeOneOf([null, name]);
    expect(counts).toBe(true);
    expect((await desk.list()).checks).toMatchObject([{ band }]);
    expect(await listedBands(desk)).toEqual([band]);
    expect(await desk.results([subjectOf(1)])).toMatchObject({
      results: [{ last: { band, decisive_category: driver } }],
    });
  },
);

it('let an account set other minimum shares', async () => {
  const desk = await open();
  const params = { types_of_funding: { exchange: 98, mixer: 2 }, direct_exposure: { mixer: 0 } };
  aml.onAsk = answerWith(report({ aml_score: 7.65, params }));
  const { id } = startedOf(await desk.start(subjectOf(1)));
  expect((await desk.read(id)).check.band).toBe('high');
  const minimum_shares = { ...defaultAmlRules.minimum_shares, mixer: { direct: '0.1', indirect: '2.5' } };
  expect((await desk.change({ ...defaultAmlRules, minimum_shares, version: 0 })).status).toBe(200);
  expect((await desk.read(id)).check).toMatchObject({
    band: 'low',
    categories: [{ name: 'exchange' }, { name: 'mixer', counts: false }],
  });
  expect(await listedBands(desk)).toEqual(['low']);
});

it('have the default minimum shares where they were stored before there were any', async () => {
  const desk = await open();
  const { minimum_shares: _later, ...before } = defaultAmlRules;
  const severities = { ransomware: 'severe', exchange: 'low' } as const;
  expect((await desk.change({ ...defaultAmlRules, version: 0 })).status).toBe(200);
  await database.db
    .updateTable('account_settings')
    .set({ value: JSON.stringify({ ...before, severities }) })
    .execute();
  expect(dataOf(await desk.get(path))).toMatchObject({
    value: { severities, minimum_shares: { ransomware: { direct: '0.1', indirect: '1' } } },
  });
});

it('take unknown origins that were low by the old default for unknown, and leave what the account has set', async () => {
  const desk = await open();
  const residual = [
    'unknown wallet / otc / service',
    'small transactions',
    'maximum depth reached',
    'tracing limit reached',
  ];
  expect((await desk.change({ ...defaultAmlRules, version: 0 })).status).toBe(200);
  const old = { ...Object.fromEntries(residual.map((name) => [name, 'low'])), exchange: 'low' };
  const stored = async (value: object) => {
    await database.db
      .updateTable('account_settings')
      .set({ value: JSON.stringify(value) })
      .execute();
    return (dataOf(await desk.get(path)) as { value: typeof defaultAmlRules }).value.severities;
  };
  const { unknown_share, ...before } = defaultAmlRules;
  const now = await stored({ ...before, severities: { ...old, 'small transactions': 'medium' } });
  expect(now).toEqual({
    'unknown wallet / otc / service': 'unknown',
    'small transactions': 'medium',
    'maximum depth reached': 'unknown',
    'tracing limit reached': 'unknown',
    exchange: 'low',
  });
  expect(await stored({ ...before, unknown_share, severities: old })).toEqual(old);
});

it('hold for reports that were stored before direct exposure was', async () => {
  const desk = await open();
  const ransomware = {
    role: 'address',
    address: 'T1',
    entity: 'X',
    category: 'ransomware',
    source: 'A list',
  };
  const ids: string[] = [];
  for (const [index, hits] of [[], [ransomware]].entries()) {
    const params = { types_of_funding: { exchange: 99.94, ransomware: 0.06 }, direct_hits: hits };
    aml.onAsk = answerWith(report({ aml_score: 7.65, params }));
    ids.push(startedOf(await desk.start(subjectOf(index))).id);
  }
  await database.db
    .updateTable('screening_checks')
    .set({ findings: '[{"name":"exchange","share":"99.94"},{"name":"ransomware","share":"0.06"}]' })
    .execute();
  await withFormerTableNames(database.db, addFindingExposure);
  const found = await Promise.all(ids.map(async (id) => (await desk.read(id)).check.band));
  expect(found).toEqual(['low', 'severe']);
});
