import { runOnce } from '#jobs/testing-jobs.ts';
import { describe, expect, it } from 'vitest';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { setUpService } from '../testing.ts';
import {
  findFaults,
  letTimePass,
  order,
  watchedChain,
  withdrawals,
  workThrough,
} from './testing-withdrawals.ts';
import { withdrawalsJob } from './withdrawals.job.ts';

const service = setUpService();
const { created, fillPool, found } = withdrawals(service);

const calmChain = () => sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
const freshJob = () => withdrawalsJob({ db: service.db, chain: calmChain() });

/** Where a worker may be when its process ends: at each border of each call of a chain. */
const borders = [
  'before signing',
  'after signing',
  'before asking',
  'after asking',
  'before sending',
  'after sending',
  'before asking the second time',
  'after asking the second time',
];

/** A worker to which something happens at one border, the first time it is there. */
function jobWithEvent(border: string, event: () => Promise<void>) {
  const passed = new Map<string, number>();
  let hasHappened = false;
  const chain = watchedChain(calmChain(), async (name) => {
    const times = (passed.get(name) ?? 0) + 1;
    passed.set(name, times);
    const here = times === 2 ? `${name} the second time` : name;
    if (here !== border || hasHappened) return;
    hasHappened = true;
    await event();
  });
  return { ...withdrawalsJob({ db: service.db, chain }), hasHappened: () => hasHappened };
}

async function expectPaidOnce(requestId: string): Promise<void> {
  expect(await found(requestId)).toMatchObject({ status: 'completed', transaction_status: 'confirmed' });
  expect(await service.db.selectFrom('sandbox_chain_payments').selectAll().execute()).toHaveLength(1);
  expect(
    await service.db.selectFrom('transactions').selectAll().where('direction', '=', 'out').execute(),
  ).toMatchObject([{ direction: 'out', status: 'completed', amount: '98.5' }]);
  expect((await service.call('GET', '/user-balances')).text).toContain('"available":50,"transit":0');
  expect(await findFaults(service.db)).toEqual([]);
}

describe.each(borders)('one payment, and right books, when a worker %s', (border) => {
  it('ends, and another takes over', async () => {
    await fillPool('trx', 'USDT', '150');
    const { request_id } = await created(order());
    const job = jobWithEvent(border, async () => {
      throw new Error('killed');
    });
    await expect(workThrough(service.db, job)).rejects.toThrow('killed');
    expect(await findFaults(service.db)).toEqual([]);
    await workThrough(service.db, freshJob());
    await expectPaidOnce(request_id);
  });

  it('stands still until another has done everything, and goes on', async () => {
    await fillPool('trx', 'USDT', '150');
    const { request_id } = await created(order());
    const job = jobWithEvent(border, async () => await workThrough(service.db, freshJob()));
    await workThrough(service.db, job);
    expect(job.hasHappened()).toBe(true);
    await expectPaidOnce(request_id);
  });
});

it('rejects nothing that another has signed in the meantime, and signs nothing that another has rejected', async () => {
  await fillPool('trx', 'USDT', '150');
  const { request_id } = await created(order());
  const refusing = sandboxChain(service.db, { refusedShare: 1 });
  const late = withdrawalsJob({
    db: service.db,
    chain: {
      ...calmChain(),
      sign: async (payment) => {
        await letTimePass(service.db);
        await runOnce(freshJob());
        return await refusing.sign(payment);
      },
    },
  });
  await workThrough(service.db, late);
  await expectPaidOnce(request_id);

  const other = await created(order({ amount: '50' }));
  const tooLate = withdrawalsJob({
    db: service.db,
    chain: watchedChain(calmChain(), async (name) => {
      if (name !== 'after signing') return;
      await letTimePass(service.db);
      await runOnce(withdrawalsJob({ db: service.db, chain: refusing }));
    }),
  });
  await workThrough(service.db, tooLate);
  expect(await found(other.request_id)).toMatchObject({ status: 'rejected', hash: null });
  expect(await findFaults(service.db)).toEqual([]);
});
