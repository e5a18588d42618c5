import { describe, expect, it } from 'vitest';
import { instantFromDate } from '#domain/time.ts';
import type { Network } from '#domain/networks.ts';
import { runOnce } from '#jobs/testing-jobs.ts';
import { sandboxChain } from '../chain/sandbox-chain.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { createWallet } from '../wallets/create-wallet.ts';
import { fundsSender } from '../testing-deposits.ts';
import { setUpService } from '../testing.ts';
import { findFaults, letTimePass, order, outsider, withdrawals, workThrough } from './testing-withdrawals.ts';
import { withdrawalsJob } from './withdrawals.job.ts';

const service = setUpService();
const { created, fillPool, found, funded, remove } = withdrawals(service);

/** Nothing is refused and nothing fails, unless it is asked for; confirmed as soon as it is sent. */
const jobWith = (options: Parameters<typeof sandboxChain>[1] = {}) => {
  const { db } = service;
  const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0, ...options });
  return withdrawalsJob({ db, chain });
};

const ledgerSum = async (kind: string) => {
  const { total } = await service.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.ledger_account_id', 'e.ledger_account_id')
    .select((e) => e.fn.sum<string | null>('e.amount').as('total'))
    .where('a.ledger_account_id', 'like', `${kind}/${service.accountId}/%`)
    .executeTakeFirstOrThrow();
  return total;
};

const transfers = async () =>
  await service.db.selectFrom('transfers').selectAll().where('sender', '<>', fundsSender).execute();

const transactions = async () =>
  await service.db
    .selectFrom('transactions')
    .selectAll()
    .where('sender_wallet', '<>', fundsSender)
    .orderBy('direction', 'desc')
    .execute();

it('leaves a request new for as long as it can be deleted', async () => {
  await fillPool('trx', 'USDT', '100');
  const { request_id } = await created(order());
  expect(await runOnce(jobWith())).toBe(false);
  expect(await found(request_id)).toMatchObject({ status: 'new', transaction_status: null, hash: null });
});

it('sends a request, shows it pending with its hash and transaction, and settles it when it is confirmed', async () => {
  const { address } = await funded('eth', 'USDT', '100');
  const { request_id } = await created(
    order({
      network: 'eth',
      amount: '60',
      sender: 'user',
      sender_wallet: address,
      recipient_wallet: outsider('eth'),
    }),
  );
  await workThrough(service.db, jobWith({ confirmAfterMs: 60_000 }));
  const pending = await found(request_id);
  expect(pending).toMatchObject({
    status: 'processing',
    transaction_status: 'pending',
    hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
  });
  const transaction = {
    account_id: service.accountId,
    network: 'eth',
    direction: 'out',
    currency: 'USDT',
    amount: '56',
    fee: '4',
    sender_wallet: address,
    recipient_wallet: outsider('eth'),
    hash: pending.hash,
  };
  expect(await transactions()).toEqual([expect.objectContaining({ ...transaction, status: 'in_progress' })]);
  expect(await findFaults(service.db)).toEqual([]);

  await workThrough(service.db, jobWith());
  expect(await found(request_id)).toMatchObject({
    status: 'completed',
    transaction_status: 'confirmed',
    hash: pending.hash,
  });
  expect(await transactions()).toEqual([expect.objectContaining({ ...transaction, status: 'completed' })]);
  expect(await ledgerSum('fees')).toBe('4');
  expect(await ledgerSum('world')).toBe('-44');
  expect(await findFaults(service.db)).toEqual([]);
  expect(await runOnce(jobWith())).toBe(false);
});

it('sends all of the amount where the fee was added to it, out of the pool', async () => {
  await fillPool('trx', 'USDT', '200');
  const { request_id } = await created(order({ fee_included: false }));
  await workThrough(service.db, jobWith());
  expect(await found(request_id)).toMatchObject({ status: 'completed' });
  expect(await transactions()).toEqual([
    expect.objectContaining({ amount: '100', fee: '1.5', sender_wallet: 'exchange', status: 'completed' }),
  ]);
  expect((await service.call('GET', '/user-balances')).text).toContain('"available":98.5,"transit":0');
});

