import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MOST_STREAMS } from '#contract/gateway/live-events.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { closeStreams, openStream } from '../events/testing-events.ts';
import { openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import type { RunningGateway } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { createAmlEvents } from './aml-events.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

let aml: AmlStandIn;
let gateway: RunningGateway;

beforeEach(async () => {
  aml = new AmlStandIn();
  remote.provider.respond = aml.respond;
  gateway = await remote.start();
});

afterEach(closeStreams);

it('announce changes to everyone signed in to the account, whichever process makes them', async () => {
  const desk = await openDesk(gateway);
  const elsewhere = await remote.start();
  const streams = [
    await openStream(gateway, desk.cookie),
    await openStream(elsewhere, (await openDesk(elsewhere, 'second')).cookie),
  ];
  const other = await openStream(gateway, (await openDesk(gateway, 'other')).cookie);
  expect(streams[0]?.headers['content-encoding']).toBeUndefined();
  expect(streams[0]).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': expect.stringContaining('no-store'),
    },
  });
  aml.onRecheck = answerWith(report());
  const { id } = startedOf(await desk.start(subjectOf(1)));
  for (const stream of streams) {
    await expect.poll(() => stream.events('check')).toContainEqual({ id, state: 'finished' });
    expect(stream.text()).toMatch(/^retry: \d+\n\n/);
  }
  expect(other.events('check')).toEqual([]);
});

it('end with the session, and are heard of now and then until then', async () => {
  const desk = await openDesk(gateway);
  const stream = await openStream(gateway, desk.cookie);
  await expect.poll(stream.text, { timeout: 20_000 }).toContain('\n: \n\n');
  expect(stream.hasEnded()).toBe(false);
  await gateway.send('/session', { method: 'DELETE', headers: { ...fromOwnPage, cookie: desk.cookie } });
  await expect.poll(stream.hasEnded, { timeout: 20_000 }).toBe(true);
  expect((await openStream(gateway, desk.cookie)).status).toBe(401);
});

it(`are ${MOST_STREAMS} for a session at most, and one that was closed makes room`, async () => {
  const { cookie } = await openDesk(gateway);
  const streams = [];
  for (let index = 0; index < MOST_STREAMS; index += 1) streams.push(await openStream(gateway, cookie));
  expect((await openStream(gateway, cookie)).status).toBe(429);
  expect((await openStream(gateway, (await openDesk(gateway)).cookie)).status).toBe(200);
  streams[0]?.close();
  await expect.poll(async () => (await openStream(gateway, cookie)).status).toBe(200);
});

it('do not keep the process from closing', async () => {
  const stream = await openStream(gateway, (await openDesk(gateway)).cookie);
  await gateway.app.close();
  await expect.poll(stream.hasEnded).toBe(true);
});

it('are polled at one pace, however often clients come and go', async () => {
  const paceMs = 200;
  let looks = 0;
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => {
      looks += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      await sleep(50);
      return result;
    },
  });
  const events = createAmlEvents(counting, gateway.app.log, now, paceMs);
  let unlisten = events.listen('u-1', () => undefined);
  // A client may leave while a look is under way, and return.
  for (let times = 1; times <= 3; times += 1) {
    await expect.poll(() => looks, { interval: 20 }).toBeGreaterThanOrEqual(times);
    unlisten();
    unlisten = events.listen('u-1', () => undefined);
  }
  looks = 0;
  const began = performance.now();
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  const paces = (performance.now() - began) / paceMs;
  unlisten();
  expect(looks).toBeLessThanOrEqual(1 + paces);
});
