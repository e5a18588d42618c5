import type { KyselyPlugin } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { bookOnlyFailure, createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useTestDatabase } from '#database/testing.ts';
import { docOf } from '../../openapi/operation-docs.ts';
import { addresses, keepBook } from '../testing/book-keeper.ts';
import { type RunningGateway, setUpGateways, TestClock } from '../testing/gateway-harness.ts';
import { payingService, type PayingService } from '../testing/paying-service.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope, failure, sendJson } from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const remote = setUpRemoteGateways(database);
const path = createWithdrawalRequest.path;
const words = docOf('createWithdrawalRequest').failures?.[bookOnlyFailure.when];

const request = {
  amount: '1',
  network: 'eth',
  currency: 'ETH',
  sender: 'exchange',
  external_id: 'payout-1',
  recipient_wallet: addresses.eth as string,
};

let clock: TestClock;
let gateway: RunningGateway;
let service: PayingService;

beforeEach(async () => {
  clock = new TestClock();
  service = payingService('good', 'other');
  gateway = await start({ provider: service, now: clock.now });
});

const paidTo = () => service.paid.map(({ recipient_wallet: recipient }) => recipient);

let orders = 0;

/**
 * As curl would: nothing but the cookie or the key, and the header that browsers send from the console's own page. A
 * new request each time, unless its external id is given.
 */
