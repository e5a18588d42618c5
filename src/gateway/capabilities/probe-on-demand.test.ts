import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope, failure, type Respond, sendJson } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());
const path = '/api/prod/v1/wallets';

const wallet = (network: string) => ({
  address: `${network}-1`,
  name: 'Desk',
  type: 'user',
  network,
  status: 'active',
  balances: {},
});

/** A provider that has one wallet on each of two networks, and does with a query what `of` does. */
const wallets =
  (of: (all: ReturnType<typeof wallet>[], query: URLSearchParams) => object[]): Respond =>
  ({ url }, response) => {
    const { searchParams: query } = new URL(url, 'http://provider');
    const all = [wallet('trx'), wallet('eth')];
    const found = of(all, query);
    const page = found.slice(0, Number(query.get('limit') ?? 100));
    sendJson(response, 200, envelope({ user_id: 'u-1', count: found.length, wallets: page }));
  };

const honoring = wallets((all, query) =>
  all
    .filter(({ network }) => [null, network].includes(query.get('network')))
    .slice(Number(query.get('offset') ?? 0)),
);

const ignoring = wallets((all) => all);

const questions = () => remote.provider.received.map(({ url }) => url.slice(url.indexOf('?')));

it('learns that a filter is ignored, though every row that came matches it, and applies it to all rows', async () => {
  const { get } = await remote.startSignedIn();
  remote.provider.respond = ignoring;
  const first = await get(`${path}?network=trx&limit=1`);
  expect(first.headers['x-console-read']).toContain('lacking=network');
  expect(first.json()).toMatchObject({ data: { count: 1, wallets: [{ address: 'trx-1' }] } });
  expect(questions()).toEqual(expect.arrayContaining(['?network=no-such-value-0&limit=1', '?limit=300']));
  // The provider isn’t asked again from now on.
  remote.provider.received.length = 0;
  const second = await get(`${path}?network=eth&limit=1`);
  expect(second.json()).toMatchObject({ data: { count: 1, wallets: [{ address: 'eth-1' }] } });
  expect(questions()).toEqual([]);
});

it('names nothing that works, and asks once', async () => {
  const { get } = await remote.startSignedIn();
  remote.provider.respond = honoring;
  for (const asked of [2, 1]) {
    const answer = await get(`${path}?network=trx`);
    expect(answer.headers).not.toHaveProperty('x-ignored-parameters');
    expect(remote.provider.received).toHaveLength(asked);
    remote.provider.received.length = 0;
  }
});

it('takes an account without rows for no proof', async () => {
  const { get } = await remote.startSignedIn();
  remote.provider.respond = wallets(() => []);
  await get(`${path}?network=trx`);
  remote.provider.received.length = 0;
  remote.provider.respond = ignoring;
  await get(`${path}?type=user`);
  expect((await get(`${path}?type=user`)).headers['x-console-read']).toContain('lacking=type');
});

it('takes a refusal of the value for no sign of ignoring', async () => {
  const { get } = await remote.startSignedIn();
  remote.provider.respond = (request, response) => {
    if (!request.url.includes('no-such')) honoring(request, response);
    else sendJson(response, 400, failure(400, 'request', 'network: allowed: trx, eth'));
  };
  expect((await get(`${path}?network=trx`)).headers).not.toHaveProperty('x-ignored-parameters');
});

it('learns that an offset gives the first rows again, and gives the others from all rows', async () => {
  const { get } = await remote.startSignedIn();
  remote.provider.respond = ignoring;
  const answer = await get(`${path}?limit=1&offset=1`);
  expect(answer.headers['x-console-read']).toContain('lacking=offset');
  expect(answer.json()).toMatchObject({ data: { count: 2, wallets: [{ address: 'eth-1' }] } });
});

it('asks nothing on behalf of a program', async () => {
  const { gateway } = await remote.startSignedIn();
  remote.provider.respond = ignoring;
  const answer = await gateway.send(`${path}?network=trx`, { headers: { token: 'good' } });
  expect(answer.headers).not.toHaveProperty('x-ignored-parameters');
  expect(answer.headers).not.toHaveProperty('x-console-read');
  expect(answer.json()).toMatchObject({ data: { count: 2 } });
  expect(questions()).toEqual(['?network=trx']);
});
