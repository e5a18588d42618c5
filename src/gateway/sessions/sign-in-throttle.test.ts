import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  TestClock,
  setUpGateways,
} from '../testing/gateway-harness.ts';
import { createThrottleCleanup } from './sign-in-throttle.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

const startAtTestClock = async (options: { trustProxy?: boolean } = {}) =>
  start({ provider: makeTinyService('good'), now: clock.now, ...options });

async function fail(gateway: RunningGateway, times: number): Promise<number[]> {
  const statuses = [];
  for (let time = 0; time < times; time += 1) statuses.push((await gateway.signIn('bad')).status);
  return statuses;
}

/** How long the next attempt has to wait: fails once, waits it out, and so on. */
async function waits(gateway: RunningGateway, times: number): Promise<number[]> {
  const seconds = [];
  for (let time = 0; time < times; time += 1) {
    expect((await gateway.signIn('bad')).status).toBe(401);
    const refused = await gateway.signIn('bad');
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers['retry-after']);
    seconds.push(wait);
    clock.advance({ seconds: wait });
  }
  return seconds;
}

describe('failed sign-ins', () => {
  it('are answered at once ten times, then with waits that double up to 15 minutes', async () => {
    const gateway = await startAtTestClock();
    expect(await fail(gateway, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(await waits(gateway, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
  });

  it('make further unknown keys wait, and say how long', async () => {
    const gateway = await startAtTestClock();
    await fail(gateway, 11);
    const refused = await gateway.signIn('worse');
    expect(refused.json()).toMatchObject({ code: '429', error_code: 'request' });
    expect(refused.json()).toHaveProperty('error_message', expect.stringContaining('Wait 1 s'));
    clock.advance({ seconds: 1 });
    expect((await gateway.signIn('worse')).status).toBe(401);
  });

  it('make no colleague wait behind a sign-in that succeeded', async () => {
    const gateway = await startAtTestClock();
    await fail(gateway, 12);
    clock.advance({ seconds: 2 });
    expect((await gateway.signIn('good')).status).toBe(200);
    expect((await gateway.signIn('good')).status).toBe(200);
  });

  it('stay counted after a success: knowing one key buys no free guesses at others', async () => {
    const gateway = await startAtTestClock();
    await fail(gateway, 10);
    expect((await gateway.signIn('good')).status).toBe(200);
    expect(await fail(gateway, 2)).toEqual([401, 429]);
  });

  it('cannot get past the count by coming all at once', async () => {
    const gateway = await startAtTestClock();
    const answers = await Promise.all(Array.from({ length: 40 }, async () => gateway.signIn('bad')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(11);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(29);
  });

  it('are counted together by all processes on the database', async () => {
    const first = await startAtTestClock();
    const second = await startAtTestClock();
    await fail(first, 6);
    expect(await fail(second, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('are forgotten an hour after the last one', async () => {
    const gateway = await startAtTestClock();
    await fail(gateway, 11);
    clock.advance({ hours: 1 });
    expect(await fail(gateway, 11)).toEqual(Array.from({ length: 11 }, () => 401));
  });

  it('leave no rows behind once they are forgotten', async () => {
    const gateway = await startAtTestClock();
    await fail(gateway, 1);
    const clean = createThrottleCleanup(database.db, clock.now);
    const clients = async () => database.db.selectFrom('sign_in_attempts').select('client').execute();
    clock.advance({ minutes: 59 });
    await clean();
    expect(await clients()).toEqual([{ client: '127.0.0.1' }]);
    clock.advance({ minutes: 1 });
    await clean();
    expect(await clients()).toEqual([]);
  });
});

const from = (client: string) => ({ 'x-forwarded-for': client });

describe('who is slowed down', () => {
  it('is each address for itself, behind a trusted proxy', async () => {
    const gateway = await startAtTestClock({ trustProxy: true });
    for (let time = 0; time < 11; time += 1) await gateway.signIn('bad', from('192.0.2.1'));
    expect((await gateway.signIn('bad', from('192.0.2.1'))).status).toBe(429);
    expect((await gateway.signIn('bad', from('192.0.2.2'))).status).toBe(401);
  });

  it.each([
    ['a port, as some proxies add it', (time: number) => `192.0.2.7:${4000 + time}`],
    ['a port after an IPv6 address', (time: number) => `[2001:db8::7]:${4000 + time}`],
    ['what is no address', (time: number) => `nobody-${time}`],
  ])('is the same client with %s', async (_what, forwarded) => {
    const gateway = await startAtTestClock({ trustProxy: true });
    for (let time = 0; time < 11; time += 1) await gateway.signIn('bad', from(forwarded(time)));
    expect((await gateway.signIn('bad', from(forwarded(11)))).status).toBe(429);
  });

  it('cannot get away by forwarding headers of its own making', async () => {
    const gateway = await startAtTestClock();
    for (let time = 0; time < 11; time += 1) await gateway.signIn('bad', from(`192.0.2.${time}`));
    expect((await gateway.signIn('bad', from('192.0.2.99'))).status).toBe(429);
  });
});
