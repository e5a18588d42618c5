import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { decimal } from '#domain/decimal.ts';
import { walletNetworks } from '#domain/networks.ts';
import { inTransaction } from '#database/transaction.ts';
import { now } from '#domain/clock.ts';
import { postEntries } from '../ledger/ledger.ts';
import { deposit, hold, withdraw } from '../ledger/movements.ts';
import type { WalletRef } from '../ledger/ledger-accounts.ts';
import { failure, setUpService, success } from '../testing.ts';

const service = setUpService();

type List = { count: number; wallets: { address: string; name: string }[] };
const list = async (query = '') => {
  const answer = await service.call('GET', `/wallets${query}`);
  return { ...answer, data: (answer.body as { data: List }).data };
};
const namesOf = ({ data }: { data: List }) => data.wallets.map(({ name }) => name);

async function refund({ address }: WalletRef, id: number, amount: string): Promise<void> {
  await service.db
    .insertInto('refunds')
    .values({
      refund_transaction_id: id,
      account_id: service.accountId,
      wallet_address: address,
      currency: 'ETH',
      amount: decimal(amount),
      deposit_transaction_id: `0x${'ab'.repeat(32)}`,
      refund_wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      created_at: now(),
    })
    .execute();
}

it('answers an account without wallets with an empty list', async () => {
  expect((await list()).body).toEqual(success({ user_id: service.accountId, count: 0, wallets: [] }));
});

it('writes a wallet in exactly the published shape, to the last of 18 decimals', async () => {
  const wallet = await service.wallet('eth', 'accounting', 'Cold “A” é 漢');
  await service.fund(wallet, 'ETH', '1234567.000000000000000001');
  await service.fund(wallet, 'USDT', '0.000001');
  expect((await list()).text).toBe(
    `{"code":"200","error_code":null,"error_message":null,"data":{"user_id":"${service.accountId}","count":1,` +
      `"wallets":[{"address":"${wallet.address}","name":"Cold “A” é 漢","type":"accounting","network":"eth",` +
      `"status":"active","balances":{"USDT":{"available":0.000001},"USDC":{"available":0},` +
      `"ETH":{"available":1234567.000000000000000001}}}]}}`,
  );
});

it('shows refunds only on wallets that have some, oldest first, with exact amounts', async () => {
  const wallet = await service.wallet('eth');
  await service.wallet('eth');
  await refund(wallet, 9_007_199_254_740_991, '0.100000000000000003');
  await refund(wallet, 12, '5');
  const answer = await list();
  expect(answer.data.wallets[0]).not.toHaveProperty('refund');
  expect(answer.text).toContain(
    `"refund":[{"refund_transaction_id":12,"amount":5,"deposit_transaction_id":"0x${'ab'.repeat(32)}",` +
      `"refund_wallet":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","currency":"ETH"},` +
      `{"refund_transaction_id":9007199254740991,"amount":0.100000000000000003,`,
  );
});

it('shows every currency of the network, zero included', async () => {
  for (const network of ['trx', 'eth', 'bnb', 'btc'] as const) await service.wallet(network);
  const zero = { available: 0 };
  expect((await list()).data.wallets.map((wallet) => (wallet as { balances?: unknown }).balances)).toEqual([
    { BTC: zero },
    { USDT: zero, USDC: zero, BNB: zero },
    { USDT: zero, USDC: zero, ETH: zero },
    { USDT: zero, USDC: zero, TRX: zero },
  ]);
});

it('takes held funds off what is available', async () => {
  const wallet = await service.wallet('trx');
  await service.fund(wallet, 'USDT', '100');
  const movement = { accountId: service.accountId, currency: 'USDT', amount: decimal('30.5') } as const;
  await service.post(hold(wallet, movement));
  expect((await list()).text).toContain('"USDT":{"available":69.5}');
});

it('gives pages that are the whole list, newest first, with the exact count on each', async () => {
  for (let i = 1; i <= 7; i += 1) await service.wallet('trx', 'user', `W${i}`);
  const pages = [await list('?limit=3'), await list('?limit=3&offset=3'), await list('?limit=3&offset=6')];
  expect(pages.flatMap(namesOf)).toEqual(['W7', 'W6', 'W5', 'W4', 'W3', 'W2', 'W1']);
  expect(pages.map(({ data }) => data.count)).toEqual([7, 7, 7]);
  expect((await list('?offset=7')).data).toMatchObject({ count: 7, wallets: [] });
  expect((await list('?limit=300&offset=999999999999')).data).toMatchObject({ count: 7, wallets: [] });
});

