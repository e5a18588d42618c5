import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { insertCheck, insertDecision } from '#database/testing-decisions.ts';
import { now } from '#domain/clock.ts';
import { appendDecision } from '../aml/decisions.store.ts';
import { addresses } from '../testing/book-keeper.ts';
import { failure, sendJson } from '../testing/stand-in-provider.ts';
import { dataOf, payment, program, WithdrawalDesk } from '../testing/withdrawal-desk.ts';

const database = useTestDatabase();
const desk = new WithdrawalDesk(database);

const recipient = { accountId: 'u-1', network: 'eth', address: addresses.eth } as const;
const wrongCase = addresses.eth.replace(/[a-f]/, (letter) => letter.toUpperCase());
const reject = async (more: object = {}) =>
  await insertDecision(database.db, { ...recipient, ...more }, { decision: 'rejected' });
const reason =
  'This address was rejected by Compliance (test) on 2026-11-22: Paid by a mixer. Compliance must accept it before it can be paid again.';

describe('a recipient that compliance has rejected, in front of a remote provider', () => {
  it.each(['a session', 'a program'])('is refused before anything is sent, to %s', async (sentBy) => {
    await reject();
    const answer = await desk.pay({}, sentBy === 'a session' ? desk.session : program);
    expect([answer.status, answer.json()]).toEqual([
      400,
      {
        code: '400',
        error_code: 'request',
        error_message: reason,
        data: { recipient_wallet: reason },
      },
    ]);
    expect(desk.standIn.created).toEqual([]);
    expect(await desk.find()).toMatchObject({ state: 'not_created' });
  });

  it.each([
    ['in another case', { recipient_wallet: addresses.eth.toLowerCase() }],
    ['in a case that is no checksum', { recipient_wallet: wrongCase }],
    ['without its prefix', { recipient_wallet: addresses.eth.slice(2) }],
    ['with a prefix in capitals', { recipient_wallet: addresses.eth.replace('0x', '0X') }],
    [
      'behind many other addresses',
      // Numbers come first in an object.
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [index, addresses.otherEth])),
    ],
    ['with the network in capitals', { network: 'ETH' }],
    ['under a name of the network that only the provider knows', { network: 'ERC20' }],
    ['in a field that only the provider knows', { recipient_wallet: addresses.otherEth, to: addresses.eth }],
  ])('is refused %s', async (_what, changes) => {
    await reject();
    expect((await desk.pay(changes)).status).toBe(400);
    expect(desk.standIn.created).toEqual([]);
  });

  it('is paid once compliance accepts it, and is paid by other accounts and on other networks', async () => {
    await reject();
    await insertDecision(database.db, recipient, { decision: 'accepted', decidedAt: '2026-11-23T00:00:00Z' });
    await reject({ accountId: 'u-2' });
    await reject({ network: 'bnb' });
    expect((await desk.pay()).status).toBe(200);
  });

  it('does not change the answer to a withdrawal that was confirmed before', async () => {
    const first = await desk.pay();
    await reject();
    const again = await desk.pay();
    expect([again.status, desk.standIn.created.length]).toEqual([200, 1]);
    expect(dataOf(again)).toMatchObject({ data: { request_id: 'wd_1' } });
    expect(first.status).toBe(200);
  });

  it('is refused to a key of an unknown account, if any account has rejected it', async () => {
    await reject({ accountId: 'u-2' });
    const { respond } = desk.provider;
    desk.provider.respond = (asked, response) =>
      /user-balances|wallets/.test(asked.url)
        ? sendJson(response, 400, failure(400, 'system', 'The key has no permission'))
        : respond(asked, response);
    const gateway = await desk.start();
    const answer = await desk.pay({}, program, gateway);
    expect([answer.status, answer.body.includes('perhaps for another account')]).toEqual([400, true]);
    expect(desk.standIn.created).toEqual([]);
  });
});

it('a rejection waits until a withdrawal that is being sent to the address has its answer', async () => {
  const check = await insertCheck(database.db, recipient);
  const order: string[] = [];
  const gateway = await desk.start({ timeoutMs: 5_000 });
  const decide = async (): Promise<void> => {
    await appendDecision(
      database.db,
      check,
      {
        decision_id: 'decision_1',
        check_id: check.check_id,
        decision: 'rejected',
        note: '',
        band: 'high',
        decided_by: null,
        key_fingerprint: 'test',
        decided_at: now(),
      },
      null,
      { waitMs: 5 },
    );
    order.push('rejected');
  };
  let deciding: Promise<void> | undefined;
  desk.standIn.onCreate = (request, response) => {
    deciding = decide();
    setTimeout(() => {
      order.push('answered');
      desk.standIn.confirm(request, response);
    }, 200);
  };
  expect((await desk.pay({}, program, gateway)).status).toBe(200);
  await deciding;
  expect(order).toEqual(['answered', 'rejected']);
  expect((await desk.pay({ external_id: 'payout-2' }, program, gateway)).status).toBe(400);
  expect(desk.standIn.created).toHaveLength(1);
});

it.each([
  ['a token’s contract', '0xdAC17F958D2ee523a2206206994597C13D831ec7', /contract of the token USDT/],
  ['a burn address', '0x000000000000000000000000000000000000dEaD', /burn address/],
])('refuses %s as the recipient in front of a remote provider', async (_what, address, words) => {
  const answer = await desk.pay({ ...payment, recipient_wallet: address });
  expect(answer.status).toBe(400);
  expect((dataOf(answer) as Record<string, string>)['recipient_wallet']).toMatch(words);
  expect(desk.standIn.created).toEqual([]);
});

it.each([
  ['busy', '53100', 503, '3', 'Nothing was sent: the database was busy.'],
  ['broken', 'P0001', 500, undefined, 'Nothing was sent: the console failed.'],
])(
  'records that nothing was sent when the database is %s before that, and the same withdrawal then succeeds',
  async (_what, code, status, retryAfter, finding) => {
    const { db } = database;
    await sql`
      create function disturb() returns trigger language plpgsql as ${sql.lit(
        `begin raise exception 'disturbed' using errcode = '${code}'; end`,
      )}`.execute(db);
    await sql`create trigger disturb before insert on sends_in_flight for each row execute function disturb()`.execute(
      db,
    );
    try {
      const answer = await desk.pay();
      expect([answer.status, answer.headers['retry-after']]).toEqual([status, retryAfter]);
      expect(await desk.find()).toMatchObject({
        state: 'not_created',
        last_finding: finding,
        next_check_at: null,
      });
    } finally {
      await sql`drop trigger disturb on sends_in_flight`.execute(db);
      await sql`drop function disturb`.execute(db);
    }
    expect(desk.standIn.created).toEqual([]);
    expect((await desk.pay()).status).toBe(200);
    expect(desk.standIn.created).toHaveLength(1);
  },
);
