import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { answering, asDocumented, envelope } from '../testing/stand-in-provider.ts';
import { hostileNumbers, msToParseThem, whileOthersAsk } from '../testing/while-others-ask.ts';

const remote = setUpRemoteGateways(useTestDatabase());

it('gives the console a list whose page takes seconds to read, and answers others meanwhile', async () => {
  const { get } = await remote.startSignedIn();
  const wallet = { address: 'T1', name: 'A', network: 'trx', type: 'user', status: 'active', balances: {} };
  const page = { user_id: 'u-1', count: 1, wallets: [wallet], hostile: 'HERE' };
  const text = envelope(page).replace('"HERE"', hostileNumbers);
  const asHostile = answering(200, { 'content-type': 'application/json' }, text);
  remote.provider.respond = (request, response) =>
    request.url.includes('/wallets') ? asHostile(request, response) : asDocumented(request, response);
  const parsing = msToParseThem();
  const { done, ...others } = await whileOthersAsk(
    async () => await get('/console/aml/checks'),
    async () => await get('/api/prod/v1/wallets?limit=300'),
  );
  expect(done.body === text).toBe(true);
  // Both are measured on the same machine, however slow it is now.
  expect(others.longestPauseMs).toBeLessThan(parsing / 2);
});

it('refuses an answer that takes seconds to read where the console itself asks, and answers others meanwhile', async () => {
  const { gateway, get } = await remote.startSignedIn();
  const text = envelope({ user_id: 'u-2', result: 'success', balances: {}, hostile: 'HERE' });
  const body = text.replace('"HERE"', hostileNumbers);
  remote.provider.respond = answering(200, { 'content-type': 'application/json' }, body);
  const parsing = msToParseThem();
  const { done, longestPauseMs } = await whileOthersAsk(
    async () => await get('/console/aml/checks'),
    async () => await gateway.signIn('another'),
  );
  expect(done.status).toBe(502);
  expect(done.body).toContain('sent a response that is too large');
  expect(longestPauseMs).toBeLessThan(parsing / 2);
});