it('filters by network, type and both, and counts what it found', async () => {
  await service.wallet('trx', 'user', 'A');
  await service.wallet('trx', 'accounting', 'B');
  await service.wallet('eth', 'accounting', 'C');
  expect(namesOf(await list('?network=trx'))).toEqual(['B', 'A']);
  expect(namesOf(await list('?type=accounting'))).toEqual(['C', 'B']);
  expect((await list('?type=accounting&network=trx&limit=1')).data).toMatchObject({
    count: 1,
    wallets: [{ name: 'B' }],
  });
  expect((await list('?network=btc')).data).toMatchObject({ count: 0, wallets: [] });
});

it('searches any part of names and addresses, whatever the case, and takes every character as it is', async () => {
  const desk = await service.wallet('trx', 'user', 'Trading desk 100%');
  await service.wallet('eth', 'user', 'Cold_storage');
  expect(namesOf(await list('?search=ING%20DESK'))).toEqual(['Trading desk 100%']);
  expect(namesOf(await list(`?search=${desk.address.slice(9, 17).toLowerCase()}`))).toEqual([
    'Trading desk 100%',
  ]);
  expect(namesOf(await list('?search=0%25'))).toEqual(['Trading desk 100%']);
  expect(namesOf(await list('?search=d_s'))).toEqual(['Cold_storage']);
  expect((await list('?search=o&limit=1')).data).toMatchObject({ count: 1 });
  expect((await list("?search=x'--")).data).toMatchObject({ count: 0, wallets: [] });
});

it('filters by status and by the currency that a wallet holds', async () => {
  const blocked = await service.wallet('trx', 'user', 'Blocked');
  await service.call('PATCH', '/wallets-status', {
    body: { address: blocked.address, status: 'blocked' },
  });
  const rich = await service.wallet('eth', 'user', 'Rich');
  await service.fund(rich, 'ETH', '0.000000000000000001');
  await service.wallet('eth', 'user', 'Empty');
  expect(namesOf(await list('?status=blocked'))).toEqual(['Blocked']);
  expect(namesOf(await list('?currency=eth'))).toEqual(['Rich']);
  expect((await list('?currency=nothing')).data).toMatchObject({ count: 0 });
});

describe('sorting', () => {
  it('is by name without regard to case, or by age, in either direction', async () => {
    for (const name of ['beta', 'Alpha', 'gamma']) await service.wallet('trx', 'user', name);
    expect(namesOf(await list('?sort_by=name&sort_direction=asc'))).toEqual(['Alpha', 'beta', 'gamma']);
    expect(namesOf(await list('?sort_by=name'))).toEqual(['gamma', 'beta', 'Alpha']);
    expect(namesOf(await list('?sort_direction=asc'))).toEqual(['beta', 'Alpha', 'gamma']);
  });

  it('is by the exact balance in one currency, USDT unless another is asked for', async () => {
    const [one, two, three] = [
      await service.wallet('eth', 'user', 'One'),
      await service.wallet('eth', 'user', 'Two'),
      await service.wallet('eth', 'user', 'Three'),
    ];
    await service.fund(one, 'USDT', '9');
    await service.fund(two, 'USDT', '10');
    await service.fund(one, 'ETH', '1.000000000000000002');
    await service.fund(three, 'ETH', '1.000000000000000001');
    expect(namesOf(await list('?sort_by=balance'))).toEqual(['Two', 'One', 'Three']);
    expect(namesOf(await list('?sort_by=balance&currency=ETH'))).toEqual(['One', 'Three']);
    const pages = [await list('?sort_by=balance&limit=2'), await list('?sort_by=balance&limit=2&offset=2')];
    expect(pages.flatMap(namesOf)).toEqual(['Two', 'One', 'Three']);
  });
});

describe('the address filter', () => {
  it('finds exactly that wallet, however an Ethereum address is spelt', async () => {
    const { address } = await service.wallet('eth', 'user', 'Mine');
    await service.wallet('eth', 'user', 'Other');
    for (const spelt of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
      expect(namesOf(await list(`?address=${spelt}`))).toEqual(['Mine']);
    }
  });

  it('finds a Bitcoin address in capitals, but no Tron address in another case', async () => {
    const bitcoin = await service.wallet('btc', 'user', 'Bitcoin');
    const tron = await service.wallet('trx', 'user', 'Tron');
    expect(namesOf(await list(`?address=${bitcoin.address.toUpperCase()}`))).toEqual(['Bitcoin']);
    expect(namesOf(await list(`?address=${tron.address}`))).toEqual(['Tron']);
    expect(namesOf(await list(`?address=${tron.address.toLowerCase()}`))).toEqual([]);
  });

  it('finds nothing for a part of an address or none at all', async () => {
    const { address } = await service.wallet();
    for (const part of [address.slice(0, 10), 'nobody', '%25', `${address}'--`]) {
      expect((await list(`?address=${encodeURIComponent(part)}`)).data).toMatchObject({ count: 0 });
    }
  });
});

