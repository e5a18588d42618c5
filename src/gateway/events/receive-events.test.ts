import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { createEventCleanup } from './events.store.ts';
import { eventOf, openWebhook, webhookOf } from './testing-events.ts';

const database = useTestDatabase();
const start = setUpGateways(database);

const from = (address: string) => ({ 'x-forwarded-for': address });

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  gateway = await start({ provider: makeTinyService('good', 'other'), now: clock.now });
});

describe('an event', () => {
  it.each([
    ['bare', eventOf()],
    ['under data', { data: eventOf() }],
    ['in two envelopes', { data: { data: eventOf() } }],
    ['with IDs as text', eventOf({ block: '71234567', external_id: '9001' })],
    ['with a number as its amount and user', eventOf({ amount: 150.25, user_id: 42 })],
    ['in camel case', { ...eventOf({ external_id: undefined }), externalId: 9001 }],
    ['with a time in seconds', eventOf({ created: 1_767_323_040 })],
    ['with a time in milliseconds', eventOf({ created: '1767323040000' })],
    ['in another case', eventOf({ direction: 'IN' })],
    ['with fields that nobody knows', eventOf({ confirmations: 12, more: [{ a: null }] })],
  ])('is received %s, and answered as the interface says', async (_how, body) => {
    const webhook = await openWebhook(gateway);
    const answer = await webhook.send(body);
    expect([answer.status, answer.body]).toEqual([200, '{"result":"success"}']);
    const { count, events } = await webhook.list();
    expect(count).toBe(1);
    expect(events[0]).toMatchObject({
      amount: '150.25',
      block: '71234567',
      created: '2026-01-02T03:04:00.000Z',
      currency: 'USDT',
      direction: 'in',
      external_id: '9001',
      user_id: '42',
      status: 'confirmed',
      problems: [],
      times: 1,
      source: '127.0.0.1',
      created_at: '2026-01-02T03:04:05.000000Z',
      body: JSON.stringify(body),
    });
  });

  it.each([['text/plain'], ['application/x-www-form-urlencoded'], ['application/json; charset=latin1']])(
    'is received as %s',
    async (type) => {
      const webhook = await openWebhook(gateway);
      const answer = await webhook.send(JSON.stringify(eventOf()), { 'content-type': type });
      expect(answer.status).toBe(200);
    },
  );

  it('is stored once for its content, however often and in whichever form it comes', async () => {
    const webhook = await openWebhook(gateway);
    const { user_id: user, ...others } = eventOf();
    await webhook.send(eventOf());
    clock.advance({ minutes: 1 });
    for (const body of [eventOf(), { data: eventOf() }, { ...others, block: '71234567', user_id: user }]) {
      expect((await webhook.send(body)).status).toBe(200);
    }
    await webhook.send(eventOf({ status: 'failed' }));
    const { count, events } = await webhook.list();
    expect(count).toBe(2);
    expect(events.map(({ times, status }) => [status, times])).toEqual([
      ['failed', 1],
      ['confirmed', 4],
    ]);
    expect(events[1]).toMatchObject({
      created_at: '2026-01-02T03:04:05.000000Z',
      last_received_at: '2026-01-02T03:05:05.000Z',
    });
  });

  it('with fields that can’t be read is kept, with what is wrong with it', async () => {
    const webhook = await openWebhook(gateway);
    const body = eventOf({
      amount: 'much',
      created: 'yesterday',
      direction: 'up',
      hash: { a: 1 },
      fee: null,
    });
    expect((await webhook.send(body)).status).toBe(200);
    const [event] = (await webhook.list()).events;
    expect(event).toMatchObject({ amount: 'much', hash: null, fee: null, currency: 'USDT' });
    expect(event?.problems).toEqual([
      'amount isn’t a number',
      'created isn’t a time',
      'direction is neither in nor out',
      'hash is neither text nor a number',
    ]);
  });

  it.each([
    ['no JSON', '{"hash":'],
    ['no object', '[1]'],
    ['a number', '12345678901234567890'],
    ['an object without a field of an event', '{"data":{"a":{"hash":1}}}'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['nothing', ''],
  ])('is refused if it is %s', async (_what, body) => {
    const webhook = await openWebhook(gateway);
    const answer = await webhook.send(body, { 'content-type': 'application/json' });
    expect(answer.status).toBe(400);
    expect((await webhook.list()).count).toBe(0);
  });

  it('is refused if it is larger than 16 KiB', async () => {
    const webhook = await openWebhook(gateway);
    expect((await webhook.send(eventOf({ note: 'x'.repeat(16_384) }))).status).toBe(413);
    expect((await webhook.list()).count).toBe(0);
  });

  it('is of its account alone', async () => {
    const webhook = await openWebhook(gateway);
    const other = await openWebhook(gateway, 'other');
    await webhook.send(eventOf());
    const [event] = (await webhook.list()).events;
    expect((await other.list()).count).toBe(0);
    expect((await other.replay(event?.id ?? '')).status).toBe(404);
  });
});

describe('a wrong secret', () => {
  it.each([
    ['that nobody has', 'A'.repeat(43)],
    ['that is too short', 'A'.repeat(42)],
    ['that is too long', 'A'.repeat(400)],
    ['that is no text', '%00'.repeat(43)],
  ])(
    '%s is answered like a path that doesn’t exist, before the body is looked at',
    async (_which, secret) => {
      await openWebhook(gateway);
      const body = 'no JSON at all';
      const headers = { 'content-type': 'application/json' };
      const answer = await gateway.send(`/webhooks/transactions/${secret}`, {
        method: 'POST',
        headers,
        body,
      });
      const unknown = await gateway.send('/nothing/here', { method: 'POST', headers, body: '{}' });
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      const { 'x-request-id': _own, date: _date, ...seen } = answer.headers;
      const { 'x-request-id': _other, date: _then, ...expected } = unknown.headers;
      expect(seen).toEqual(expected);
    },
  );

  it('is the former one, from the moment at which it is replaced', async () => {
    const webhook = await openWebhook(gateway);
    expect((await webhook.send(eventOf())).status).toBe(200);
    const replaced = webhookOf(await webhook.replace());
    expect(replaced.url).not.toBe(webhook.url);
    expect((await webhook.send(eventOf())).status).toBe(404);
    const path = new URL(replaced.url ?? '').pathname;
    expect((await gateway.send(path, { method: 'POST', body: eventOf() })).status).toBe(200);
    // Another account's stays what it is.
    const other = await openWebhook(gateway, 'other');
    expect((await other.send(eventOf())).status).toBe(200);
  });

  it('in a path that is asked for in another way reveals nothing either', async () => {
    const webhook = await openWebhook(gateway);
    const { pathname } = new URL(webhook.url);
    const wrong = `/webhooks/transactions/${'A'.repeat(43)}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const [right, other] = [
        await gateway.send(pathname, { method }),
        await gateway.send(wrong, { method }),
      ];
      expect([right.status, right.body]).toEqual([other.status, other.body]);
      expect(right.status).toBe(404);
    }
  });
});

describe('allowed sources', () => {
  beforeEach(async () => {
    gateway = await start({
      provider: makeTinyService('good'),
      now: clock.now,
      trustProxy: true,
    });
  });
  it('are the only ones whose events are received, and any other learns nothing', async () => {
    const webhook = await openWebhook(gateway);
    expect((await webhook.send(eventOf(), from('198.51.100.1'))).status).toBe(200);
    expect((await webhook.allow('203.0.113.7', '198.51.100.0/24', '2001:db8::/32')).status).toBe(200);
    const statusFrom = async (address: string) => (await webhook.send(eventOf(), from(address))).status;
    expect(await statusFrom('203.0.113.7')).toBe(200);
    expect(await statusFrom('::ffff:203.0.113.7')).toBe(200);
    expect(await statusFrom('198.51.100.255')).toBe(200);
    expect(await statusFrom('2001:db8:1::1')).toBe(200);
    expect(await statusFrom('203.0.113.8')).toBe(404);
    expect(await statusFrom('2001:db9::1')).toBe(404);
    const refused = await webhook.send('no JSON', from('192.0.2.1'));
    const unknown = await gateway.send('/nothing/here', { method: 'POST', body: '{}' });
    expect([refused.status, refused.body]).toEqual([404, unknown.body]);
    expect((await webhook.list()).events[0]?.times).toBe(5);
    // A user can find out why nothing comes.
    expect((await webhook.read()).refused).toEqual({
      address: '203.0.113.8',
      at: '2026-01-02T03:04:05.000Z',
    });
  });

  it.each([['localhost'], ['203.0.113.0/33'], ['203.0.113'], ['203.0.113.7; 203.0.113.8'], ['']])(
    'can’t be %j',
    async (source) => {
      const webhook = await openWebhook(gateway);
      const answer = await webhook.allow('203.0.113.7', source);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('Enter IP addresses or networks');
      expect((await webhook.read()).sources).toEqual([]);
    },
  );
});

it('receives so many events of an account in a minute, and no more', async () => {
  const limited = await start({
    provider: makeTinyService('good', 'other'),
    now: clock.now,
    settings: { sessionSecret: 'a secret of the tests, long enough', eventsPerMinute: 3 },
  });
  const webhook = await openWebhook(limited);
  const other = await openWebhook(limited, 'other');
  for (let index = 0; index < 3; index += 1) {
    expect((await webhook.send(eventOf({ block: index }))).status).toBe(200);
  }
  const refused = await webhook.send(eventOf({ block: 3 }));
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await other.send(eventOf())).status).toBe(200);
  expect((await webhook.list()).count).toBe(3);
  clock.advance({ minutes: 1 });
  expect((await webhook.send(eventOf({ block: 3 }))).status).toBe(200);
});

describe('stored events', () => {
  it('are deleted thirty days after they have last come', async () => {
    const webhook = await openWebhook(gateway);
    const cleanUp = createEventCleanup(database.db, clock.now);
    await webhook.send(eventOf({ block: 1 }));
    await webhook.send(eventOf({ block: 2 }));
    clock.advance({ hours: 24 * 15 });
    await webhook.send(eventOf({ block: 2 }));
    clock.advance({ hours: 24 * 15 });
    await cleanUp();
    const again = await openWebhook(gateway);
    expect((await again.list()).count).toBe(2);
    clock.advance({ seconds: 1 });
    await cleanUp();
    expect((await again.list()).events.map(({ block }) => block)).toEqual(['2']);
  });

  it('are the latest ones of an account that has too many or too long ones', async () => {
    const webhook = await openWebhook(gateway);
    const other = await openWebhook(gateway, 'other');
    for (let block = 0; block < 6; block += 1) {
      await webhook.send(eventOf({ block }));
      clock.advance({ seconds: 1 });
    }
    await other.send(eventOf());
    await createEventCleanup(database.db, clock.now, { events: 4, characters: 1_000_000 })();
    expect((await webhook.list()).events.map(({ block }) => block)).toEqual(['5', '4', '3', '2']);
    const [{ body } = { body: '' }] = (await webhook.list()).events;
    await createEventCleanup(database.db, clock.now, { events: 4, characters: 2 * body.length + 1 })();
    expect((await webhook.list()).events.map(({ block }) => block)).toEqual(['5', '4']);
    expect((await other.list()).count).toBe(1);
  });

  it('are found by what was sent, by their ID and by when they came', async () => {
    const webhook = await openWebhook(gateway);
    await webhook.send(eventOf({ block: 1, hash: 'CAFE01' }));
    clock.advance({ minutes: 1 });
    await webhook.send(eventOf({ block: 2 }));
    const blocks = async (query: string) => (await webhook.list(query)).events.map(({ block }) => block);
    expect(await blocks('?search=cafe01')).toEqual(['1']);
    expect(await blocks('?created_from=2026-01-02T03:05:00Z')).toEqual(['2']);
    expect(await blocks('?created_to=2026-01-02T03:05:00Z')).toEqual(['1']);
    expect(await blocks('?sort_direction=asc&limit=1&offset=1')).toEqual(['2']);
    const [first] = (await webhook.list('?sort_direction=asc')).events;
    expect(await blocks(`?id=${first?.id}`)).toEqual(['1']);
  });
});