const pay = async (headers: Record<string, string>, changes: object = {}, search = '') =>
  gateway.send(`${path}${search}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: { ...request, external_id: `order-${(orders += 1)}`, ...changes },
  });

const notInBook = { code: '400', error_code: 'request', error_message: words?.message, data: words?.data };

describe('an account that withdraws only to its address book', () => {
  it.each(['a session’s cookie', 'a key of its own'])(
    'is refused another address with %s, as documented, and the service never sees the request',
    async (sentWith) => {
      const { cookie, setRules, add } = await keepBook(gateway, 'good');
      const headers: Record<string, string> =
        sentWith === 'a key of its own' ? { token: 'good' } : { cookie };
      expect((await pay(headers)).status).toBe(200);
      await setRules(true);
      const refused = await pay(headers);
      expect(refused.status).toBe(400);
      expect(refused.json()).toEqual(notInBook);
      expect(paidTo()).toEqual([addresses.eth]);
      await add({ address: addresses.otherEth });
      expect((await pay(headers)).json()).toEqual(notInBook);
      expect((await pay(headers, { recipient_wallet: addresses.otherEth })).status).toBe(200);
      expect(paidTo()).toEqual([addresses.eth, addresses.otherEth]);
    },
  );

  it('is paid at an address of its book, however either is spelt', async () => {
    const { setRules, add } = await keepBook(gateway, 'good');
    await setRules(true);
    await add({ address: addresses.eth.toLowerCase() });
    await add({ network: 'btc', address: addresses.btc.toUpperCase() });
    const headers = { token: 'good' };
    const digits = addresses.eth.slice(2);
    for (const recipient_wallet of [
      addresses.eth,
      addresses.eth.toLowerCase(),
      `0x${digits.toUpperCase()}`,
      ` ${addresses.eth} `,
    ]) {
      const { status } = await pay(headers, { recipient_wallet });
      expect([recipient_wallet, status]).toEqual([recipient_wallet, 200]);
    }
    for (const recipient_wallet of [addresses.btc, addresses.btc.toUpperCase()]) {
      const { status } = await pay(headers, { network: 'btc', recipient_wallet });
      expect([recipient_wallet, status]).toEqual([recipient_wallet, 200]);
    }
  });

  it('is not paid at the same address of another network', async () => {
    const { setRules, add } = await keepBook(gateway, 'good');
    await setRules(true);
    await add();
    expect((await pay({ token: 'good' }, { network: 'bnb' })).json()).toEqual(notInBook);
  });

  it('is not paid at an address in its waiting period, and is paid from the announced moment on', async () => {
    const { setRules, add } = await keepBook(gateway, 'good');
    await setRules(true, 24);
    await add();
    clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    const refusal =
      'This address is in the address book as “Supplier”, but its waiting period ends at 2026-01-03 03:04:05 UTC';
    expect((await pay({ token: 'good' })).json()).toEqual({
      code: '400',
      error_code: 'request',
      error_message: refusal,
      data: { recipient_wallet: refusal },
    });
    clock.advance({ seconds: 1 });
    expect((await pay({ token: 'good' })).status).toBe(200);
  });

  it('is refused from the request on that follows the setting, or the deletion of the entry', async () => {
    const { setRules, add, remove } = await keepBook(gateway, 'good');
    const { id, version } = await add();
    await setRules(true);
    expect((await pay({ token: 'good' })).status).toBe(200);
    await remove({ id, version });
    expect((await pay({ token: 'good' })).json()).toEqual(notInBook);
    await setRules(false);
    expect((await pay({ token: 'good' })).status).toBe(200);
  });

  it('is not let through by lifting the rules, before the cooling-off is over', async () => {
    const { setRules } = await keepBook(gateway, 'good');
    await setRules(true, 24);
    await setRules(false, 0);
    expect((await pay({ token: 'good' })).json()).toEqual(notInBook);
    clock.advance({ hours: 24 });
    expect((await pay({ token: 'good' })).status).toBe(200);
  });

  it('leaves other accounts alone, and its book is of no use to them', async () => {
    const { setRules, add } = await keepBook(gateway, 'good');
    await setRules(true);
    expect((await pay({ token: 'other' })).status).toBe(200);
    await add();
    await (await keepBook(gateway, 'other')).setRules(true);
    expect((await pay({ token: 'other' })).json()).toEqual(notInBook);
  });

  it("has its own rules read, and no other account's, for each request", async () => {
    const asked = new WeakSet<object>();
    let read = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        if (JSON.stringify(node).includes('"account_settings"')) asked.add(queryId);
        return node;
      },
      transformResult: async ({ result, queryId }) => {
        if (asked.has(queryId)) read += result.rows.length;
        return result;
      },
    };
    const provider = payingService('good', 'other', 'third');
    gateway = await start({ provider, now: clock.now, db: database.db.withPlugin(counting) });
    for (const key of ['good', 'other', 'third']) await (await keepBook(gateway, key)).setRules(true);
    read = 0;
    expect((await pay({ token: 'good' })).json()).toEqual(notInBook);
    expect(read).toBe(1);
  });

  it.each([
    ['no recipient', { recipient_wallet: undefined }, '', 'recipient_wallet'],
    ['a recipient that is none', { recipient_wallet: 'x' }, '', 'recipient_wallet'],
    ['a list of recipients', { recipient_wallet: [addresses.eth] }, '', 'recipient_wallet'],
    ['an unknown network', { network: 'doge' }, '', 'network'],
    ['an unknown field', { recipient: addresses.otherEth }, '', 'recipient'],
    ['a recipient in the query', {}, `?recipient_wallet=${addresses.otherEth}`, 'recipient_wallet'],
  ])('is refused a request with %s', async (_what, changes, search, field) => {
    const { setRules, add } = await keepBook(gateway, 'good');
    await setRules(true);
    await add();
    const refused = await pay({ token: 'good' }, changes, search);
    expect(refused.json()).toMatchObject({
      code: '400',
      error_code: 'request',
      data: { [field]: expect.any(String) },
    });
    expect(paidTo()).toEqual([]);
  });

  it('is refused when the rules that are stored cannot be read', async () => {
    await (await keepBook(gateway, 'good')).setRules(false);
    await database.db
      .updateTable('account_settings')
      .set({ value: JSON.stringify({ value: 'anything' }) })
      .execute();
    expect((await pay({ token: 'good' })).status).toBe(500);
    expect(paidTo()).toEqual([]);
  });
});

const sent = () => remote.provider.received.filter(({ method }) => method === 'POST');

describe('in front of a remote provider', () => {
  it.each(['a session’s cookie', 'a key of its own'])(
    'the address book holds as well, with %s, before the provider is asked',
    async (sentWith) => {
      gateway = await remote.start();
      const { cookie, setRules, add } = await keepBook(gateway, 'good');
      const headers: Record<string, string> =
        sentWith === 'a key of its own' ? { token: 'good' } : { cookie };
      await setRules(true);
      expect((await pay(headers)).json()).toEqual(notInBook);
      expect((await pay(headers, { recipient: addresses.eth })).status).toBe(400);
      expect((await pay(headers, {}, '?recipient_wallet=x')).status).toBe(400);
      expect(sent()).toEqual([]);
      await add();
      expect((await pay(headers, { external_id: request.external_id })).status).toBe(200);
      expect(sent().map(({ body }) => JSON.parse(body) as unknown)).toEqual([request]);
    },
  );

  it('an unknown key is refused without asking for a payment', async () => {
    gateway = await remote.start();
    await (await keepBook(gateway, 'good')).setRules(true);
    expect((await pay({ token: 'bad' })).status).toBe(401);
    expect(sent()).toEqual([]);
  });

  it('a key of an unknown account is refused while another account has such rules', async () => {
    gateway = await remote.start();
    const { setRules } = await keepBook(gateway, 'good');
    const documented = remote.provider.respond;
    remote.provider.respond = (asked, response) => {
      if (asked.headers['token'] === 'good') documented(asked, response);
      else if (asked.url.includes('/test')) sendJson(response, 200, envelope({ result: 'success' }));
      else if (asked.method === 'POST') sendJson(response, 200, envelope({ success: true }));
      else sendJson(response, 400, failure(400, 'system', 'The key lacks permission'));
    };
    expect((await pay({ token: 'secretive' })).status).toBe(200);
    await setRules(true);
    const own = await keepBook(gateway, 'secretive');
    await own.add();
    await own.setRules(true);
    for (const headers of [{ token: 'secretive' }, { cookie: own.cookie }]) {
      expect((await pay(headers)).json()).toMatchObject({
        code: '400',
        error_code: 'request',
        data: {
          recipient_wallet: expect.stringContaining(
            'This address can’t be checked against the address book, because the wallet service doesn’t report whose API key this is',
          ),
        },
      });
    }
    expect(sent()).toHaveLength(1);
  });

  it("a key whose account can't be looked up now gets that reason, and not that it may not withdraw there", async () => {
    gateway = await remote.start();
    await (await keepBook(gateway, 'good')).setRules(true);
    const documented = remote.provider.respond;
    remote.provider.respond = (asked, response) => {
      if (asked.headers['token'] === 'good') documented(asked, response);
      else if (asked.method === 'POST') sendJson(response, 200, envelope({ success: true }));
      else sendJson(response, 503, failure(503, 'system', 'Under maintenance'));
    };
    const refused = await pay({ token: 'of another account' });
    expect(refused.status).toBe(502);
    expect(refused.json()).toMatchObject({
      error_message: expect.stringMatching(/^The withdrawal wasn’t sent.*maintenance/),
    });
    expect(sent()).toEqual([]);
  });
});
