import { describe, expect, it } from 'vitest';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { failure, setUpService, success } from '../testing.ts';
import { findFaults, order, outsider, withdrawals } from './testing-withdrawals.ts';

const service = setUpService();
const { create, created, fillPool, find, funded, remove } = withdrawals(service);

const refusal = (data: Record<string, string>, message: unknown = expect.any(String)) =>
  expect.objectContaining({ status: 400, body: failure(400, 'request', message, data) });

const balances = async () => (await service.call('GET', '/user-balances')).text;

it('makes a request of a wallet with every published field, and finds it', async () => {
  const wallet = await funded('eth', 'ETH', '1');
  const body = order({
    amount: '0.250000000000000001',
    network: 'eth',
    currency: 'ETH',
    sender: 'user',
    sender_wallet: wallet.address.toLowerCase(),
    recipient_wallet: outsider('eth').toLowerCase(),
    external_id: 'INV-1',
    comment: 'June payout',
  });
  const answer = await create(body);
  const data = {
    request_id: expect.stringMatching(/^wd_[0-9a-f]{24}$/),
    external_id: 'INV-1',
    amount: '0.250000000000000001',
    currency: 'ETH',
    network: 'eth',
    sender: 'user',
    sender_wallet: wallet.address,
    recipient_wallet: outsider('eth'),
    fee: '0.001',
    fee_included: true,
    status: 'new',
    comment: 'June payout',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  };
  expect(answer.body).toEqual(success({ success: true, data }));
  const { request_id } = await created(body);
  expect((await find(request_id)).body).toEqual(
    success({ success: true, data: { ...data, transaction_status: null, hash: null } }),
  );
  expect(await findFaults(service.db)).toEqual([]);
});

it('holds the amount when the fee is deducted from it, and amount and fee when it is added', async () => {
  const wallet = await funded('trx', 'USDT', '300');
  const ask = { sender: 'user', sender_wallet: wallet.address, amount: '100' };
  await created(order(ask));
  expect(await balances()).toContain('"user":{"trx":{"USDT":{"available":200}');
  await created(order({ ...ask, fee_included: false }));
  expect(await balances()).toContain('"user":{"trx":{"USDT":{"available":98.5}');
  expect(await findFaults(service.db)).toEqual([]);
});

it('pays out of the pool that Tron and Ethereum share, and shows the sender as exchange', async () => {
  await fillPool('trx', 'USDT', '150');
  const { request_id } = await created(
    order({ network: 'eth', recipient_wallet: outsider('eth'), sender_wallet: 'ignored' }),
  );
  expect((await find(request_id)).body).toMatchObject({
    data: { data: { sender: 'exchange', sender_wallet: 'exchange', comment: '' } },
  });
  expect(await balances()).toContain('"trx_eth":{"USDT":{"available":50,"transit":0,"blockchain":0}}');
  expect(await create(order())).toEqual(
    refusal({ amount: 'Not enough funds: 100 USDT needed, 50 USDT available.' }, 'Insufficient funds'),
  );
});

it('never pays out of the shared pool what is still on accounting wallets', async () => {
  await fillPool('trx', 'USDT', '60');
  await service.fund(await service.wallet('trx', 'accounting'), 'USDT', '500');
  expect(await create(order())).toEqual(
    refusal({ amount: 'Not enough funds: 100 USDT needed, 60 USDT available.' }),
  );
});

it('collects what the pool lacks from accounting wallets, the fullest first, but not from blocked ones', async () => {
  await fillPool('bnb', 'BNB', '1');
  const [small, large, blocked, personal] = [
    await service.wallet('bnb', 'accounting'),
    await service.wallet('bnb', 'accounting'),
    await service.wallet('bnb', 'accounting'),
    await service.wallet('bnb', 'user'),
  ];
  await service.fund(small, 'BNB', '2');
  await service.fund(large, 'BNB', '3');
  await service.fund(blocked, 'BNB', '50');
  await service.fund(personal, 'BNB', '50');
  const status = { address: blocked.address, status: 'blocked' };
  expect((await service.call('PATCH', '/wallets-status', { body: status })).status).toBe(200);

  const bnb = { network: 'bnb', currency: 'BNB', recipient_wallet: outsider('bnb') };
  expect(await create(order({ ...bnb, amount: '6.1' }))).toEqual(
    refusal({ amount: 'Not enough funds: 6.1 BNB needed, 6 BNB available.' }),
  );
  await created(order({ ...bnb, amount: '4.5' }));
  const left = async ({ address }: { address: string }) =>
    (await service.call('GET', `/wallets?address=${address}`)).text;
  expect(await left(large)).toContain('"BNB":{"available":0}');
  expect(await left(small)).toContain('"BNB":{"available":1.5}');
  await created(order({ ...bnb, amount: '1.5' }));
  expect(await left(small)).toContain('"BNB":{"available":0}');
  expect(await left(blocked)).toContain('"BNB":{"available":50}');
  expect(await findFaults(service.db)).toEqual([]);
});

