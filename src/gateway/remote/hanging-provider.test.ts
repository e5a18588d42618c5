import { expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { setUpGateways } from '../testing/gateway-harness.ts';
import { envelope, sendJson, startStandInProvider } from '../testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());
const path = '/api/prod/v1/test';

it('keeps connections for other keys while a provider hangs for one, and tells that one in time', async () => {
  const provider = await startStandInProvider();
  provider.respond = ({ headers }, response) => {
    if (headers['token'] !== 'slow') sendJson(response, 200, envelope({ result: 'success' }));
  };
  const gateway = await start({
    mode: 'remote',
    provider: { kind: 'remote', url: provider.url, timeoutMs: 6_000 },
  });
  const ask = async (token: string) => {
    const begun = performance.now();
    const answer = await gateway.send(path, { headers: { token } });
    return { ...answer, ms: performance.now() - begun };
  };
  const slow = Array.from({ length: 80 }, async () => ask('slow'));
  await expect.poll(() => provider.received.length).toBe(16);
  const quick = await Promise.all(Array.from({ length: 40 }, async () => ask('quick')));
  for (const { status, ms } of quick) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(2_500);
  }
  const answers = await Promise.all(slow);
  const turnedAway = answers.filter(({ status }) => status === 503);
  expect(turnedAway).toHaveLength(64);
  for (const { headers, ms } of turnedAway) {
    expect(headers['retry-after']).toBe('3');
    expect(ms).toBeLessThan(5_500);
  }
  expect(answers.filter(({ status }) => status === 504)).toHaveLength(16);
  await provider.close();
});
