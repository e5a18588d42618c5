import { afterEach, expect, it } from 'vitest';
import { startAmlCheck } from '#contract/gateway/aml-start.ts';
import { lookAgain, type ProviderCapabilities, readCapabilities } from '#contract/gateway/capabilities.ts';
import { type Session, sessionPath } from '#contract/gateway/sessions.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { deleteWallet, renameWallet } from '#contract/wallet-service/wallet-changes.ts';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useTestDatabase } from '#database/testing.ts';
import { writeIsoTime } from '#domain/time.ts';
import { secret, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { fromOwnPage } from '../testing/http-client.ts';
import {
  asDocumented,
  envelope,
  failure,
  type Respond,
  sendJson,
  type StandInProvider,
  startStandInProvider,
} from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
let provider: StandInProvider;
afterEach(async () => provider.close());

const wallets = [1, 2, 3].map((at) => ({
  address: `T${at}`,
  name: `Desk ${at}`,
  type: 'user',
  network: at === 1 ? 'trx' : 'eth',
  status: 'active',
  balances: {},
}));

/** Lists wallets, filtered by network where `isFiltering`, and is as documented otherwise. */
const listing =
  (isFiltering: () => boolean): Respond =>
  (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://provider');
    if (request.method !== 'GET' || !pathname.endsWith('/wallets')) return asDocumented(request, response);
    const network = isFiltering() ? query.get('network') : null;
    const found = wallets.filter((wallet) => network === null || wallet.network === network);
    const offset = Number(query.get('offset') ?? 0);
    const page = found.slice(offset, offset + Number(query.get('limit') ?? 100));
    sendJson(response, 200, envelope({ user_id: 'u-1', count: found.length, wallets: page }));
  };

async function openGateway(clock: TestClock, delayMs: number) {
  const gateway = await startGateway({
    mode: 'remote',
    deposits: 'provider',
    provider: { kind: 'remote', url: provider.url, without: ['deleteWallet', 'requestAmlReport'] },
    now: clock.now,
    settings: { sessionSecret: secret, providerLookDelayMs: delayMs },
  });
  return async () => {
    const { cookie, get } = await gateway.open('good');
    return Object.assign(get, {
      send: async (path: string, method: 'POST' | 'PUT' | 'DELETE', body: object) =>
        await gateway.send(path, { method, headers: { ...fromOwnPage, cookie }, body }),
    });
  };
}

type Failed = { error_message: string };
type Get = Awaited<ReturnType<Awaited<ReturnType<typeof openGateway>>>>;

async function foundBy(get: Get): Promise<ProviderCapabilities> {
  const { body } = await get(readCapabilities.path);
  return (JSON.parse(body) as { data: { found: ProviderCapabilities } }).data.found;
}

type Options = { isFiltering?: () => boolean; delayMs?: number };

async function start({ isFiltering = () => true, delayMs = 0 }: Options = {}) {
  const clock = new TestClock();
  provider = await startStandInProvider();
  provider.respond = listing(isFiltering);
  const open = await openGateway(clock, delayMs);
  const get = await open();
  const find = () => foundBy(get);
  const stateOf = async (operation: string, aspect: string) =>
    (await find()).capabilities.find((one) => one.operation === operation && one.aspect === aspect)?.state;
  const isDone = async () => {
    await expect.poll(async () => (await find()).looked_at).toBe(writeIsoTime(clock.now()));
  };
  return { open, get, send: get.send, stateOf, isDone, clock };
}

it('looks in the background at the first sign-in and once a day, whatever the process, and only reads', async () => {
  const { open, isDone, clock, stateOf } = await start();
  await isDone();
  expect(await stateOf('listWallets', 'network')).toBe('proved');
  expect(await stateOf('listWallets', 'type')).toBe('disproved');
  expect(new Set(provider.received.map(({ method }) => method))).toEqual(new Set(['GET']));
  const looked = provider.received.length;
  const other = await openGateway(clock, 0);
  for (const gateway of [open, other]) {
    clock.advance({ hours: 6 });
    provider.received.length = 0;
    await (
      await gateway()
    )(readCapabilities.path);
    // Whose key it is.
    expect(provider.received.length).toBeLessThan(looked / 4);
  }
  clock.advance({ hours: 13 });
  provider.received.length = 0;
  const get = await other();
  await expect.poll(() => provider.received.length).toBeGreaterThan(looked / 2);
  await expect.poll(async () => (await foundBy(get)).looked_at).toBe(writeIsoTime(clock.now()));
});

it('looks again at what changed while it was looking, if asked to', async () => {
  let isFiltering = false;
  const { send, stateOf, isDone } = await start({ isFiltering: () => isFiltering });
  // The list is looked at first. What comes after it waits until the provider has changed.
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  const respond = provider.respond;
  provider.respond = (request, response) => {
    if (!request.url.includes('/transactions')) return respond(request, response);
    void changed.then(() => respond(request, response));
  };
  await expect.poll(async () => stateOf('listWallets', 'network')).toBe('disproved');
  isFiltering = true;
  expect((await send(lookAgain.path, 'POST', {})).status).toBe(200);
  change();
  await isDone();
  expect(await stateOf('listWallets', 'network')).toBe('proved');
});

it('corrects what a later response contradicts', async () => {
  let isFiltering = true;
  const { get, stateOf, isDone } = await start({ isFiltering: () => isFiltering });
  await isDone();
  expect(await stateOf('listWallets', 'network')).toBe('proved');
  isFiltering = false;
  await get(`${listWallets.path}?network=trx`);
  expect(await stateOf('listWallets', 'network')).toBe('disproved');
});

it('knows an operation as missing after its first 405, or by the setting', async () => {
  const { stateOf, send, get } = await start({ delayMs: Number.POSITIVE_INFINITY });
  expect(await stateOf('deleteWallet', 'operation')).toBe('disproved');
  expect(await stateOf('createWithdrawalRequest', 'operation')).toBeUndefined();
  provider.respond = (request, response) => {
    if (request.method === 'GET') listing(() => true)(request, response);
    else sendJson(response, 405, failure(405, 'request', 'Method not allowed'));
  };
  const body = {
    amount: '1',
    network: 'trx',
    currency: 'USDT',
    sender: 'exchange',
    external_id: 'a',
    recipient_wallet: 'TYDzsYUEpvnYmQk4zGP9sWWcTEd2MiAtW6',
  };
  expect((await send(createWithdrawalRequest.path, 'POST', body)).status).toBe(405);
  expect(await stateOf('createWithdrawalRequest', 'operation')).toBe('disproved');
  const session = JSON.parse((await get(sessionPath)).body) as { data: Session };
  expect(session.data.missing_operations).toEqual([
    'createWithdrawalRequest',
    'deleteWallet',
    'requestAmlReport',
  ]);
});

it('sends the provider nothing that the settings say it lacks, and says so to people and programs', async () => {
  const { send } = await start({ delayMs: Number.POSITIVE_INFINITY });
  provider.received.length = 0;
  const refused = [
    await send(deleteWallet.path, 'DELETE', { address: 'T1' }),
    await send(startAmlCheck.path, 'POST', {
      value: 'TYDzsYUEpvnYmQk4zGP9sWWcTEd2MiAtW6',
      network: 'trx',
      recent_days: 0,
    }),
  ];
  expect(refused.map(({ status, body }) => [status, (JSON.parse(body) as Failed).error_message])).toEqual([
    [405, 'This provider doesn’t support deleting wallets through its interface.'],
    [405, 'This provider doesn’t support AML checks through its interface.'],
  ]);
  expect(provider.received).toEqual([]);
});

it.each([
  ['a wallet that is not there', 'T9', 'Wallet not found', undefined],
  ['a wallet that is there', 'T1', 'Wallet not found', 'disproved'],
  ['a path that is not there', 'T9', 'Cannot PUT /wallets', 'disproved'],
])('takes a 404 about %s for what it is', async (_name, address, message, state) => {
  const { stateOf, send } = await start({ delayMs: Number.POSITIVE_INFINITY });
  provider.respond = (request, response) => {
    if (request.method === 'GET') listing(() => true)(request, response);
    else sendJson(response, 404, failure(404, 'not_found', message));
  };
  await send(renameWallet.path, 'PUT', { address, name: 'New' });
  expect(await stateOf('renameWallet', 'operation')).toBe(state);
});
