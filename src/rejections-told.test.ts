import { beforeEach, expect, it } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import { makeTinyService, setUpGateways } from './gateway/testing/gateway-harness.ts';
import { startStandInProvider } from './gateway/testing/stand-in-provider.ts';
import { sandboxChain } from './service/chain/sandbox-chain.ts';
import { setUpService } from './service/testing.ts';
import { order, outsider, withdrawals, workThrough } from './service/withdrawals/testing-withdrawals.ts';
import { listReasons, listSanctionsHits } from './service/withdrawals/withdrawal-reasons.store.ts';
import { withdrawalsJob } from './service/withdrawals/withdrawals.job.ts';

const service = setUpService();
const { created, fillPool } = withdrawals(service);
const start = setUpGateways({
  get db() {
    return service.db;
  },
} as Parameters<typeof setUpGateways>[0]);

const open = async (accountId = service.accountId) => {
  const tiny = makeTinyService('good');
  tiny.accounts.set('good', accountId);
  const { db } = service;
  const reasons = {
    list: async (account: string, ids: readonly string[]) => await listReasons(db, account, ids),
    listSanctionsHits: async (account: string, since: Parameters<typeof listSanctionsHits>[2]) =>
      await listSanctionsHits(db, account, since),
  };
  const { get } = await (await start({ provider: { ...tiny, reasons } })).open('good');
  return async (path: string) => {
    const answer = await get(path);
    return { status: answer.status, data: (answer.json() as { data: unknown }).data };
  };
};

beforeEach(async () => await fillPool('trx', 'USDT', '1000'));

const work = async (options: Parameters<typeof sandboxChain>[1]) => {
  const chain = sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0, ...options });
  await workThrough(service.db, withdrawalsJob({ db: service.db, chain }));
};

const sanction = async (address: string) =>
  await service.db
    .insertInto('aml_labels')
    .values({
      network: 'trx',
      address,
      source: 'OFAC SDN',
      entity: 'Somebody',
      category: 'sanctions',
      imported_at: instantFromDate(new Date()),
    })
    .execute();

it('says why withdrawals were rejected or failed, of the account’s own requests only', async () => {
  const paid = await created(order());
  await work({});
  const failed = await created(order());
  await work({ failedShare: 1 });
  await sanction(outsider('trx', 1));
  const stopped = await created(order({ recipient_wallet: outsider('trx', 1) }));
  await work({});
  const ids = [paid, failed, stopped, { request_id: 'wd_unknown' }].map(({ request_id: id }) => id).join(',');
  const path = `/console/withdrawal-reasons?request_ids=${ids}`;
  const { status, data } = await (await open())(path);
  expect(status).toBe(200);
  expect(
    (data as { reasons: { request_id: string }[] }).reasons.toSorted((a, b) =>
      a.request_id < b.request_id ? -1 : 1,
    ),
  ).toEqual([
    {
      request_id: failed.request_id,
      code: 'network_failure',
      reason: 'The network didn’t execute the payment.',
      ended_at: expect.stringMatching(/^\d{4}-/),
    },
    {
      request_id: stopped.request_id,
      code: 'sanctions',
      reason: 'The recipient is sanctioned: Somebody (OFAC SDN).',
      ended_at: expect.stringMatching(/^\d{4}-/),
    },
  ]);
  expect((await (await open('another account'))(path)).data).toEqual({ reasons: [] });
  expect((await (await open())('/console/withdrawal-reasons?request_ids=')).status).toBe(400);
});

it('raises sanctions hits of the last days, the latest first, until they are a week old', async () => {
  await sanction(outsider('trx', 1));
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    ids.push((await created(order({ recipient_wallet: outsider('trx', 1), amount: '10' }))).request_id);
    await work({});
  }
  const hits = async () =>
    (await (await open())('/console/sanctions-hits')).data as {
      count: number;
      latest: { request_id: string }[];
    };
  const found = await hits();
  expect([found.count, found.latest.map(({ request_id: id }) => id)]).toEqual([
    7,
    ids.toReversed().slice(0, 5),
  ]);
  const weekAgo = instantFromDate(new Date(Date.now() - 8 * 86_400_000));
  await service.db
    .updateTable('withdrawal_requests')
    .set({ updated_at: weekAgo })
    .where('request_id', 'in', ids.slice(1))
    .execute();
  expect(await hits()).toMatchObject({ count: 1, latest: [{ request_id: ids[0] }] });
  expect((await (await open('another account'))('/console/sanctions-hits')).data).toEqual({
    count: 0,
    latest: [],
  });
});

it('adds no reasons with a remote wallet service', async () => {
  const provider = await startStandInProvider();
  const gateway = await start({ provider: { kind: 'remote', url: provider.url } });
  const { get } = await gateway.open('good');
  expect((await get('/console/withdrawal-reasons?request_ids=wd_1')).json()).toMatchObject({
    data: { reasons: null },
  });
  expect((await get('/console/sanctions-hits')).json()).toMatchObject({ data: { count: null, latest: [] } });
  await provider.close();
});
