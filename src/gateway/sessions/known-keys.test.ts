import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { AmlStandIn } from '../testing/aml-provider.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const remote = setUpRemoteGateways(database);
const { now } = new TestClock();

it('a key of our own service gets in, however many wrong ones came from the same address', async () => {
  const gateway = await startGateway({ provider: makeTinyService('good'), now });
  for (let time = 0; time < 30; time += 1) await gateway.signIn('bad');
  expect((await gateway.signIn('bad')).status).toBe(429);
  expect((await gateway.signIn('good')).status).toBe(200);
});

it('a key of a remote provider gets in where it has signed in before, and others wait', async () => {
  const standIn = new AmlStandIn();
  remote.provider.respond = standIn.respond;
  const provider = { kind: 'remote', url: remote.provider.url } as const;
  const gateway = await startGateway({ mode: 'remote', deposits: 'provider', provider, now });
  expect((await gateway.signIn('good')).status).toBe(200);
  for (let time = 0; time < 30; time += 1) await gateway.signIn('bad');
  expect((await gateway.signIn('good')).status).toBe(200);
  expect((await gateway.signIn('second')).status).toBe(429);
  // Revoked by the provider: it waits like any other from then on.
  standIn.keys.delete('good');
  expect((await gateway.signIn('good')).status).toBe(401);
  expect((await gateway.signIn('good')).status).toBe(429);
  expect(JSON.stringify(await database.db.selectFrom('signed_in_keys').selectAll().execute())).toBe('[]');
});
