import { expect, it } from 'vitest';
import { loadSanctionsList } from '#contract/gateway/sanctions-lists.ts';
import { useTestDatabase } from '#database/testing.ts';
import { parseEvents } from './events/read-event.ts';
import { eventOf, openWebhook } from './events/testing-events.ts';
import { makeTinyService, setUpGateways } from './testing/gateway-harness.ts';
import { fromOwnPage } from './testing/http-client.ts';
import { hostileNumbers, msToParseThem, whileOthersAsk } from './testing/while-others-ask.ts';

const startGateway = setUpGateways(useTestDatabase());

it('refuses a request body of a million values, and answers others meanwhile', async () => {
  const gateway = await startGateway({ provider: makeTinyService('good', 'other') });
  const { cookie } = await gateway.open('good');
  const { get } = await gateway.open('other');
  const upload = async (body: string) =>
    await gateway.send(loadSanctionsList.path, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie, 'content-type': 'application/json' },
      body,
    });
  const parsing = msToParseThem();
  const { done, ...others } = await whileOthersAsk(
    async () => await get('/console/aml/checks'),
    async () => await upload(`{"name":"OFAC","date":"2026-01-01","text":${hostileNumbers}}`),
  );
  expect(done.json()).toMatchObject({
    code: '400',
    error_message: 'The body has too many values (limit: 20,000). Send less at a time',
  });
  // Both are measured on the same machine, however slow it is now.
  expect(others.longestPauseMs).toBeLessThan(parsing / 2);

  const twice = await upload(`{"name":"OFAC","name":"${'x'.repeat(100_000)}"}`);
  expect(twice.json()).toMatchObject({ code: '400', data: { name: 'must be given once' } });
  const broken = await upload(`{"name":"${'x'.repeat(100_000)}"`);
  expect(broken.json()).toMatchObject({ code: '400', error_message: 'The body isn’t valid JSON' });
  const address = 'TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi';
  const text = `${'# a comment\n'.repeat(10_000)}${address}`;
  const loaded = await upload(JSON.stringify({ name: 'OFAC', date: '2026-01-01', text }));
  expect(loaded.json()).toMatchObject({ code: '200', data: { list: { entries: 1 } } });
});

it('lists a hundred events of 16 KB of numbers, and answers others meanwhile', async () => {
  const gateway = await startGateway({ provider: makeTinyService('good', 'other') });
  const webhook = await openWebhook(gateway);
  const { get } = await gateway.open('other');
  const bodies = Array.from({ length: 100 }, (_, index) => {
    const event = JSON.stringify(eventOf({ hash: `hash-${index}` }));
    return event.replace('{', `{"numbers":[${'1,'.repeat(7_900)}1],`);
  });
  for (const body of bodies) expect((await webhook.send(body)).status).toBe(200);
  const begun = performance.now();
  parseEvents(bodies);
  const parsing = performance.now() - begun;
  let shortestPauseMs = Number.POSITIVE_INFINITY;
  // Other work of the machine may pause this thread as long, but not each time.
  for (let times = 0; times < 3 && shortestPauseMs >= parsing / 2; times += 1) {
    const { done, longestPauseMs } = await whileOthersAsk(
      async () => await get('/console/aml/checks'),
      async () => await webhook.list('?limit=100'),
    );
    expect(new Set(done.events.map(({ hash }) => hash)).size).toBe(bodies.length);
    shortestPauseMs = Math.min(shortestPauseMs, longestPauseMs);
  }
  expect(shortestPauseMs).toBeLessThan(parsing / 2);
});
