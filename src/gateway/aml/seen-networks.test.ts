import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { amlPath, dataOf, openDesk, startedOf, subjectOf } from '../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../testing/aml-provider.ts';
import { setUpRemoteGateways } from '../testing/remote-harness.ts';
import { envelope, sendJson } from '../testing/stand-in-provider.ts';

const remote = setUpRemoteGateways(useTestDatabase());

const address = subjectOf(1).value;
const hash = 'ab'.repeat(32);
const other = subjectOf(2).value;

let aml: AmlStandIn;
let transactions: object[];
let asked: string[];

beforeEach(() => {
  aml = new AmlStandIn();
  transactions = [];
  asked = [];
  // A provider that ignores what is searched for, and gives all it has.
  remote.provider.respond = (request, response) => {
    if (!request.url.includes('/transactions')) return aml.respond(request, response);
    asked.push(request.url);
    return sendJson(response, 200, envelope({ count: transactions.length, transactions }));
  };
});

const transaction = (changes: object) => ({
  transaction_id: 'tx-1',
  network: 'bnb',
  direction: 'in',
  status: 'completed',
  amount: 1,
  currency: 'USDT',
  sender_wallet: other,
  recipient_wallet: other,
  hash: 'cd'.repeat(32),
  fee: 0,
  created_at: '2026-11-20 10:00:00.000000+00',
  ...changes,
});

async function seen(values: string[]) {
  const desk = await openDesk(await remote.start());
  const answer = await desk.post('/console/aml/seen', { values });
  expect(answer.status).toBe(200);
  return (dataOf(answer) as { results: { seen: object[] }[] }).results.map((each) => each.seen);
}

describe('the network of a subject', () => {
  it('is the one of the account’s transactions that hold it, in whatever case they spell it', async () => {
    transactions = [transaction({ sender_wallet: address.toUpperCase().replace('0X', '0x') })];
    expect(await seen([address])).toEqual([[{ network: 'bnb', place: 'transaction' }]]);
  });

  it('of a transaction ID is the one of that transaction', async () => {
    transactions = [transaction({ network: 'btc', hash: hash.toUpperCase() })];
    expect(await seen([hash, 'cd'.repeat(32)])).toEqual([[{ network: 'btc', place: 'transaction' }], []]);
  });

  it('is not known where the rows that come hold something else', async () => {
    transactions = [transaction({ sender_wallet: `${address.slice(0, -1)}2` })];
    expect(await seen([address])).toEqual([[]]);
  });

  it('may be several', async () => {
    transactions = [
      transaction({ sender_wallet: address }),
      transaction({ network: 'eth', recipient_wallet: address }),
    ];
    expect(await seen([address])).toEqual([
      [
        { network: 'eth', place: 'transaction' },
        { network: 'bnb', place: 'transaction' },
      ],
    ]);
  });

  it('is not asked for where there is only one, or none', async () => {
    expect(await seen(['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'nonsense'])).toEqual([[], []]);
    expect(asked).toEqual([]);
  });

  it('is the one of an earlier check that found something, and not of one that found nothing', async () => {
    const desk = await openDesk(await remote.start());
    aml.onAsk = answerWith(report());
    startedOf(await desk.start({ network: 'bnb', value: address }));
    aml.onAsk = answerWith(report({}, { 'Unknown wallet / OTC / service': 100 }));
    startedOf(await desk.start({ network: 'bnb', value: other }));
    expect((await desk.list()).count).toBe(2);
    expect(await seen([address, other])).toEqual([[{ network: 'bnb', place: 'check' }], []]);
  });

  it('needs a session, and takes a whole request', async () => {
    const gateway = await remote.start();
    expect((await gateway.send(amlPath)).status).toBe(401);
    const desk = await openDesk(gateway);
    expect((await desk.post('/console/aml/seen', { values: [] })).status).toBe(400);
    expect((await desk.post('/console/aml/seen', { values: Array(26).fill(address) })).status).toBe(400);
  });
});