describe('the same external id', () => {
  it('with the same body, however spelt, gives the first request and holds nothing more', async () => {
    const wallet = await funded('eth', 'USDT', '100');
    const body = order({
      network: 'eth',
      sender: 'user',
      sender_wallet: wallet.address,
      recipient_wallet: outsider('eth'),
      amount: '60',
    });
    const first = await created(body);
    const again = {
      ...body,
      amount: '060.00',
      sender_wallet: wallet.address.toLowerCase(),
      recipient_wallet: outsider('eth').toLowerCase(),
      fee_included: true,
      comment: '',
    };
    expect(await created(again)).toEqual(first);
    expect(await balances()).toContain('"eth":{"USDT":{"available":40}');
  });

  it('still gives the first request when its wallet could not make it any more', async () => {
    const wallet = await funded('trx', 'USDT', '100');
    const body = order({ sender: 'user', sender_wallet: wallet.address });
    const first = await created(body);
    await service.call('PATCH', '/wallets-status', { body: { address: wallet.address, status: 'blocked' } });
    expect(await created(body)).toEqual(first);
  });

  it.each([
    ['amount', { amount: '50.01' }],
    ['recipient', { recipient_wallet: outsider('trx', 1) }],
    ['fee', { fee_included: false }],
    ['comment', { comment: 'other' }],
    ['currency', { currency: 'TRX' }],
    ['network', { network: 'eth', recipient_wallet: outsider('eth') }],
  ])('with another %s is refused and names the request', async (_what, change) => {
    await fillPool('trx', 'USDT', '500');
    const body = order({ amount: '50' });
    const { request_id } = await created(body);
    expect(await create({ ...body, ...change })).toEqual(
      refusal({
        external_id: `This reference belongs to withdrawal ${request_id}, which has other details. Use a new one.`,
      }),
    );
    expect(await balances()).toContain('"available":450');
  });

  it('of a deleted request is refused, and says so', async () => {
    await fillPool('trx', 'USDT', '500');
    const body = order();
    const { request_id } = await created(body);
    expect((await remove(request_id)).status).toBe(200);
    expect(await create(body)).toEqual(
      refusal({ external_id: 'This reference belongs to a deleted withdrawal. Use a new one.' }),
    );
    expect(await balances()).toContain('"available":500');
  });

  it('of another account is another request', async () => {
    await fillPool('trx', 'USDT', '500');
    const body = order();
    await created(body);
    const accountId = await insertAccount(service.db, 'Another account');
    const { token } = await insertKey(service.db, {
      accountId,
      name: 'Key',
      permissions: ['withdrawals:write'],
    });
    const answer = await service.call('POST', '/withdrawal-request', { body, token });
    expect(answer).toEqual(refusal({ amount: 'Not enough funds: 100 USDT needed, 0 USDT available.' }));
  });

  it('sent 20 times at once makes one request', async () => {
    await fillPool('trx', 'USDT', '5000');
    const body = order();
    const made = await Promise.all(Array.from({ length: 20 }, async () => await created(body)));
    expect(new Set(made.map(({ request_id }) => request_id)).size).toBe(1);
    expect(await balances()).toContain('"available":4900');
    expect(await findFaults(service.db)).toEqual([]);
  });
});

describe('50 requests at once never spend the same funds', () => {
  it.each([
    ['a wallet', 'user'],
    ['the pool and accounting wallets', 'exchange'],
  ])('of %s', async (_what, sender) => {
    const wallet = await funded('bnb', 'BNB', sender === 'user' ? '10' : '0.000001');
    if (sender === 'exchange') {
      await fillPool('bnb', 'BNB', '2.5');
      for (const amount of ['4', '2', '1', '0.5']) {
        await service.fund(await service.wallet('bnb', 'accounting'), 'BNB', amount);
      }
    }
    const answers = await Promise.all(
      Array.from(
        { length: 50 },
        async () =>
          await create(
            order({
              network: 'bnb',
              currency: 'BNB',
              amount: '0.9995',
              fee_included: false,
              recipient_wallet: outsider('bnb'),
              sender,
              sender_wallet: wallet.address,
            }),
          ),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status === 400);
    expect([made.length, refused.length]).toEqual([10, 40]);
    expect(refused.every(({ text }) => text.includes('Insufficient funds'))).toBe(true);
    expect(await findFaults(service.db)).toEqual([]);
  });
});

it('refuses to delete the wallet of a request that is not finished', async () => {
  const wallet = await funded('trx', 'USDT', '100');
  const { request_id } = await created(order({ sender: 'user', sender_wallet: wallet.address }));
  const removeWallet = async () =>
    await service.call('DELETE', '/wallets', { body: { address: wallet.address } });
  expect(await removeWallet()).toEqual(
    refusal({ address: 'it has a pending withdrawal that holds 100 USDT' }),
  );
  await remove(request_id);
  expect(await removeWallet()).toEqual(refusal({ address: 'it still holds 100 USDT' }));
});
