import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { addresses } from '../testing/book-keeper.ts';
import { envelope, failure, sendJson } from '../testing/stand-in-provider.ts';
import { dataOf, program, WithdrawalDesk } from '../testing/withdrawal-desk.ts';
import type { WithdrawalStandIn } from '../testing/withdrawal-stand-in.ts';

const database = useTestDatabase();
const desk = new WithdrawalDesk(database);

describe('a withdrawal that is sent to a remote provider', () => {
  it('is stored before it is sent, from a program and from a session, and confirmed with the request’s ID', async () => {
    const seen: (string | undefined)[] = [];
    const look = async (...asked: Parameters<WithdrawalStandIn['onCreate']>) => {
      seen.push((await desk.find()).state);
      desk.standIn.confirm(...asked);
    };
    desk.standIn.onCreate = (...asked) => void look(...asked);
    expect((await desk.pay()).status).toBe(200);
    expect(seen).toEqual(['in_flight']);
    expect(await desk.find()).toMatchObject({
      state: 'confirmed',
      request_id: 'wd_1',
      via: 'program',
      attempts: 1,
    });
    desk.standIn.onCreate = (...asked) => desk.standIn.confirm(...asked);
    expect((await desk.pay({ external_id: 'payout-2' }, desk.session)).status).toBe(200);
    expect(await desk.find('payout-2')).toMatchObject({
      state: 'confirmed',
      request_id: 'wd_2',
      via: 'session',
    });
  });

  it('is not sent when it cannot be stored', async () => {
    await database.db.schema.alterTable('withdrawal_outcomes').renameTo('away').execute();
    try {
      expect((await desk.pay()).status).toBe(500);
      expect(desk.standIn.created).toEqual([]);
    } finally {
      await database.db.schema.alterTable('away').renameTo('withdrawal_outcomes').execute();
    }
  });

  it.each([
    ['without an external ID', { external_id: undefined }, 'external_id'],
    ['without a recipient', { recipient_wallet: undefined }, 'recipient_wallet'],
    ['with an amount that is no text', { amount: 25 }, 'amount'],
  ])('is refused %s, because it could not be looked up afterwards', async (_what, changes, field) => {
    const answer = await desk.pay(changes);
    expect([answer.status, Object.keys(dataOf(answer) as object)]).toEqual([400, [field]]);
    expect(desk.standIn.created).toEqual([]);
  });

  it('is not sent while it is unknown whose key it is, so that it is never stored under two accounts', async () => {
    const respond = desk.provider.respond;
    desk.provider.respond = (asked, response) =>
      asked.url.includes('user-balances')
        ? sendJson(response, 503, failure(503, 'system', 'Under maintenance'))
        : respond(asked, response);
    const answer = await desk.pay();
    expect(answer.status).toBe(502);
    expect(answer.body).toContain(':null}');
    expect(desk.standIn.created).toEqual([]);
  });
});

describe('a refusal', () => {
  it('is stored with its reason, and the same external ID may be sent again', async () => {
    const words = failure(400, 'request', 'Insufficient funds');
    expect((await desk.payUnconfirmed((_asked, response) => sendJson(response, 400, words))).body).toBe(
      words,
    );
    expect(await desk.find()).toMatchObject({ state: 'refused', refusal: 'Insufficient funds' });
    expect((await desk.pay({ amount: '20' })).status).toBe(200);
    expect(await desk.find()).toMatchObject({ state: 'confirmed', amount: '20', attempts: 2, refusal: null });
    expect(desk.standIn.created).toHaveLength(1);
  });

  it.each([
    ['429 of the interface', 429, failure(429, 'request', 'Slow down'), 'refused'],
    ['failure that came with the status 200', 200, failure(400, 'request', 'No'), 'refused'],
    ['404 that is no envelope: there is no such operation', 404, 'Not found', 'refused'],
    ['bare 403: the provider does not accept this machine', 403, 'Forbidden', 'refused'],
    [
      '409: there may be a request with this external ID',
      409,
      failure(409, 'request', 'Exists'),
      'outcome_unknown',
    ],
    ['408: the provider gave up waiting', 408, failure(408, 'request', 'Timeout'), 'outcome_unknown'],
    ['500 of the interface', 500, failure(500, 'system', 'Something broke'), 'outcome_unknown'],
    ['failure 500 that came with the status 200', 200, failure(500, 'system', 'Broke'), 'outcome_unknown'],
    ['503 of a proxy', 503, '<h1>Unavailable</h1>', 'outcome_unknown'],
    ['400 that is no envelope', 400, '<h1>Bad request</h1>', 'outcome_unknown'],
    ['200 without a request in it', 200, envelope({ success: true }), 'outcome_unknown'],
    ['200 that is no JSON', 200, 'OK', 'outcome_unknown'],
    ['redirect', 302, '', 'outcome_unknown'],
    ['redirect of a page that has moved', 301, '', 'outcome_unknown'],
  ])('is not confused with what leaves the outcome open: %s', async (_what, status, body, state) => {
    await desk.payUnconfirmed((_asked, response) =>
      response.writeHead(status, { 'content-type': 'application/json', location: '/x' }).end(body),
    );
    expect((await desk.find()).state).toBe(state);
    await desk.pay();
    expect(desk.standIn.created).toHaveLength(state === 'refused' ? 1 : 0);
  });

  it('is also that the provider cannot be reached: nothing was sent', async () => {
    await desk.pay({ external_id: 'first' });
    await desk.provider.close();
    const answer = await desk.pay({}, desk.session);
    expect(answer.status).toBe(502);
    expect(await desk.find()).toMatchObject({ state: 'not_created', next_check_at: null });
  });
});

