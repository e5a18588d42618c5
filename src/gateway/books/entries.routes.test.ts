import { expect, it } from 'vitest';
import { decimal, ZERO } from '#domain/decimal.ts';
import type { Permission } from '#contract/permissions.ts';
import { useTestDatabase } from '#database/testing.ts';
import { makeTinyService, setUpGateways } from '../testing/gateway-harness.ts';
import { startStandInProvider } from '../testing/stand-in-provider.ts';

const start = setUpGateways(useTestDatabase());
const [path, sumsPath] = ['/console/ledger-entries', '/console/sums/ledger-entries'];

const entry = {
  entry_id: 'post_1:wallet/trx/T1/USDT',
  posting_id: 'post_1',
  booked_at: '2026-10-01T00:00:00.000000Z',
  created_at: null,
  kind: 'withdrawal',
  type: 'user',
  network: 'trx',
  currency: 'USDT',
  place: 'on_hold' as const,
  wallet: 'T1',
  amount: decimal('-1.000000000000000001'),
  fee: ZERO,
  reference: null,
  refers_to: null,
};

it('lists the entries of the caller’s account, with every digit as text', async () => {
  const service = makeTinyService('good');
  service.ledger = {
    ...service.ledger,
    listEntries: async (accountId, { booked_to: to }) => ({
      count: 1,
      entries: [{ ...entry, network: `${accountId} ${to}` }],
    }),
  };
  const { get } = await (await start({ provider: service })).open('good');
  expect((await get(`${path}?booked_to=2026-10-31`)).json()).toMatchObject({
    data: {
      count: 1,
      entries: [{ amount: '-1.000000000000000001', network: 'account of good 2026-10-31T23:59:59.999999Z' }],
    },
  });
});

it('refuses to begin after an entry that the account doesn’t have, naming the parameter', async () => {
  const service = makeTinyService('good');
  service.ledger = { ...service.ledger, listEntries: async () => undefined };
  const { get } = await (await start({ provider: service })).open('good');
  expect((await get(`${path}?after=post_2`)).json()).toMatchObject({
    code: '400',
    data: { after: 'must be the ID of an entry of the account' },
  });
});

it('needs the permission to read balances', async () => {
  let permissions: Permission[] = ['wallets:read', 'transactions:read'];
  const describeKey = async () => ({ accountId: 'a', keyName: 'k', permissions });
  const { get } = await (await start({ provider: { ...makeTinyService('good'), describeKey } })).open('good');
  expect([(await get(path)).status, (await get(sumsPath)).status]).toEqual([400, 400]);
  permissions = ['balances:read'];
  expect([(await get(path)).status, (await get(sumsPath)).status]).toEqual([200, 200]);
});

it('says that a remote wallet service provides no entries, and asks it nothing', async () => {
  const provider = await startStandInProvider();
  const { get } = await (await start({ provider: { kind: 'remote', url: provider.url } })).open('good');
  const before = provider.received.length;
  expect((await get(path)).json()).toMatchObject({ code: '200', data: { count: null, entries: [] } });
  expect((await get(sumsPath)).json()).toMatchObject({ code: '200', data: { found: null } });
  expect(provider.received.length).toBe(before);
});
