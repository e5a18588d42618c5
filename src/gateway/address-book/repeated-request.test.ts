import { beforeEach, describe, expect, it } from 'vitest';
import { createWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useTestDatabase } from '#database/testing.ts';
import { addresses, keepBook } from '../testing/book-keeper.ts';
import { type RunningGateway, setUpGateways } from '../testing/gateway-harness.ts';
import { payingService, type PayingService } from '../testing/paying-service.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope, sendJson } from '../testing/stand-in-provider.ts';

const database = useTestDatabase();
const start = setUpGateways(database);
const remote = setUpRemoteGateways(database);

const request = {
  amount: '1',
  network: 'eth',
  currency: 'ETH',
  sender: 'exchange',
  external_id: 'payout-1',
  recipient_wallet: addresses.eth as string,
};

let gateway: RunningGateway;
let service: PayingService;

beforeEach(async () => {
  service = payingService('good');
  gateway = await start({ provider: service });
});

const pay = async (headers: Record<string, string>, changes: object = {}) =>
  gateway.send(createWithdrawalRequest.path, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: { ...request, ...changes },
  });

const refused = {
  code: '400',
  data: { recipient_wallet: expect.stringContaining('isn’t in the address book') },
};

describe('an account that withdraws only to its address book, and sends again what was requested before', () => {
  it('is given the request that was made before, when it is sent again, and pays nothing by that', async () => {
    const { cookie, setRules } = await keepBook(gateway, 'good');
    const first = await pay({ token: 'good' });
    await setRules(true);
    for (const headers of [{ token: 'good' }, { cookie }]) {
      const again = await pay(headers, {
        recipient_wallet: addresses.eth.toLowerCase(),
        amount: '1.0',
      });
      expect(again.status).toBe(200);
      expect(again.json()).toEqual(first.json());
    }
    expect(service.paid).toHaveLength(1);
  });

  it.each([
    ['another external id', { external_id: 'payout-2' }],
    ['another amount', { amount: '1.1' }],
    ['another recipient', { recipient_wallet: addresses.otherEth }],
    ['another network', { network: 'bnb' }],
    ['another currency', { currency: 'USDT' }],
    ['a comment', { comment: 'Twice' }],
    ['the fee on top', { fee_included: false }],
    ['another source', { sender: 'user', sender_wallet: addresses.otherEth }],
  ])('is refused with %s, and nothing is paid', async (_what, changes) => {
    const { setRules } = await keepBook(gateway, 'good');
    await pay({ token: 'good' });
    await setRules(true);
    expect((await pay({ token: 'good' }, changes)).json()).toMatchObject(refused);
    expect(service.paid).toHaveLength(1);
  });
});

describe('in front of a remote provider', () => {
  it.each([
    ['is answered with the first one, and the provider is not asked to pay', {}, 200],
    ['is refused where the provider shortens the recipient', { recipient_wallet: '0x5aAeb6…1BeAed' }, 400],
    ['is refused where the provider does not tell who pays the fee', { fee_included: undefined }, 400],
    ['is refused where the provider has no filter, and tells of another', { external_id: 'x' }, 400],
  ])('a request made before %s', async (_what, fields, status) => {
    gateway = await remote.start();
    await (await keepBook(gateway, 'good')).setRules(true);
    const at = '2026-01-02T03:04:05.000Z';
    const made = { ...request, fee: '0', fee_included: true, sender_wallet: 'exchange', ...fields };
    const row = { ...made, request_id: 'wd_1', status: 'completed', created_at: at, updated_at: at };
    const documented = remote.provider.respond;
    remote.provider.respond = (asked, response) => {
      const { pathname } = new URL(asked.url, 'http://provider');
      const meta = { limit: 2, offset: 0, total: 1 };
      if (pathname.endsWith('/withdrawal-requests')) {
        sendJson(response, 200, envelope({ success: true, meta, data: [row] }));
      } else if (asked.method === 'GET' && pathname.endsWith('/withdrawal-request')) {
        sendJson(response, 200, envelope({ success: true, data: row }));
      } else documented(asked, response);
    };
    const answer = await pay({ token: 'good' });
    expect([answer.status, answer.body.includes('"request_id":"wd_1"')]).toEqual([status, status === 200]);
    expect(remote.provider.received.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});
