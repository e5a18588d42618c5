import { beforeEach, describe, expect, it } from 'vitest';
import { dismissNewDevice, listNewDevices, type NewDevice } from '#contract/gateway/devices.ts';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { inviteTestUser, TestBrowser } from '../users/credentials/testing-sign-in.ts';
import type { TestPasskey } from '../users/credentials/testing-passkeys.ts';
import { createDeviceCleanup } from './devices.store.ts';
import { signIn } from './testing-browsers.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

let clock: TestClock;
let gateway: RunningGateway;
let first: TestBrowser;
let passkey: TestPasskey;

const devicesOf = async (browser: TestBrowser): Promise<NewDevice[]> => {
  const answer = await browser.get(listNewDevices.path);
  return (answer.json() as { data: { devices: NewDevice[] } }).data.devices;
};

const dismiss = async (browser: TestBrowser, { id }: NewDevice) =>
  (await browser.post(dismissNewDevice.path, { id })).status;

/** Signs in with the user’s passkey, which is on several devices, in a browser that the console hasn’t seen. */
const signInElsewhere = async (): Promise<TestBrowser> => {
  const browser = new TestBrowser(gateway, clock.now);
  await browser.signInWith(passkey);
  return browser;
};

beforeEach(async () => {
  clock = new TestClock();
  gateway = await start({ provider: makeTinyService('good', 'other'), now: clock.now });
  first = new TestBrowser(gateway, clock.now);
  ({ passkey } = await first.joinWithPasskey(await inviteTestUser(database, clock.now)));
});

describe('a new device', () => {
  it('is none where a user joins, and signs in again in the same browser', async () => {
    await first.signInWith(passkey);
    expect(await devicesOf(first)).toEqual([]);
    expect(await devicesOf(await signInElsewhere())).toEqual([]);
  });

  it('is shown on the user’s other devices until one of them dismisses it', async () => {
    clock.advance({ minutes: 5 });
    const second = await signInElsewhere();
    const [device, ...more] = await devicesOf(first);
    expect([device, more]).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{12}$/),
        browser: null,
        system: null,
        ip_address: '127.0.0.1',
        signed_in_at: '2026-01-02T03:09:05.000Z',
      },
      [],
    ]);
    clock.advance({ minutes: 1 });
    await second.signInWith(passkey);
    expect(await devicesOf(first)).toEqual([device]);
    if (device === undefined) throw new Error('There is no new device.');
    expect(await dismiss(first, device)).toBe(200);
    expect(await devicesOf(first)).toEqual([]);
    await second.signInWith(passkey);
    expect(await devicesOf(first)).toEqual([]);
  });

  it('can’t be dismissed by itself, not even by signing in on yet another one', async () => {
    const second = await signInElsewhere();
    const [device] = await devicesOf(first);
    if (device === undefined) throw new Error('There is no new device.');
    expect(await dismiss(second, device)).toBe(200);
    expect(await devicesOf(first)).toEqual([device]);
    const third = await signInElsewhere();
    expect(await dismiss(third, device)).toBe(200);
    expect(await devicesOf(first)).toHaveLength(1);
  });

  it('is nobody else’s business', async () => {
    await signInElsewhere();
    const other = new TestBrowser(gateway, clock.now);
    await other.joinWithPasskey(
      await inviteTestUser(database, clock.now, { name: 'Bo Lee', email: 'bo@example.com' }),
    );
    const [device] = await devicesOf(first);
    if (device === undefined) throw new Error('There is no new device.');
    expect(await devicesOf(other)).toEqual([]);
    await dismiss(other, device);
    expect(await devicesOf(first)).toEqual([device]);
    const key = await signIn(gateway, 'good');
    const answer = await gateway.send(listNewDevices.path, { headers: { cookie: key.cookie } });
    expect(answer.json()).toMatchObject({ data: { devices: [] } });
  });

  it('is recognized for 400 days after its last sign-in', async () => {
    const clean = createDeviceCleanup(database.db, clock.now);
    const listed = async () => database.db.selectFrom('user_devices').select('user_id').execute();
    clock.advance({ hours: 399 * 24 });
    await clean();
    expect(await listed()).toHaveLength(1);
    clock.advance({ hours: 2 * 24 });
    await clean();
    expect(await listed()).toHaveLength(0);
  });
});
