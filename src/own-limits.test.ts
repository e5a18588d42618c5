import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Operation } from '#contract/operation.ts';
import { permissions } from '#contract/permissions.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { createWallet } from '#contract/wallet-service/wallet-changes.ts';
import { useTestDatabase } from '#database/testing.ts';
import { decimal } from '#domain/decimal.ts';
import { send } from './gateway/testing/http-client.ts';
import { setUpRemoteGateways } from './gateway/testing/remote-harness.ts';
import { asDocumented, envelope, sendJson } from './gateway/testing/stand-in-provider.ts';
import { addUser, type TestUser } from './gateway/users/testing-users.ts';
import { insertAccountKeys } from './service/addresses/address-chains.ts';
import { sandboxAccountKeys } from './service/addresses/sandbox-phrase.ts';
import { insertAccount } from './service/keys/accounts.store.ts';
import { insertKey } from './service/keys/keys.store.ts';
import { receiveDeposit } from './service/testing-deposits.ts';
import { outsider } from './service/withdrawals/testing-withdrawals.ts';
import { startTestingApp, type TestingApp } from './testing-app.ts';
import {
  addLimited,
  askForMore,
  expectRefusedElsewhere,
  failuresOfPlace,
  failuresWithin,
  fill,
  idIn,
  limitRefusal,
  type Network,
  onTron,
  operationOf,
  refusedOn,
  roleId,
  type World,
} from './testing-limits.ts';

const database = useTestDatabase();
const remote = setUpRemoteGateways(database);

const refused = askForMore('You can change only wallets tagged “Treasury”');

describe('in front of our own wallet service', () => {
  let running: TestingApp;
  let world: World;
  let account: { id: string; apiKey: string };

  beforeEach(async () => {
    await insertAccountKeys(database.db, sandboxAccountKeys);
    running = await startTestingApp(database.database);
    const id = await insertAccount(database.db, 'Account');
    const { token } = await insertKey(database.db, {
      accountId: id,
      name: 'Key',
      permissions: [...permissions],
    });
    account = { id, apiKey: token };
    world = {
      ask: async ({ headers }, { method, path }, body) =>
        send(running.address, path, { method, headers, ...(body !== undefined && { body }) }),
    };
  });
  afterEach(async () => await running.app.close());

  const program = async (operation: Operation, body: object) =>
    send(running.address, operation.path, {
      method: operation.method,
      headers: { token: account.apiKey },
      body,
    });

  const makeWallet = async (network: Network) =>
    idIn(
      await program(createWallet, { name: network, network, type: 'user' }),
      ({ address }: { address: string }) => address,
    );

  const makePlace = async (network: Network, administrator: TestUser) => {
    const wallet = await makeWallet(network);
    const funds = { currency: 'USDT', amount: decimal('1000') } as const;
    await receiveDeposit(database.db, account.id, { network, address: wallet }, funds);
    const payment = {
      amount: '50',
      network,
      currency: 'USDT',
      sender: 'user',
      sender_wallet: wallet,
      external_id: `made ${network}`,
      recipient_wallet: outsider(network, 2),
    };
    const made = await program(createWithdrawalRequest, payment);
    const withdrawal = idIn(made, (data: { data: { request_id: string } }) => data.data.request_id);
    return await fill(database, world, administrator, account, { network, wallet, withdrawal });
  };

  it('lets a user who is limited to a network change everything there, and nothing elsewhere', async () => {
    const { id: accountId, apiKey } = account;
    const administrator = await addUser(database, { accountId, apiKey });
    const [within, elsewhere] = [
      await makePlace('trx', administrator),
      await makePlace('eth', administrator),
    ];
    const user = await addLimited(database, account, onTron);
    await expectRefusedElsewhere(world, user, elsewhere);
    const list = await world.ask(user, operationOf('listWallets'));
    const untouched = { address: elsewhere.wallet, name: 'eth', status: 'active' };
    // What is refused is still seen.
    expect(list.json()).toMatchObject({ data: { wallets: [untouched, { name: 'trx', status: 'active' }] } });
    const failures = [
      ['createWithdrawalRequest', 'Insufficient funds'],
      ...failuresOfPlace,
      ['deleteWallet', expect.stringContaining('it still holds 980 USDT')],
    ];
    expect(await failuresWithin(world, user, within)).toEqual(failures);
    // The same requests are refused for no other reason.
    expect(await failuresWithin(world, administrator, elsewhere)).toEqual(failures);
  });

  it('lets a user who is limited to a tag change wallets that have it, and neither add nor remove tags', async () => {
    const { id: accountId, apiKey } = account;
    const administrator = await addUser(database, { accountId, apiKey });
    const [tagged, other] = [await makeWallet('trx'), await makeWallet('eth')];
    const note = { version: 0, note: '' };
    const write = operationOf('changeWalletNotes');
    expect(
      (await world.ask(administrator, write, { ...note, address: tagged, tags: ['TREASURY'] })).status,
    ).toBe(200);
    const user = await addLimited(database, account, { networks: [], wallet_tags: ['Treasury'] });
    const ask = async (id: string, body: object) =>
      limitRefusal(await world.ask(user, operationOf(id), body));

    expect(await ask('renameWallet', { address: tagged, name: 'Ours' })).toBeUndefined();
    expect(await ask('renameWallet', { address: other, name: 'Ours' })).toBe(refused);
    expect(await ask('renameWallet', { address: other.toLowerCase(), name: 'Ours' })).toBe(refused);
    expect(await ask('setWalletStatus', { address: other, status: 'blocked' })).toBe(refused);
    expect(await ask('deleteWallet', { address: other })).toBe(refused);
    expect(await ask('createWallet', { name: 'New', network: 'trx', type: 'user' })).toBe(
      askForMore('Your limits require a wallet tag, so you can’t create wallets'),
    );
    expect(await ask('changeWalletNotes', { ...note, address: other, tags: ['Treasury'] })).toBe(refused);
    const noted = { address: tagged, version: 1, note: 'Mine' };
    const tagRefusal = askForMore('Users limited by wallet tag can’t change tags');
    for (const tags of [[], ['TREASURY', 'Payroll'], ['Payroll']]) {
      expect(await ask('changeWalletNotes', { ...noted, tags })).toBe(tagRefusal);
    }
    expect(await ask('changeWalletNotes', { ...noted, tags: ['TREASURY'] })).toBeUndefined();

    const paid = { amount: '20', network: 'trx', currency: 'USDT', recipient_wallet: outsider('trx') };
    const pay = async (from: object) =>
      await ask('createWithdrawalRequest', { ...paid, external_id: 'x', ...from });
    expect(await pay({ sender: 'user', sender_wallet: tagged })).toBeUndefined();
    expect(await pay({ sender: 'user', sender_wallet: other, network: 'eth' })).toBe(refused);
    expect(await pay({ sender: 'exchange' })).toBe(
      askForMore('You can withdraw only from wallets with your tags, not from the exchange pool'),
    );
    const subject = { value: outsider('eth', 3), network: 'eth', recent_days: 0 };
    expect(await ask('startAmlCheck', { ...subject, payer_address: other })).toBe(refused);
    expect(await ask('startAmlCheck', subject)).toBeUndefined();
  });

  it('counts limits from the next request on, and not for administrators', async () => {
    const user = await addLimited(database, account, onTron);
    const create = operationOf('createWallet');
    const body = { name: 'New', network: 'eth', type: 'user' };
    expect(limitRefusal(await world.ask(user, create, body))).toBe(refusedOn);
    const grant = async (roles: string[]) =>
      database.db
        .updateTable('memberships')
        .set({ roles: JSON.stringify(roles) })
        .where('user_id', '=', user.userId)
        .execute();
    await grant([roleId, 'administrator']);
    expect((await world.ask(user, create, body)).status).toBe(200);
    await grant([roleId]);
    expect(limitRefusal(await world.ask(user, create, body))).toBe(refusedOn);
  });
});

