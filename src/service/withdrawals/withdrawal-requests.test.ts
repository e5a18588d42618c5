import { beforeEach, describe, expect, it } from 'vitest';
import type { WithdrawalRequest } from '#contract/wallet-service/withdrawals.ts';
import { inTransaction } from '#database/transaction.ts';
import { insertAccount } from '../keys/accounts.store.ts';
import { insertKey } from '../keys/keys.store.ts';
import { moment, withdrawalRow } from '../lists/testing-lists.ts';
import { failure, setUpService, success } from '../testing.ts';
import { findFaults, order, outsider, withdrawals } from './testing-withdrawals.ts';
import { countRequest, insertRequest } from './withdrawals.store.ts';

const service = setUpService();
const { created, find, found, list, remove } = withdrawals(service);

const unknown = failure(404, 'not_found', 'Withdrawal not found. It may have been deleted');
const unknownId = `wd_${'0'.repeat(24)}`;

/** The key of another account. */
async function stranger(): Promise<{ token: string }> {
  const accountId = await insertAccount(service.db, 'Another account');
  const permissions = ['withdrawals:read', 'withdrawals:write'] as const;
  return { token: (await insertKey(service.db, { accountId, name: 'Key', permissions })).token };
}

beforeEach(async () => {
  const wallet = await service.wallet('btc', 'accounting');
  await service.fund(wallet, 'BTC', '10');
  const bnb = await service.wallet('bnb', 'accounting');
  await service.fund(bnb, 'USDT', '10000');
});

const btc = (changes: Record<string, unknown> = {}) =>
  order({ amount: '1', network: 'btc', currency: 'BTC', recipient_wallet: outsider('btc'), ...changes });
const usdt = (changes: Record<string, unknown> = {}) =>
  order({ network: 'bnb', recipient_wallet: outsider('bnb'), ...changes });

