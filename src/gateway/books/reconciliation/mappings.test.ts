import { expect, it } from 'vitest';
import {
  deleteReconciliationMapping,
  listReconciliationMappings,
  renameReconciliationMapping,
} from '#contract/gateway/reconciliation-mappings.ts';
import { useTestDatabase } from '#database/testing.ts';
import { now } from '#domain/clock.ts';
import { makeTinyService, type RunningGateway, setUpGateways } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const { path } = listReconciliationMappings;

const mapping = {
  time: 'Date',
  time_zone: 'UTC',
  date_order: 'ymd',
  amount_layout: 'signed',
  amount: 'Amount',
  amount_in: null,
  amount_out: null,
  direction: null,
  number_format: 'point',
  includes_fee: false,
  currency: 'Currency',
  fixed_currency: null,
  network: null,
  hash: null,
  reference: null,
  fee: null,
};

async function save(account: string, ...names: string[]): Promise<void> {
  const rows = names.map((name) => ({
    account_id: `account of ${account}`,
    name,
    mapping: JSON.stringify({ ...mapping, time: `${account} ${name}` }),
    saved_at: now(),
  }));
  await database.db.insertInto('reconciliation_mappings').values(rows).execute();
}

async function open(gateway: RunningGateway, key = 'good') {
  const { cookie, get } = await gateway.open(key);
  const change = async (method: 'PUT' | 'DELETE', body: object) =>
    await gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body });
  return {
    get,
    rename: async (name: string, newName: string) => await change('PUT', { name, new_name: newName }),
    remove: async (name: string) => await change('DELETE', { name }),
    /** The names, each with what its mapping was saved as. */
    saved: async () => {
      const { data } = (await get(path)).json() as {
        data: { mappings: { name: string; mapping: { time: string } }[] };
      };
      return data.mappings.map(({ name, mapping: { time } }) => [name, time]);
    },
  };
}

it('renames and deletes saved columns of the caller’s account alone, and records both', async () => {
  await save('good', 'Bank', 'Explorer');
  await save('other', 'Bank');
  const gateway = await start({ provider: makeTinyService('good', 'other') });
  const user = await open(gateway);
  expect((await user.rename('Bank', ' Our bank ')).status).toBe(200);
  expect(await user.saved()).toEqual([
    ['Explorer', 'good Explorer'],
    ['Our bank', 'good Bank'],
  ]);
  expect((await user.remove('Explorer')).status).toBe(200);
  expect(await user.saved()).toEqual([['Our bank', 'good Bank']]);
  expect(await (await open(gateway, 'other')).saved()).toEqual([['Bank', 'other Bank']]);

  const recorded = await database.db
    .selectFrom('audit_log_entries')
    .select(['operation', 'subject', 'details', 'status'])
    .where('operation', 'in', [renameReconciliationMapping.id, deleteReconciliationMapping.id])
    .orderBy('sequence')
    .execute();
  expect(recorded).toMatchObject([
    {
      operation: 'renameReconciliationMapping',
      subject: 'Bank',
      details: expect.stringContaining('"new_name":" Our bank "'),
    },
    { status: 200 },
    { operation: 'deleteReconciliationMapping', subject: 'Explorer' },
    { status: 200 },
  ]);
});

it('says what is gone, and takes no name that other columns have', async () => {
  await save('good', 'Bank', 'Explorer');
  await save('other', 'Theirs');
  const user = await open(await start({ provider: makeTinyService('good') }));
  expect((await user.rename('Bank', 'Explorer')).json()).toMatchObject({
    code: '409',
    error_message: 'Other saved columns have the name “Explorer”. Choose another name',
  });
  expect([(await user.rename('Theirs', 'Ours')).status, (await user.remove('Theirs')).status]).toEqual([
    404, 404,
  ]);
  expect((await user.rename('Bank', ' ')).status).toBe(400);
  expect(await user.saved()).toEqual([
    ['Bank', 'good Bank'],
    ['Explorer', 'good Explorer'],
  ]);
});
