import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setUpService } from '../testing.ts';
import { deleteOldDeliveries } from './deliveries.store.ts';
import {
  addDestination,
  listDestinations,
  removeDestination,
  retryFailed,
  sendAgain,
} from './destinations.store.ts';
import { ownEvents } from './testing-events.ts';

const service = setUpService();
const { addReceiver, destination, insert } = ownEvents(service);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['http://hooks.example/events', 'Enter a URL that starts with https://.'],
  ['https://10.1.2.3/events', 'Enter a public URL. Events aren’t sent to private networks.'],
  ['https://169.254.169.254/latest', 'Enter a public URL. Events aren’t sent to private networks.'],
  ['https://[fd00:ec2::254]/', 'Enter a public URL. Events aren’t sent to private networks.'],
  ['https://[::ffff:10.0.0.1]/', 'Enter a public URL. Events aren’t sent to private networks.'],
  ['https://0x7f000001/', 'Enter the URL of another machine. Events aren’t sent to this one.'],
  ['https://localhost/events', 'Enter the URL of another machine. Events aren’t sent to this one.'],
  ['http://127.0.0.1:3000/events', 'Enter the URL of another machine. Events aren’t sent to this one.'],
])('refuses %s outside the sandbox', async (url, message) => {
  const adding = addDestination(service.db, service.accountId, { url, keyName: null, allowLoopback: false });
  await expect(adding).rejects.toMatchObject({ status: 400, data: { url: message } });
});

it('takes a URL once, and five in all, also from users who add them at the same time', async () => {
  const urls = [1, 1, 2, 3, 4, 5, 6].map((each) => `https://hooks.example/${each}`);
  const added = await Promise.allSettled(urls.map(async (url) => addReceiver(url)));
  const refused = added.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  expect(refused.map(({ message }) => message).toSorted()).toEqual([
    'Events are already sent to this URL',
    'Events can be sent to 5 URLs. Remove one first',
  ]);
});

it('drops the events of a destination that is removed, and those that are older than thirty days', async () => {
  await addReceiver('https://hooks.example/1');
  await insert();
  const { id } = await destination();
  expect(await removeDestination(service.db, service.accountId, id)).toBe(true);
  await addReceiver('https://hooks.example/2');
  await insert();
  await deleteOldDeliveries(service.db);
  expect((await destination()).waiting).toBe(1);
  vi.setSystemTime(Date.now() + 31 * 86_400_000);
  await deleteOldDeliveries(service.db);
  expect((await destination()).waiting).toBe(0);
});

it('shows and changes nothing of another account', async () => {
  await addReceiver('https://hooks.example/1');
  await insert();
  const { id, latest } = await destination();
  expect(await listDestinations(service.db, 'another')).toEqual([]);
  expect(await removeDestination(service.db, 'another', id)).toBe(false);
  expect(await retryFailed(service.db, 'another', id)).toBe(false);
  expect(await sendAgain(service.db, 'another', latest[0]?.id ?? '')).toBe(false);
  expect((await destination()).waiting).toBe(1);
});
