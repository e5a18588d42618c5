import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../testing/gateway-harness.ts';
import { closeStreams, eventOf, openStream, openWebhook } from './testing-events.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const startOne = async () => start({ provider: makeTinyService('good', 'other') });

let gateway: RunningGateway;

beforeEach(async () => {
  gateway = await startOne();
});
afterEach(closeStreams);

it('announces an event to everyone signed in to the account, whichever process received it', async () => {
  const webhook = await openWebhook(gateway);
  const elsewhere = await startOne();
  const streams = [
    await openStream(gateway, webhook.cookie),
    await openStream(elsewhere, (await elsewhere.open('good')).cookie),
  ];
  const other = await openStream(gateway, (await openWebhook(gateway, 'other')).cookie);
  await webhook.send(eventOf());
  for (const stream of streams) await expect.poll(() => stream.events('movement')).toEqual([{}]);
  // A repeated one too: the first may have been lost on the way to a page.
  await webhook.send(eventOf());
  for (const stream of streams) await expect.poll(() => stream.events('movement')).toHaveLength(2);
  expect(other.events('movement')).toEqual([]);
});

it('announces an event that is replayed, and says when it was', async () => {
  const webhook = await openWebhook(gateway);
  await webhook.send(eventOf());
  const stream = await openStream(gateway, webhook.cookie);
  const [event] = (await webhook.list()).events;
  expect((await webhook.replay(event?.id ?? '')).status).toBe(200);
  await expect.poll(() => stream.events('movement')).toEqual([{}]);
  const [replayed] = (await webhook.list()).events;
  expect(replayed).toMatchObject({ id: event?.id, times: 1, replayed_at: expect.stringMatching(/Z$/) });
  expect((await webhook.replay('evt_000000000000000000000000')).status).toBe(404);
});

it('announces nothing of events that were refused, and nothing from before', async () => {
  const webhook = await openWebhook(gateway);
  await webhook.send(eventOf());
  const stream = await openStream(gateway, webhook.cookie);
  await webhook.allow('203.0.113.7');
  expect((await webhook.send(eventOf({ block: 2 }))).status).toBe(404);
  await sleep(1_000);
  expect(stream.events('movement')).toEqual([]);
});

it('announces many events together', async () => {
  const webhook = await openWebhook(gateway);
  const stream = await openStream(gateway, webhook.cookie);
  const began = performance.now();
  for (let block = 0; block < 200; block += 1) await webhook.send(eventOf({ block }));
  await sleep(1_000);
  const seconds = (performance.now() - began) / 1_000;
  const { length } = stream.events('movement');
  expect(length).toBeGreaterThanOrEqual(1);
  expect(length).toBeLessThanOrEqual(1 + seconds * 5);
});