describe('in front of a remote provider', () => {
  const wallets = [
    { address: outsider('trx', 4), network: 'trx', withdrawal: 'wd_trx' },
    { address: outsider('eth', 4), network: 'eth', withdrawal: 'wd_eth' },
  ] as const;

  it('refuses a change elsewhere before it reaches the provider', async () => {
    const gateway = await remote.start();
    remote.provider.respond = (request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://provider');
      const id = searchParams.get('request_id');
      const paying = wallets.find(({ withdrawal }) => withdrawal === id);
      if (pathname.endsWith('/wallets') && request.method === 'GET') {
        const rows = wallets.map(({ address, network }) => ({
          address,
          network: network.toUpperCase(),
          name: network,
          balances: {},
        }));
        sendJson(response, 200, envelope({ user_id: 'u-1', count: rows.length, wallets: rows }));
      } else if (paying !== undefined) {
        const made = {
          request_id: id,
          network: paying.network,
          sender_wallet: paying.address,
          external_id: 'x',
        };
        const rest = { amount: '1', currency: 'USDT', recipient_wallet: 'T', fee: '0', status: 'new' };
        const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
        sendJson(response, 200, envelope({ success: true, data: { ...made, ...rest, ...times } }));
      } else asDocumented(request, response);
    };
    const account = { id: 'u-1', apiKey: 'good', walletService: remote.provider.url.href };
    const world: World = {
      ask: async ({ headers }, { method, path }, body) =>
        gateway.send(path, { method, headers, ...(body !== undefined && { body }) }),
    };
    const { walletService } = account;
    const administrator = await addUser(database, { accountId: account.id, apiKey: 'good', walletService });
    const [within, elsewhere] = await Promise.all(
      wallets.map(async ({ network, address, withdrawal }) =>
        fill(database, world, administrator, account, { network, wallet: address, withdrawal }),
      ),
    );
    if (within === undefined || elsewhere === undefined) throw new Error('There are two places.');
    const user = await addLimited(database, account, onTron);
    remote.provider.received.length = 0;
    await expectRefusedElsewhere(world, user, elsewhere);
    const changed = remote.provider.received.filter(
      ({ method, url }) => method !== 'GET' && !url.includes('/aml-report'),
    );
    expect(changed).toEqual([]);
    expect(await failuresWithin(world, user, within)).toEqual([
      ...failuresOfPlace,
      ['deleteWallet', expect.stringContaining('it isn’t known to be empty')],
    ]);

    // An unknown field may be one that the provider knows, and a wallet that it doesn't list may be anywhere.
    const create = operationOf('createWallet');
    const hidden = await world.ask(user, create, { name: 'New', network: 'trx', type: 'user', chain: 'eth' });
    expect(hidden.status).toBe(400);
    const unlisted = { address: outsider('trx', 5), name: 'Other' };
    expect((await world.ask(user, operationOf('renameWallet'), unlisted)).status).toBe(404);
    remote.provider.respond = (_request, response) => sendJson(response, 500, '{}');
    const unread = await world.ask(user, operationOf('renameWallet'), {
      address: wallets[0].address,
      name: 'x',
    });
    expect(limitRefusal(unread)).toBe(
      'We couldn’t confirm that this wallet is within your limits. Try again',
    );
    const unknown = await world.ask(user, operationOf('deleteWithdrawalRequest'), {
      request_id: wallets[0].withdrawal,
    });
    expect(limitRefusal(unknown)).toBe(
      'We couldn’t determine the network, so we can’t check it against your limits',
    );
  });
});
