import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';
import { startStandInProvider } from './testing/stand-in-provider.ts';

const path = '/console/withdrawal-fees';
const start = setUpGateways(useTestDatabase());

it('returns the fees of a wallet service in this process to signed-in users', async () => {
  const gateway = await start({ provider: makeTinyService('good') });
  const { get } = await gateway.open('good');
  expect((await get(path)).json()).toMatchObject({
    data: { fees: [{ network: 'trx', currency: 'USDT', fee: '1.5', minimum: '10' }] },
  });
  expect((await gateway.send(path)).status).toBe(401);
});

it('returns no fees of a remote wallet service, and asks it nothing', async () => {
  const provider = await startStandInProvider();
  const gateway = await start({ provider: { kind: 'remote', url: provider.url } });
  const { get } = await gateway.open('good');
  const before = provider.received.length;
  expect((await get(path)).json()).toMatchObject({ data: { fees: null } });
  expect(provider.received.length).toBe(before);
});