it.each([
  ['trx', /^[0-9a-f]{64}$/],
  ['eth', /^0x[0-9a-f]{64}$/],
  ['bnb', /^0x[0-9a-f]{64}$/],
  ['btc', /^[0-9a-f]{64}$/],
  ['sol', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
] as const)('gives a payment on %s a hash of that network', async (network: Network, shape) => {
  const payment = { reference: 'wd_1', network, currency: 'USDT', sender: null } as const;
  const chain = sandboxChain(service.db, { refusedShare: 0 });
  const signing = await chain.sign({ ...payment, amount: '1' as never, recipient: outsider(network) });
  expect(signing).toMatchObject({ outcome: 'signed', payment: { hash: expect.stringMatching(shape) } });
});

describe('a payment to a wallet of this service', () => {
  it('is a deposit there, with a transaction of its own and the same hash, once', async () => {
    const accountId = await insertAccount(service.db, 'Another account');
    const wallet = { name: 'Theirs', network: 'trx', type: 'user' } as const;
    const recipient = (await createWallet(service.db, accountId, wallet)) ?? '';
    await fillPool('trx', 'USDT', '100');
    const { request_id } = await created(order({ recipient_wallet: recipient }));
    await workThrough(service.db, jobWith());

    const { hash } = await found(request_id);
    const theirs = {
      account_id: accountId,
      direction: 'in',
      status: 'completed',
      amount: '98.5',
      fee: '0',
      sender_wallet: 'exchange',
      recipient_wallet: recipient,
      hash,
    };
    expect(await transactions()).toEqual([
      expect.objectContaining({ account_id: service.accountId, direction: 'out', hash }),
      expect.objectContaining(theirs),
    ]);
    const { balance } = await service.db
      .selectFrom('ledger_accounts')
      .select('balance')
      .where('wallet_address', '=', recipient)
      .executeTakeFirstOrThrow();
    expect(balance).toBe('98.5');
    expect(await transfers()).toHaveLength(1);
    expect(await findFaults(service.db)).toEqual([]);
  });

  it('arrives, though somebody tried to delete the wallet in the meantime', async () => {
    const wallet = await service.wallet('trx');
    await fillPool('trx', 'USDT', '100');
    const { request_id } = await created(order({ recipient_wallet: wallet.address }));
    const deletion = await service.call('DELETE', '/wallets', { body: { address: wallet.address } });
    expect(deletion.status).toBe(400);
    await workThrough(service.db, jobWith());
    expect(await found(request_id)).toMatchObject({ status: 'completed' });
    expect((await transactions()).map(({ direction }) => direction)).toEqual(['out', 'in']);
    expect(await findFaults(service.db)).toEqual([]);
  });
});

/** What is left of a rejected request: nothing but its row and the reason. */
const rejected = (reason: string) => ({
  request: expect.objectContaining({ status: 'rejected', transaction_status: null, hash: null }),
  reason,
  transactions: [],
  payments: [],
  faults: [],
  balances: expect.stringContaining('"available":100'),
});
const left = async (requestId: string) => {
  const row = service.db.selectFrom('withdrawal_requests').select('reason');
  return {
    request: await found(requestId),
    reason: (await row.executeTakeFirstOrThrow()).reason,
    transactions: await transactions(),
    payments: await service.db.selectFrom('payments').selectAll().execute(),
    faults: await findFaults(service.db),
    balances: (await service.call('GET', '/user-balances')).text,
  };
};

describe('rejects, sends nothing and returns what was held', () => {
  it('a recipient that is labelled as sanctioned', async () => {
    await fillPool('trx', 'USDT', '100');
    await service.db
      .insertInto('aml_labels')
      .values({
        network: 'trx',
        address: outsider('trx'),
        source: 'OFAC SDN',
        entity: 'Somebody',
        category: 'sanctions',
        imported_at: instantFromDate(new Date()),
      })
      .execute();
    const { request_id } = await created(order());
    await workThrough(service.db, jobWith());
    expect(await left(request_id)).toEqual(rejected('The recipient is sanctioned: Somebody (OFAC SDN).'));
  });

  it('a wallet that was blocked in the meantime', async () => {
    const { address } = await funded('trx', 'USDT', '100');
    const { request_id } = await created(order({ sender: 'user', sender_wallet: address }));
    await service.call('PATCH', '/wallets-status', { body: { address, status: 'blocked' } });
    await workThrough(service.db, jobWith());
    expect(await left(request_id)).toEqual(rejected('The paying wallet is blocked.'));
  });

  it('what the chain refuses to sign', async () => {
    await fillPool('trx', 'USDT', '100');
    const { request_id } = await created(order());
    await workThrough(service.db, jobWith({ refusedShare: 1 }));
    expect(await left(request_id)).toEqual(
      rejected('The sandbox chain refuses a small share of all payments.'),
    );
  });
});

it('ends in error, with its transaction, what the network did not carry out, and returns what was held', async () => {
  await fillPool('trx', 'USDT', '100');
  const { request_id } = await created(order());
  await workThrough(service.db, jobWith({ failedShare: 1 }));
  expect(await found(request_id)).toMatchObject({
    status: 'error',
    transaction_status: 'failed',
    hash: expect.any(String),
  });
  expect(await transactions()).toEqual([expect.objectContaining({ status: 'error' })]);
  expect(await transfers()).toEqual([]);
  expect((await service.call('GET', '/user-balances')).text).toContain('"available":100,"transit":0');
  expect(await findFaults(service.db)).toEqual([]);
});

it('does each request once, however many work at the same time', async () => {
  await fillPool('trx', 'USDT', '3000');
  for (let i = 0; i < 30; i += 1) await created(order());
  const jobs = Array.from({ length: 5 }, () => jobWith());
  for (let round = 0; round < 3; round += 1) {
    await letTimePass(service.db);
    await Promise.all(
      jobs.map(async (job) => {
        while (await runOnce(job));
      }),
    );
  }
  const requests = await service.db.selectFrom('withdrawal_requests').select('status').execute();
  expect(requests.filter(({ status }) => status !== 'completed')).toEqual([]);
  expect(await service.db.selectFrom('sandbox_chain_payments').selectAll().execute()).toHaveLength(30);
  expect(await ledgerSum('fees')).toBe('45');
  expect(await findFaults(service.db)).toEqual([]);
});

it('either deletes a request or sends it, when both are tried at once', async () => {
  await fillPool('trx', 'USDT', '1000');
  const ids: string[] = [];
  for (let i = 0; i < 10; i += 1) ids.push((await created(order())).request_id);
  await letTimePass(service.db);
  const job = jobWith();
  const working = (async () => {
    while (await runOnce(job));
  })();
  const answers = await Promise.all(ids.toReversed().map(remove));
  await working;
  await workThrough(service.db, jobWith());
  const deleted = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(({ status }) => status === 400).length;
  expect(deleted + refused).toBe(10);
  const sent = await service.db.selectFrom('sandbox_chain_payments').selectAll().execute();
  expect(sent).toHaveLength(refused);
  expect(await findFaults(service.db)).toEqual([]);
});

it('leaves a request whose step failed for later, and goes on with the others', async () => {
  await fillPool('trx', 'USDT', '1000');
  const first = await created(order());
  const second = await created(order());
  await letTimePass(service.db);
  const { db } = service;
  const chain = sandboxChain(db, { confirmAfterMs: 0, refusedShare: 0, failedShare: 0 });
  let isDown = true;
  const job = withdrawalsJob({
    db,
    chain: {
      ...chain,
      send: async (payment, signal) => {
        if (isDown) throw new Error('The node does not answer.');
        await chain.send(payment, signal);
      },
    },
  });
  await expect(runOnce(job)).rejects.toThrow('The node does not answer.');
  isDown = false;
  while (await runOnce(job));
  const states = [await found(first.request_id), await found(second.request_id)];
  expect(states.map(({ transaction_status }) => transaction_status)).toEqual(['pending', 'pending']);
  const sent = await db.selectFrom('sandbox_chain_payments').selectAll().execute();
  expect(sent).toHaveLength(1);
  await workThrough(db, job);
  expect(await db.selectFrom('sandbox_chain_payments').selectAll().execute()).toHaveLength(2);
  expect(await findFaults(db)).toEqual([]);
});
