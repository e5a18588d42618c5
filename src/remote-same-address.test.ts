import { expect, it } from 'vitest';
import { changeWalletNotes } from '#contract/gateway/wallet-notes.ts';
import { deleteWallet, renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import type { Operation } from '#contract/operation.ts';
import { useTestDatabase } from '#database/testing.ts';
import { currenciesOf, type Network } from '#domain/networks.ts';
import { setUpRemoteGateways } from './gateway/testing/remote-harness.ts';
import { asDocumented, envelope, sendJson } from './gateway/testing/stand-in-provider.ts';
import { addUser } from './gateway/users/testing-users.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';
import { addLimited, askForMore, limitRefusal } from './testing-limits.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

const shared = outsider('eth', 1);

type Row = Record<string, unknown> & { address: string };

const wallet = (network: Network, address: string, available = 0): Row => ({
  address,
  network,
  name: network,
  type: 'user',
  status: 'active',
  balances: Object.fromEntries(currenciesOf(network).map((currency) => [currency, { available }])),
});

/** The same address on Ethereum and, further down the list, on BNB Chain. */
const bothOf = (availableOnBnb = 0): Row[] => [
  wallet('eth', shared),
  ...Array.from({ length: 60 }, (_, at) => wallet('trx', outsider('trx', at))),
  wallet('bnb', shared, availableOnBnb),
];

type Pages = { isFiltering?: boolean; hasPages?: boolean; countOf?: (all: Row[], page: Row[]) => number };

/** A provider with pages of at most 50 wallets. */
async function start(rows: Row[], { isFiltering = false, hasPages = true, countOf }: Pages = {}) {
  const gateway = await remote.start();
  remote.provider.respond = (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://provider');
    if (request.method !== 'GET' || !pathname.endsWith('/wallets')) return asDocumented(request, response);
    const wanted = query.get('address')?.toLowerCase();
    const all = isFiltering && wanted ? rows.filter(({ address }) => address.toLowerCase() === wanted) : rows;
    const offset = hasPages ? Number(query.get('offset') ?? 0) : 0;
    const page = all.slice(offset, offset + Math.min(50, Number(query.get('limit') ?? 100)));
    const count = countOf === undefined ? all.length : countOf(all, page);
    return sendJson(response, 200, envelope({ user_id: 'u-1', count, wallets: page }));
  };
  const account = { id: 'u-1', apiKey: 'good', walletService: remote.provider.url.href };
  const requests = (method: string) =>
    remote.provider.received.filter((each) => each.method === method && each.url.includes('/wallets')).length;
  const send = async ({ path, method }: Operation, headers: Record<string, string>, body: object) =>
    await gateway.send(path, { method, headers, body });
  const remove = async (address: string) => {
    const answer = await send(deleteWallet, { token: 'good' }, { address });
    return { status: answer.status, reason: (answer.json() as { error_message: string }).error_message };
  };
  return { account, requests, send, remove };
}

it('deletes no wallet whose address holds funds on another network', async () => {
  const { remove, requests } = await start(bothOf(3));
  expect(await remove(shared)).toEqual({
    status: 400,
    reason: 'A wallet with a balance can’t be deleted. Withdraw the funds first: 3 USDT, 3 USDC, and 3 BNB.',
  });
  expect(requests('DELETE')).toBe(0);
});

it('deletes a wallet that is empty on each network', async () => {
  const { remove, requests } = await start(bothOf());
  expect((await remove(shared)).status).toBe(200);
  expect(requests('DELETE')).toBe(1);
});

it.each([
  ['shows its first page only', { hasPages: false }],
  ['counts too many wallets', { countOf: (all) => all.length + 1 }],
  ['counts the wallets on each page', { countOf: (_all, page) => page.length }],
] satisfies [string, Pages][])('deletes no such wallet in front of a provider that %s', async (_, pages) => {
  const { remove, requests } = await start(bothOf(), pages);
  expect(await remove(shared)).toEqual({
    status: 400,
    reason: expect.stringContaining('may be on another network, too'),
  });
  expect(requests('DELETE')).toBe(0);
  // No other network can have this one.
  expect((await remove(outsider('trx', 2))).status).toBe(200);
});

it('reads no further than the wallets with the address, if the provider filters by it', async () => {
  const { remove, requests } = await start(bothOf(), { isFiltering: true });
  expect((await remove(shared)).status).toBe(200);
  expect(requests('GET')).toBe(1);
});

it('reads no further than the first wallet, if no other network can have its address', async () => {
  const { remove, requests } = await start(bothOf());
  expect((await remove(outsider('trx', 2))).status).toBe(200);
  expect(requests('GET')).toBe(1);
});

it('lets no limited user change a wallet whose address is on another network, too', async () => {
  const { account, send } = await start(bothOf());
  const user = await addLimited(database, account, { networks: ['eth'], wallet_tags: [] });
  const refusal = limitRefusal(await send(renameWallet, user.headers, { address: shared, name: 'Mine' }));
  expect(refusal).toBe(askForMore('You can make changes only on Ethereum'));
});

it('lets no limited user change a wallet that may be on another network, too', async () => {
  const { account, send } = await start(bothOf(), { hasPages: false });
  const user = await addLimited(database, account, { networks: ['eth'], wallet_tags: [] });
  const refusal = limitRefusal(await send(renameWallet, user.headers, { address: shared, name: 'Mine' }));
  expect(refusal).toMatch(/may be on another network, too, so we can’t check it/);
});

it('finds the paying wallet of a user with a tag limit on its own network', async () => {
  const { account, send } = await start(bothOf());
  const { headers } = await addUser(database, { ...account, accountId: account.id });
  const noted = { address: shared, version: 0, note: '', tags: ['Treasury'] };
  expect((await send(changeWalletNotes, headers, noted)).status).toBe(200);
  const user = await addLimited(database, account, { networks: [], wallet_tags: ['Treasury'] });
  const payment = {
    amount: '1',
    network: 'bnb',
    currency: 'USDT',
    sender: 'user',
    sender_wallet: shared,
    external_id: 'x',
    recipient_wallet: outsider('eth', 2),
  };
  expect(limitRefusal(await send(createWithdrawalRequest, user.headers, payment))).toBeUndefined();
});