it("never shows another account's wallets", async () => {
  const { address } = await service.wallet();
  await service.db
    .insertInto('accounts')
    .values({ account_id: 'acc_other', name: 'Other', created_at: now() })
    .execute();
  await service.db.updateTable('wallets').set({ account_id: 'acc_other' }).execute();
  expect((await list()).data).toMatchObject({ count: 0, wallets: [] });
  expect((await list(`?address=${address}`)).data).toMatchObject({ count: 0, wallets: [] });
});

const limitRule = 'must be a whole number from 1 to 300: maximum 300, default 100';

it.each([
  ['limit=0', 'limit', limitRule],
  ['limit=301', 'limit', limitRule],
  ['limit=1.5', 'limit', limitRule],
  ['limit=', 'limit', limitRule],
  ['limit=1e2', 'limit', limitRule],
  ['offset=-1', 'offset', 'must be >= 0'],
  ['offset=x', 'offset', 'must be >= 0'],
  ['type=exchange', 'type', 'allowed: user, accounting'],
  ['network=sol', 'network', `allowed: ${walletNetworks.join(', ')}`],
  ['address=', 'address', 'Enter an address (up to 128 characters).'],
  [`address=${'x'.repeat(129)}`, 'address', 'Enter an address (up to 128 characters).'],
  ['address=%00', 'address', 'Remove control characters.'],
  ['status=frozen', 'status', 'allowed: active, inactive, blocked'],
  ['search=', 'search', 'Enter a search text (up to 128 characters).'],
  ['sort_by=age', 'sort_by', 'allowed: created_at, name, balance'],
  ['created_from=2026-01-01', 'created_from', 'unknown parameter'],
  ['limit=1&limit=2', 'limit', 'must be given once'],
  ['type=user&type=user', 'type', 'must be given once'],
])('refuses ?%s and names the parameter', async (query, parameter, rule) => {
  const { status, body } = await list(`?${query}`);
  expect(status).toBe(400);
  expect(body).toEqual(
    failure(400, 'request', `Validation failed: ${parameter}: ${rule}`, { [parameter]: rule }),
  );
});

it('answers 404 not_found, with nothing of the cause, when the list cannot be produced', async () => {
  await service.wallet();
  await sql`alter table refunds rename to refunds_away`.execute(service.db);
  try {
    const { status, body } = await list();
    expect(status).toBe(404);
    expect(body).toEqual(failure(404, 'not_found', 'Getting the wallets failed'));
  } finally {
    await sql`alter table refunds_away rename to refunds`.execute(service.db);
  }
});

it('is one moment of the wallets: its number, its rows and their balances, while funds and wallets come and go', async () => {
  const { accountId, db } = service;
  const one = await service.wallet('eth');
  const other = await service.wallet('eth');
  await service.fund(one, 'ETH', '1.000000000000000001');
  const state = { areWriting: true };
  const moving = async () => {
    const movement = { accountId, currency: 'ETH', amount: decimal('1.000000000000000001') } as const;
    for (let [from, to] = [one, other]; state.areWriting; [from, to] = [to, from]) {
      // Within the account, and all of it at once.
      await inTransaction(db, async (tx) => {
        await postEntries(tx, withdraw(from, movement));
        await postEntries(tx, deposit(to, movement));
      });
    }
  };
  const comingAndGoing = async () => {
    while (state.areWriting) {
      const { address } = await service.wallet('trx');
      await service.call('DELETE', '/wallets', { body: { address } });
    }
  };
  const writing = Promise.all([moving(), comingAndGoing(), comingAndGoing(), comingAndGoing()]);
  const seen = new Set<string>();
  try {
    for (let read = 0; read < 60; read += 1) {
      const held = await service.call('GET', '/wallets?currency=ETH');
      expect(held.text).toContain('"ETH":{"available":1.000000000000000001}');
      expect(held.text).toContain('"count":1,');
      const { data } = await list('?limit=300');
      expect(data.wallets).toHaveLength(data.count);
      seen.add(`${data.count} ${held.text}`);
    }
  } finally {
    state.areWriting = false;
    await writing;
  }
  expect(seen.size).toBeGreaterThan(2);
});
