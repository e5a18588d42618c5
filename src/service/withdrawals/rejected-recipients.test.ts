import { beforeEach, describe, expect, it } from 'vitest';
import { describeRejection } from '#domain/aml/rejection.ts';
import { lockRecipient } from '#database/recipient-guard.ts';
import { insertDecision } from '#database/testing-decisions.ts';
import { inTransaction } from '#database/transaction.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { failure, setUpService } from '../testing.ts';
import {
  findFaults,
  letTimePass,
  order,
  outsider,
  watchedChain,
  withdrawals,
  workThrough,
} from './testing-withdrawals.ts';
import { withdrawalsJob } from './withdrawals.job.ts';

const service = setUpService();
const { create, created, fillPool, found } = withdrawals(service);

const recipient = () => ({ accountId: service.accountId, network: 'trx', address: outsider('trx') }) as const;
const decide = async (decision: 'accepted' | 'rejected' | 'escalated', more: object = {}) =>
  await insertDecision(service.db, { ...recipient(), ...more }, { decision, ...more });

const reason = describeRejection({
  decidedBy: 'Compliance (test)',
  decidedAt: '2026-11-22T09:30:00.000000Z',
  note: 'Paid by a mixer',
});

const calmChain = () => sandboxChain(service.db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
const sent = async () => await service.db.selectFrom('sandbox_chain_payments').selectAll().execute();
const balances = async () => (await service.call('GET', '/user-balances')).text;

beforeEach(async () => await fillPool('trx', 'USDT', '100'));

describe('a recipient that compliance has rejected', () => {
  it('is refused when it is requested, with who decided, when and why', async () => {
    await decide('rejected');
    const answer = await create(order());
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failure(400, 'request', reason, { recipient_wallet: reason }));
    expect(reason).toBe(
      'This address was rejected by Compliance (test) on 2026-11-22: Paid by a mixer. Compliance must accept it before it can be paid again.',
    );
    expect(await balances()).toContain('"available":100');
  });

  it.each([
    ['is refused while a later decision only escalates it', 'escalated', 400],
    ['is paid again once a later decision accepts it', 'accepted', 200],
  ] as const)('%s', async (_, later, status) => {
    await decide('rejected');
    await decide(later, { decidedAt: '2026-11-23T09:30:00Z' });
    expect((await create(order())).status).toBe(status);
  });

  it('is refused by the latest decision, whichever of its checks that was made on', async () => {
    await decide('accepted', { decidedAt: '2026-11-23T09:30:00Z' });
    await decide('rejected', { decidedAt: '2026-11-24T09:30:00Z' });
    await decide('accepted', { decidedAt: '2026-11-21T09:30:00Z' });
    expect((await create(order())).status).toBe(400);
  });

  it('is paid by other accounts, and on other networks', async () => {
    await decide('rejected', { accountId: await insertAccount(service.db, 'Another account') });
    await decide('rejected', { network: 'bnb', address: outsider('bnb') });
    expect((await create(order())).status).toBe(200);
  });

  it('does not change the answer to a request that is sent again', async () => {
    const body = order();
    const { request_id } = await created(body);
    await decide('rejected');
    expect((await created(body)).request_id).toBe(request_id);
  });
});

/** Where a decision may fall while a request is on its way to its payment. */
const borders = ['before signing', 'after signing', 'before asking', 'after asking'];

describe.each(['new', ...borders])('a rejection that is made while the request is %s', (border) => {
  it('stops the payment: nothing is sent, and what was held is released', async () => {
    const { request_id } = await created(order());
    if (border === 'new') await decide('rejected');
    let isDecided = border === 'new';
    const chain = watchedChain(calmChain(), async (name) => {
      if (name !== border || isDecided) return;
      isDecided = true;
      await decide('rejected');
    });
    const unpaid: string[] = [];
    const onUnpaid = (request: { request_id: string; reason_code: string | null }) =>
      unpaid.push(`${request.request_id} ${request.reason_code}`);
    await workThrough(service.db, withdrawalsJob({ db: service.db, chain, onUnpaid }));
    expect(await sent()).toEqual([]);
    expect(await found(request_id)).toMatchObject({ status: 'rejected' });
    const row = service.db.selectFrom('withdrawal_requests').select(['reason', 'reason_code']);
    expect(await row.executeTakeFirst()).toEqual({ reason, reason_code: 'compliance' });
    expect(unpaid).toEqual([`${request_id} compliance`]);
    expect(await balances()).toContain('"available":100,"transit":0');
    const transactions = await service.db
      .selectFrom('transactions')
      .select('status')
      .where('direction', '=', 'out')
      .execute();
    expect(transactions.filter(({ status }) => status !== 'error')).toEqual([]);
    expect(await findFaults(service.db)).toEqual([]);
  });
});

/** A worker that ends at a border, with a payment signed and its sending announced. */
async function killAt(border: string): Promise<void> {
  const chain = watchedChain(calmChain(), async (name) => {
    if (name === border) throw new Error('killed');
  });
  await letTimePass(service.db);
  await expect(runOnce(withdrawalsJob({ db: service.db, chain }))).rejects.toThrow('killed');
}

it('a payment that a process may have sent before it ended is rejected only when the network does not have it', async () => {
  const { request_id } = await created(order());
  await killAt('before sending');
  await decide('rejected');
  const { db } = service;
  // The attempt may still be under way: it is neither sent again nor called off.
  await db
    .updateTable('withdrawal_requests')
    .set({ next_step_at: '2026-01-01T00:00:00.000000Z' as never })
    .execute();
  await runOnce(withdrawalsJob({ db, chain: calmChain() }));
  expect(await found(request_id)).toMatchObject({ status: 'processing' });
  expect(await sent()).toEqual([]);
  await workThrough(db, withdrawalsJob({ db, chain: calmChain() }));
  expect(await found(request_id)).toMatchObject({ status: 'rejected', transaction_status: 'failed' });
  expect(await sent()).toEqual([]);
  expect(await findFaults(db)).toEqual([]);
});

it('a payment that was sent before the rejection is looked after to its end', async () => {
  const { request_id } = await created(order());
  await killAt('after sending');
  await decide('rejected');
  await workThrough(service.db, withdrawalsJob({ db: service.db, chain: calmChain() }));
  expect(await found(request_id)).toMatchObject({ status: 'completed', transaction_status: 'confirmed' });
  expect(await sent()).toHaveLength(1);
  expect(await findFaults(service.db)).toEqual([]);
});

it('a request and a rejection that meet never end with a request that is paid', async () => {
  for (let i = 0; i < 20; i += 1) {
    const address = outsider('trx', i);
    const locked = { ...recipient(), address };
    const deciding = inTransaction(service.db, async (tx) => {
      await lockRecipient(tx, locked, 'update');
      await insertDecision(tx, locked, { decision: 'rejected' });
    });
    await Promise.all([create(order({ recipient_wallet: address, amount: '10' })), deciding]);
  }
  await workThrough(service.db, withdrawalsJob({ db: service.db, chain: calmChain() }));
  expect(await sent()).toEqual([]);
  expect(await balances()).toContain('"available":100,"transit":0');
});