describe('sent twice', () => {
  it('by two at once, it is sent once, and the other gets that answer', async () => {
    const second = await desk.start();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
    desk.standIn.onCreate = (asked, response) => arrive(() => desk.standIn.confirm(asked, response));
    const both = [desk.pay(), desk.pay({}, program, second)];
    const confirm = await arrived;
    const early = await Promise.race(both);
    expect(early.status).toBe(409);
    expect(early.json()).toMatchObject({ data: { outcome: 'in_flight' } });
    confirm();
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(desk.standIn.created).toHaveLength(1);
  });

  it('by twenty at once, in two processes, it is sent once', async () => {
    const second = await desk.start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        desk.pay({}, program, index % 2 === 0 ? desk.gateway : second),
      ),
    );
    expect(desk.standIn.created).toHaveLength(1);
    // Requests after the confirmation were answered with it.
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 409 && status !== 200)).toEqual([]);
    expect(statuses).toContain(200);
  });

  it('after its confirmation, it is answered with the first one, as it is now, and sent no more', async () => {
    await desk.pay();
    const [made] = desk.standIn.created;
    if (made !== undefined) made['status'] = 'completed';
    const again = await desk.pay({ amount: '25.00', recipient_wallet: addresses.eth.toLowerCase() });
    expect(again.status).toBe(200);
    expect(again.json()).toMatchObject({ data: { data: { request_id: 'wd_1', status: 'completed' } } });
    expect(desk.standIn.created).toHaveLength(1);
  });

  it.each([
    ['amount', { amount: '26' }],
    ['recipient', { recipient_wallet: addresses.otherEth }],
    ['comment', { comment: 'Again' }],
    ['sender', { sender: 'user', sender_wallet: addresses.otherEth }],
  ])(
    'after its confirmation with another %s, it is refused, and names the external ID',
    async (_what, changes) => {
      await desk.pay();
      const again = await desk.pay(changes);
      expect(again.status).toBe(400);
      expect(again.json()).toMatchObject({ data: { external_id: expect.stringContaining('wd_1') } });
      expect(desk.standIn.created).toHaveLength(1);
    },
  );
});

describe('a process that dies while it sends', () => {
  it('leaves an unknown outcome, and not before the provider’s time is over', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    desk.standIn.onCreate = (asked) => {
      desk.standIn.create(asked);
      arrive();
    };
    const slow = await desk.start({ timeoutMs: 20_000 });
    const lost = desk.pay({}, program, slow).catch(() => undefined);
    await arrived;
    // As if the process had died: the outcome is not stored.
    desk.clock.advance({ seconds: 19 });
    expect((await desk.find()).state).toBe('in_flight');
    expect((await desk.pay()).json()).toMatchObject({ data: { outcome: 'in_flight' } });
    desk.clock.advance({ minutes: 1 });
    expect((await desk.pay()).json()).toMatchObject({ data: { outcome: 'outcome_unknown' } });
    expect(await desk.check()).toMatchObject({ state: 'confirmed', request_id: 'wd_1' });
    expect(desk.standIn.created).toHaveLength(1);
    await desk.provider.close();
    await lost;
    // That its sender found no answer either changes nothing.
    expect(await desk.find()).toMatchObject({ state: 'confirmed', request_id: 'wd_1' });
  });
});
