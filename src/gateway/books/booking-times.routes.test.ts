import { expect, it } from 'vitest';
import { findBookingTimes, MOST_BOOKINGS } from '#contract/gateway/booking-times.ts';
import type { Permission } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());

async function open(gateway: RunningGateway) {
  const { cookie } = await gateway.open('good');
  return async (ids: readonly string[]) =>
    await gateway.send(findBookingTimes.path, {
      method: 'POST',
      headers: { ...fromOwnPage, cookie },
      body: { ids },
    });
}

it('finds booking times in the ledger of the caller’s account, for as many rows as a page has', async () => {
  const service = makeTinyService('good');
  service.ledger = {
    ...service.ledger,
    findBookingTimes: async (accountId, ids) =>
      ids.map((id) => ({ id, booked_at: '2026-10-01T00:00:00.000001Z', reference: accountId })),
  };
  const find = await open(await start({ provider: service }));
  const ids = Array.from({ length: MOST_BOOKINGS }, (_, index) => `tx_${index}`);
  const { bookings } = ((await find(ids)).json() as { data: { bookings: unknown[] } }).data;
  expect(bookings).toHaveLength(MOST_BOOKINGS);
  expect(bookings[0]).toEqual({
    id: 'tx_0',
    booked_at: '2026-10-01T00:00:00.000001Z',
    reference: 'account of good',
  });
  expect((await find([...ids, 'tx_more'])).json()).toMatchObject({ data: { ids: 'Enter up to 300 IDs.' } });
});

it('needs the permission to read balances', async () => {
  let permissions: Permission[] = ['transactions:read', 'withdrawals:read'];
  const describeKey = async () => ({ accountId: 'a', keyName: 'k', permissions });
  const find = await open(await start({ provider: { ...makeTinyService('good'), describeKey } }));
  expect((await find(['tx_1'])).status).toBe(400);
  permissions = ['balances:read'];
  expect((await find(['tx_1'])).status).toBe(200);
});

it('says that a remote wallet service keeps its own ledger, and asks it nothing', async () => {
  const provider = await startStandInProvider();
  const find = await open(await start({ provider: { kind: 'remote', url: provider.url } }));
  const before = provider.received.length;
  expect((await find(['tx_1'])).json()).toMatchObject({ code: '200', data: { bookings: null } });
  expect(provider.received.length).toBe(before);
});
