import { afterEach, expect, it } from 'vitest';
import { parseJson } from '#domain/json.ts';
import { setUpService } from './service/testing.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';
import { type ProviderFaults, startTestingProvider, type TestingProvider } from './testing-provider.ts';

// The simulated provider is what other tests rely on: its oddities are their subject.

const service = setUpService();
let provider: TestingProvider | undefined;
afterEach(async () => provider?.close());

async function start(faults: Partial<ProviderFaults>): Promise<TestingProvider> {
  provider = await startTestingProvider(service.app, faults);
  return provider;
}

type Envelope = { code?: string; error_code?: string | null; data: Record<string, unknown> | null };

async function get({ url }: TestingProvider, path: string) {
  const answer = await fetch(url.href + path, { headers: { token: service.token } });
  const text = await answer.text();
  return { status: answer.status, text, envelope: parseJson(text) as Envelope };
}

const pay = async ({ url }: TestingProvider, externalId: string, sender: string) =>
  await fetch(`${url.href}/withdrawal-request`, {
    method: 'POST',
    headers: { token: service.token, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: '20',
      network: 'trx',
      currency: 'USDT',
      sender: 'user',
      sender_wallet: sender,
      external_id: externalId,
      recipient_wallet: outsider('trx'),
    }),
  });

it('ignores or refuses the parameters that are not published, and honors the others', async () => {
  await service.wallet('trx');
  await service.wallet('eth');
  const ignoring = await start({ unpublishedParameters: 'ignored' });
  expect((await get(ignoring, '/wallets?network=eth')).envelope.data).toMatchObject({ count: 2 });
  expect((await get(ignoring, '/wallets?network=eth&limit=1')).envelope.data?.['wallets']).toHaveLength(1);
  ignoring.faults.unpublishedParameters = 'refused';
  expect((await get(ignoring, '/wallets?network=eth')).envelope).toMatchObject({
    code: '400',
    data: { network: 'unknown parameter' },
  });
  expect((await get(ignoring, '/wallets?limit=1')).status).toBe(200);
  ignoring.faults.unpublishedParameters = 'honored';
  expect((await get(ignoring, '/wallets?network=eth')).envelope.data).toMatchObject({ count: 1 });
});

it('caps or refuses a page that is too large, and ignores an offset, as configured', async () => {
  for (const name of ['A', 'B', 'C']) await service.wallet('trx', 'user', name);
  const small = await start({ largestPage: { rows: 2, beyond: 'capped' } });
  expect((await get(small, '/wallets?limit=3')).envelope.data?.['wallets']).toHaveLength(2);
  small.faults.largestPage = { rows: 2, beyond: 'refused' };
  expect((await get(small, '/wallets?limit=3')).envelope.data).toEqual({ limit: 'maximum 2' });
  const first = await get(small, '/wallets?limit=1');
  expect((await get(small, '/wallets?limit=1&offset=1')).text).not.toBe(first.text);
  small.faults.ignoredParameters = ['offset'];
  expect((await get(small, '/wallets?limit=1&offset=1')).text).toBe(first.text);
});

it('answers oddly beside the rows', async () => {
  await service.wallet('trx');
  const odd = await start({
    oddities: [
      'count as text',
      'user_id as a number',
      'empty error_code',
      'unrequested gzip',
      'byte order mark',
    ],
  });
  const answer = await fetch(`${odd.url.href}/wallets`, { headers: { token: service.token } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(JSON.parse(bytes.toString('utf8').slice(1))).toMatchObject({
    error_code: '',
    data: { count: '1', user_id: 4711 },
  });
  odd.faults.oddities = ['count missing', 'bare withdrawals', 'no error fields'];
  expect((await get(odd, '/wallets')).envelope.data).not.toHaveProperty('count');
  const bare = await get(odd, '/withdrawal-requests');
  expect(bare.envelope).toMatchObject({ success: true, data: [], meta: { limit: 30, offset: 0 } });
  expect(bare.envelope).not.toHaveProperty('meta.total');
});

it('lacks operations, refuses before it does anything, and loses answers after the work was done', async () => {
  const sender = await service.wallet('trx');
  await service.fund(sender, 'USDT', '100');
  const bad = await start({ missingOperations: ['testKey'] });
  expect((await get(bad, '/test')).status).toBe(404);
  bad.faults.disturb = () => ({ refuseWith: 503 });
  expect((await pay(bad, 'one', sender.address)).status).toBe(503);
  bad.faults.disturb = ({ method }) => (method === 'POST' ? { isAnswerLost: true } : undefined);
  await expect(pay(bad, 'one', sender.address)).rejects.toThrow('fetch failed');
  expect((await get(bad, '/withdrawal-requests')).envelope.data).toMatchObject({ meta: { total: 1 } });
});

it('pays twice under one external ID where its external IDs may come again', async () => {
  const sender = await service.wallet('trx');
  await service.fund(sender, 'USDT', '100');
  const paying = await start({ hasRepeatableExternalIds: true });
  for (const id of ['one', 'one', 'two']) expect((await pay(paying, id, sender.address)).status).toBe(200);
  const found = await get(paying, '/withdrawal-requests?external_id=one&limit=1');
  expect(found.envelope.data).toMatchObject({ meta: { total: 2 }, data: [{ external_id: 'one' }] });
  expect((await get(paying, '/withdrawal-requests')).envelope.data).toMatchObject({ meta: { total: 3 } });
});
