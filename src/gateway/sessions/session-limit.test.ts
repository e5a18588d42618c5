import { describe, expect, it } from 'vitest';
import { MOST_SESSIONS } from '#contract/gateway/open-sessions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { addUser } from '../users/testing-users.ts';
import { type Browser, openSessionOf, signIn } from './testing-browsers.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

describe('an owner with many sessions', () => {
  it('keeps ten: the next one ends the one that was used longest ago', async () => {
    const clock = new TestClock();
    const gateway = await start({ provider: makeTinyService('good', 'other'), now: clock.now });
    const stranger = await signIn(gateway, 'other');
    const browsers: Browser[] = [];
    for (let count = 0; count < MOST_SESSIONS; count += 1) {
      browsers.push(await signIn(gateway, 'good'));
      clock.advance({ minutes: 2 });
    }
    // The first one isn't the one used longest ago any more.
    expect(await browsers[0]?.status()).toBe(200);
    const last = await signIn(gateway, 'good');
    expect(await last.list()).toHaveLength(MOST_SESSIONS);
    expect(await browsers[1]?.status()).toBe(401);
    for (const each of [browsers[0], browsers[2], last, stranger]) expect(await each?.status()).toBe(200);
  });

  it('keeps ten when eleven are opened at the same time', async () => {
    const gateway = await start({ provider: makeTinyService('good') });
    const { userId } = await addUser(database);
    const opened = [
      Promise.all(Array.from({ length: MOST_SESSIONS + 1 }, async () => signIn(gateway, 'good'))),
      Promise.all(
        Array.from({ length: MOST_SESSIONS + 1 }, async () => openSessionOf(database.db, gateway, userId)),
      ),
    ];
    for (const browsers of await Promise.all(opened)) {
      const statuses = await Promise.all(browsers.map(async (each) => each.status()));
      expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_SESSIONS);
    }
  });

  it('has any number with a key of the sandbox, which everyone shares', async () => {
    const gateway = await start({
      provider: makeTinyService('good'),
      sandboxKeys: ['good'],
    });
    const first = await signIn(gateway, 'good');
    for (let count = 0; count < MOST_SESSIONS; count += 1) await signIn(gateway, 'good');
    expect(await first.status()).toBe(200);
    expect(await first.list()).toHaveLength(MOST_SESSIONS + 1);
  });
});