const available = async () =>
  /"btc":\{"BTC":\{"available":([\d.]+)/.exec((await service.call('GET', '/user-balances')).text)?.[1];

const rowsOf = (answer: { body: unknown }) =>
  (answer.body as { data: { data: WithdrawalRequest[] } }).data.data;
const ids = async (query: string) => rowsOf(await list(query)).map((row) => row.external_id);

describe('GET /withdrawal-request', () => {
  it('answers 404 for an id that nobody has and for one of another account', async () => {
    const { request_id } = await created(btc());
    expect(await find(unknownId)).toMatchObject({ status: 404, body: unknown });
    const answer = await service.call(
      'GET',
      `/withdrawal-request?request_id=${request_id}`,
      await stranger(),
    );
    expect(answer).toMatchObject({ status: 404, body: unknown });
  });

  it('refuses a request without an ID, with the published message', async () => {
    const answer = await service.call('GET', '/withdrawal-request');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      failure(400, 'request', expect.any(String), { request_id: 'required field' }),
    );
  });

  it('needs the permission to read withdrawals', async () => {
    const token = await service.keyWith('withdrawals:write');
    const answer = await service.call('GET', `/withdrawal-request?request_id=${unknownId}`, { token });
    expect(answer.body).toEqual(failure(400, 'system', expect.stringContaining('withdrawals:read')));
  });
});

describe('DELETE /withdrawal-request', () => {
  it('releases what a new request held; it leaves the list and the count', async () => {
    const { request_id } = await created(btc());
    await created(btc());
    expect(await available()).toBe('8');
    expect((await remove(request_id)).body).toEqual(
      success({ success: true, data: { request_id, deleted: true } }),
    );
    expect(await available()).toBe('9');
    expect((await list()).body).toMatchObject({ data: { meta: { total: 1 }, data: [expect.anything()] } });
    expect(await find(request_id)).toMatchObject({ status: 404, body: unknown });
    expect(await remove(request_id)).toMatchObject({ status: 404, body: unknown });
    expect(await findFaults(service.db)).toEqual([]);
  });

  it('of one request by ten at once releases once', async () => {
    const { request_id } = await created(btc());
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await remove(request_id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    expect(await available()).toBe('10');
    expect(await findFaults(service.db)).toEqual([]);
  });

  it.each(['processing', 'completed', 'rejected', 'error'] as const)(
    'is refused for a request that is %s, and names the status',
    async (status) => {
      const { request_id } = await created(btc());
      await service.db.updateTable('withdrawal_requests').set({ status }).execute();
      expect(await remove(request_id)).toMatchObject({
        status: 400,
        body: failure(400, 'request', `The withdrawal is ${status}. Only new withdrawals can be deleted`),
      });
      expect(await available()).toBe('9');
    },
  );

  it('answers 404 for an id that nobody has and for one of another account', async () => {
    const { request_id } = await created(btc());
    expect(await remove(unknownId)).toMatchObject({ status: 404, body: unknown });
    const body = { request_id };
    const answer = await service.call('DELETE', '/withdrawal-request', { body, ...(await stranger()) });
    expect(answer).toMatchObject({ status: 404, body: unknown });
    expect(await found(request_id)).toMatchObject({ status: 'new' });
  });

  it('refuses a body without an ID, with the published message', async () => {
    const answer = await service.call('DELETE', '/withdrawal-request', { body: {} });
    expect(answer.body).toEqual(
      failure(400, 'request', expect.any(String), { request_id: 'required field' }),
    );
  });

  it('needs the permission to write withdrawals', async () => {
    const token = await service.keyWith('withdrawals:read');
    const body = { request_id: unknownId };
    const answer = await service.call('DELETE', '/withdrawal-request', { body, token });
    expect(answer.body).toEqual(failure(400, 'system', expect.stringContaining('withdrawals:write')));
  });
});

describe('GET /withdrawal-requests', () => {
  it('gives exactly the published shape, newest first', async () => {
    const first = await created(btc({ comment: 'one' }));
    const second = await created(usdt());
    const { sender: _s, fee_included: _f, ...row } = await found(second.request_id);
    const { sender: _t, fee_included: _g, ...other } = await found(first.request_id);
    expect((await list()).body).toEqual(
      success({ success: true, data: [row, other], meta: { limit: 30, offset: 0, total: 2 } }),
    );
  });

  it('is empty for an account without requests', async () => {
    await created(btc());
    const answer = await service.call('GET', '/withdrawal-requests', await stranger());
    expect(answer.body).toEqual(
      success({ success: true, data: [], meta: { limit: 30, offset: 0, total: 0 } }),
    );
  });

  it('filters by each parameter, together as well', async () => {
    const a = await created(btc({ external_id: 'a' }));
    await created(usdt({ external_id: 'b' }));
    await created(usdt({ external_id: 'c', currency: 'USDT', amount: '7' }));
    expect(await ids(`?request_id=${a.request_id}`)).toEqual(['a']);
    expect(await ids('?external_id=b')).toEqual(['b']);
    expect(await ids(`?external_id=b&request_id=${a.request_id}`)).toEqual([]);
    expect(await ids('?currency=USDT')).toEqual(['c', 'b']);
    expect(await ids('?network=btc')).toEqual(['a']);
    expect(await ids('?network=btc&currency=USDT')).toEqual([]);
    expect(await ids('?status=new')).toEqual(['c', 'b', 'a']);
    expect(await ids('?status=error')).toEqual([]);
    expect(await ids('?created_from=2000-01-01&created_to=2000-12-31')).toEqual([]);
    expect(await ids('?created_from=2000-01-01')).toEqual(['c', 'b', 'a']);
    expect(await ids('?external_id=b&network=btc')).toEqual([]);
  });

  it('finds requests by a part of their ID, reference or addresses, from pools and from wallets', async () => {
    const wallet = await service.wallet('bnb', 'user');
    await service.fund(wallet, 'USDT', '200');
    const pool = await created(usdt({ external_id: 'INV_7%A' }));
    await created(usdt({ external_id: 'inv-8', sender: 'user', sender_wallet: wallet.address }));
    await created(btc({ external_id: 'other' }));
    expect(await ids(`?search=${pool.request_id.slice(5, 20).toUpperCase()}`)).toEqual(['INV_7%A']);
    expect(await ids('?search=nv_7')).toEqual(['INV_7%A']);
    expect(await ids(`?search=${encodeURIComponent('7%A')}`)).toEqual(['INV_7%A']);
    expect(await ids('?search=INV')).toEqual(['inv-8', 'INV_7%A']);
    expect(await ids(`?search=${wallet.address.slice(4, 30)}`)).toEqual(['inv-8']);
    expect(await ids(`?search=${outsider('btc').slice(3)}&network=btc`)).toEqual(['other']);
    expect(await ids(`?search=${outsider('btc').slice(3)}&network=bnb`)).toEqual([]);
  });

  it('finds a reference by its middle although another one begins with the same text', async () => {
    await created(btc({ external_id: 'acme-invoice20260' }));
    await created(usdt({ external_id: 'invoice20260-b' }));
    await created(usdt({ external_id: `${outsider('btc')}-refund` }));
    expect(await ids('?search=invoice20260')).toEqual(['invoice20260-b', 'acme-invoice20260']);
    const ofAddress = [`${outsider('btc')}-refund`, 'acme-invoice20260'];
    expect(await ids(`?search=${outsider('btc')}`)).toEqual(ofAddress);
  });

  it('finds a request in the range of the very moment that it shows', async () => {
    // The last three digits are not shown.
    const row = withdrawalRow(service.accountId, 0, { created_at: moment(0, 456) });
    await inTransaction(service.db, async (tx) => {
      await insertRequest(tx, row);
      await countRequest(tx, row);
    });
    const { created_at: at } = await found(row.request_id);
    expect(at).toBe('2025-01-01T00:00:00.000Z');
    expect(await ids(`?created_from=${at}&created_to=${at}`)).toEqual(['order-0']);
    expect(await ids(`?created_to=${at}&external_id=order-0`)).toEqual(['order-0']);
    expect(await ids('?created_to=2024-12-31T23:59:59.999Z')).toEqual([]);
    expect(await ids('?created_from=2025-01-01T00:00:00.001Z')).toEqual([]);
  });

  it('sorts by each field in both directions, and pages give the whole once', async () => {
    const amounts = ['7', '100', '25.5', '7', '100', '9'];
    for (const [i, amount] of amounts.entries()) await created(usdt({ external_id: `n${i}`, amount }));
    const oldest = amounts.map((_, i) => `n${i}`);
    expect(await ids('?sort_direction=asc')).toEqual(oldest);
    expect(await ids('?sort_by=updated_at')).toEqual(oldest.toReversed());
    expect(await ids('?sort_by=status&sort_direction=asc')).toEqual(oldest);
    expect(await ids('?sort_by=amount&sort_direction=asc')).toEqual(['n0', 'n3', 'n5', 'n2', 'n1', 'n4']);
    expect(await ids('?sort_by=amount')).toEqual(['n4', 'n1', 'n2', 'n5', 'n3', 'n0']);
    const pages = [];
    for (let offset = 0; offset < 8; offset += 2) {
      pages.push(...(await ids(`?sort_by=amount&limit=2&offset=${offset}`)));
    }
    expect(pages).toEqual(['n4', 'n1', 'n2', 'n5', 'n3', 'n0']);
    expect((await list('?limit=2&offset=100')).body).toMatchObject({
      data: { data: [], meta: { limit: 2, offset: 100, total: 6 } },
    });
  });

  it.each([
    ['created_from=yesterday', { created_from: 'must be valid ISO date' }],
    ['created_to=2026-02-30', { created_to: 'must be valid ISO date' }],
    ['sort_by=fee', { sort_by: 'unsupported sort field' }],
    ['sort_direction=up', { sort_direction: 'allowed: asc, desc' }],
    ['status=open', { status: 'allowed: new, processing, completed, rejected, error' }],
    ['limit=301', { limit: expect.stringContaining('maximum 300, default 30') }],
    ['offset=-1', { offset: 'must be >= 0' }],
    ['direction=out', { direction: 'unknown parameter' }],
  ])('refuses %s', async (query, data) => {
    const answer = await list(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(failure(400, 'request', expect.any(String), data));
  });

  it('needs the permission to read withdrawals', async () => {
    const token = await service.keyWith('withdrawals:write');
    const answer = await service.call('GET', '/withdrawal-requests', { token });
    expect(answer.body).toEqual(failure(400, 'system', expect.stringContaining('withdrawals:read')));
  });
});
