import { beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { defaultAmlRules } from './default-rules.ts';

const remote = setUpRemoteGateways(useTestDatabase());
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

it('say anew what earlier reports are when they change', async () => {
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

it('are refused when somebody changed them meanwhile, and when they make no sense', async () => {
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
    { recent_days: 1.5 },
  ]) {
    const refused = await desk.change({ ...defaultAmlRules, ...wrong, version: 1 });
    expect(refused.status).toBe(400);
    expect(Object.keys(dataOf(refused) as object)).toEqual(Object.keys(wrong));
  }
  expect(dataOf(await desk.get(path))).toMatchObject({ value: { recent_days: 7 }, version: 1 });
});
