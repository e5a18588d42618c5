import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { addMs, toDate, writeIsoTime } from '#domain/time.ts';
import { addresses } from '../testing/book-keeper.ts';
import { answering, failure, sendJson } from '../testing/stand-in-provider.ts';
import { drop, payment, WithdrawalDesk } from '../testing/withdrawal-desk.ts';

const database = useTestDatabase();
const desk = new WithdrawalDesk(database);

async function finding(): Promise<string | null> {
  const row = database.db.selectFrom('withdrawal_outcomes').select('finding');
  return (await row.executeTakeFirstOrThrow()).finding;
}

/** Other payments, each a while after the one before. */
function addOthers(count: number, apart: Parameters<typeof desk.clock.advance>[0]): void {
  for (let index = 0; index < count; index += 1) {
    desk.clock.advance(apart);
    desk.standIn.add({ ...payment, external_id: `o-${index}`, amount: String(100 + index) });
  }
}

/** Other payments of long ago. */
function addOld(createdAt: (index: number) => string): void {
  for (let index = 0; index < 30; index += 1) {
    desk.standIn.created.push({
      ...payment,
      request_id: `wd_old_${index}`,
      external_id: `o-${index}`,
      amount: String(100 + index),
      created_at: createdAt(index),
    });
  }
}

describe('that no request was created', () => {
  beforeEach(async () => {
    await desk.payUnconfirmed(drop);
  });
  const unproved = { state: 'outcome_unknown', request_id: null };
  const other = { amount: '1', external_id: 'other' };

  it('is proved ten minutes after the last attempt, and no earlier, and then it may be sent again', async () => {
    desk.standIn.add({ ...payment, ...other });
    desk.clock.advance({ minutes: 9, seconds: 59 });
    expect(await desk.check()).toMatchObject(unproved);
    expect((await desk.pay()).status).toBe(409);
    desk.clock.advance({ seconds: 2 });
    expect(await desk.check()).toMatchObject({ state: 'not_created', next_check_at: null });
    expect((await desk.pay()).status).toBe(200);
    expect(await desk.find()).toMatchObject({ state: 'confirmed', attempts: 2 });
    expect(desk.standIn.created).toHaveLength(2);
  });

  it('is proved after the time that is set', async () => {
    await desk.restart({ outcomeProofSeconds: 60 });
    desk.clock.advance({ seconds: 62 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
  });

  it('is proved without a user', async () => {
    desk.clock.advance({ minutes: 10, seconds: 1 });
    expect((await desk.until('not_created')).next_check_at).toBeNull();
  });

  it('is not proved by a list that was empty until fifteen minutes before the first attempt: a desk.clock may be behind', async () => {
    const now = desk.standIn.now;
    desk.standIn.now = () => addMs(now(), -14 * 60_000);
    desk.standIn.add(payment);
    desk.standIn.now = now;
    desk.clock.advance({ minutes: 11 });
    expect(await desk.check()).toMatchObject({ state: 'confirmed', request_id: 'wd_1' });
  });

  it.each([
    ['without a total', () => (desk.standIn.onList = ({ rows }) => ({ rows, total: undefined }))],
    [
      'with a total that is larger than its rows, however narrow the dates',
      () => (desk.standIn.onList = ({ rows }) => ({ rows, total: rows.length + 1 })),
    ],
    [
      'in which a request has no external ID',
      () => desk.standIn.add({ ...payment, ...other, external_id: '' }),
    ],
    [
      'that ignores the dates',
      () => {
        desk.standIn.created.push({
          ...payment,
          request_id: 'wd_old',
          external_id: 'old',
          amount: '1',
          created_at: '2025-01-01T00:00:00.000Z',
        });
        desk.standIn.onList = ({ total: _total }) => ({
          rows: desk.standIn.created,
          total: desk.standIn.created.length,
        });
      },
    ],
    [
      'in which a request has no date',
      () => {
        desk.standIn.created.push({
          ...payment,
          request_id: 'wd_x',
          external_id: 'x',
          amount: '1',
          created_at: writeIsoTime(desk.clock.now()),
        });
        desk.standIn.onList = ({ rows, total }) => ({
          rows: rows.map((row) => ({ ...row, created_at: 'today' })),
          total,
        });
      },
    ],
    [
      'with the same amount, currency and recipient under another external ID',
      () =>
        desk.standIn.add({
          ...payment,
          external_id: 'theirs',
          amount: '25.00',
          recipient_wallet: addresses.eth.toLowerCase(),
        }),
    ],
    [
      'with a recipient that may be the same, shortened',
      () => desk.standIn.add({ ...payment, external_id: 'theirs', recipient_wallet: '0x5aAe…eAed' }),
    ],
    [
      'with a recipient that isn’t given',
      () => desk.standIn.add({ ...payment, external_id: 'theirs', recipient_wallet: undefined }),
    ],
    ['with the same external ID and another amount', () => desk.standIn.add({ ...payment, amount: '26' })],
    [
      'with two requests of the same external ID',
      () => {
        desk.standIn.add(payment);
        desk.standIn.add(payment);
      },
    ],
    [
      'that misses a request which it shows without dates',
      () => {
        desk.standIn.add({ ...payment, ...other });
        desk.standIn.onList = (page, { from }) => (from === 0 ? page : { rows: [], total: 0 });
      },
    ],
    [
      'whose total counts only the rows of the response',
      () => {
        desk.standIn.largestPage = 10;
        desk.standIn.add(payment);
        addOthers(30, { seconds: 1 });
        desk.standIn.onList = ({ rows }) => ({ rows, total: rows.length });
      },
    ],
    [
      'that shows its oldest requests first, and nothing by date',
      () => {
        addOld(() => '2025-01-01T00:00:00.000Z');
        desk.standIn.add(payment);
        desk.standIn.onList = (_page, { from, to }) =>
          from === 0 && to === Infinity
            ? { rows: desk.standIn.created.slice(0, 10), total: desk.standIn.created.length }
            : { rows: [], total: 0 };
      },
    ],
    [
      'that shows its oldest requests first, nothing since a date and everything until one',
      () => {
        addOld((index) => new Date(Date.UTC(2025, 0, 1, 0, index)).toISOString());
        desk.standIn.add(payment);
        desk.standIn.onList = (_page, { from }) =>
          from === 0
            ? { rows: desk.standIn.created.slice(0, 10), total: desk.standIn.created.length }
            : { rows: [], total: 0 };
      },
    ],
    [
      'that counts only the rows of the response and ignores the offset',
      () => {
        desk.standIn.largestPage = 10;
        desk.standIn.ignoresOffset = true;
        desk.standIn.add(payment);
        addOthers(30, { seconds: 1 });
        desk.standIn.onList = ({ rows }) => ({ rows, total: rows.length });
      },
    ],
    [
      'of a provider whose clock is half an hour behind',
      () => {
        const now = desk.standIn.now;
        desk.standIn.now = () => addMs(now(), -30 * 60_000);
      },
    ],
    ['that is refused', () => (desk.provider.respond = answering(500, {}, failure(500, 'system', 'Broken')))],
  ])('is not proved by a list %s', async (_what, prepare) => {
    prepare();
    desk.clock.advance({ minutes: 11 });
    const checked = await desk.check();
    expect(checked).toMatchObject(unproved);
    expect(checked.last_finding).toMatch(/\w.*\.$/);
    expect(checked.next_check_at).not.toBeNull();
    const { length } = desk.standIn.created;
    expect((await desk.pay()).status).toBe(409);
    expect(desk.standIn.created).toHaveLength(length);
  });

  it.each([
    ['to another recipient that looks alike', { recipient_wallet: addresses.otherEth }],
    ['of another currency', { currency: 'USDC' }],
    ['of another amount', { amount: '25.01' }],
    ['to another, shortened', { recipient_wallet: '0xfB69…d359' }],
  ])('is proved by a list that has only a request %s', async (_what, changes) => {
    desk.standIn.add({ ...payment, external_id: 'theirs', ...changes });
    desk.clock.advance({ minutes: 11 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
  });

  it('is proved by all pages of a list that is longer than one response, read in narrower and narrower dates', async () => {
    desk.standIn.largestPage = 10;
    addOthers(120, { seconds: 5 });
    desk.clock.advance({ minutes: 1 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
    expect(desk.standIn.lists.length).toBeGreaterThan(12);
  });

  it('is not proved where one request of such a list is the one that was sent', async () => {
    desk.standIn.largestPage = 10;
    for (let index = 0; index < 120; index += 1) {
      desk.clock.advance({ seconds: 5 });
      desk.standIn.add(
        index === 60 ? payment : { ...payment, external_id: `o-${index}`, amount: String(100 + index) },
      );
    }
    desk.clock.advance({ minutes: 1 });
    expect(await desk.check()).toMatchObject({ state: 'confirmed', request_id: 'wd_61' });
  });

  it('is proved by a list that ignores the offset, where each part of it shows its own requests only', async () => {
    desk.standIn.ignoresOffset = true;
    addOthers(5, { minutes: 1 });
    desk.clock.advance({ minutes: 11 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
  });

  it('is proved where the provider refuses a large page, by smaller ones', async () => {
    const respond = desk.standIn.respond;
    desk.provider.respond = (asked, response) =>
      Number(new URL(asked.url, 'http://x').searchParams.get('limit') ?? 0) > 50
        ? sendJson(response, 400, failure(400, 'request', 'Validation failed: limit'))
        : respond(asked, response);
    desk.clock.advance({ minutes: 11 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
  });
});

describe('a check that proves nothing', () => {
  it('is made again after longer and longer', async () => {
    await desk.payUnconfirmed(drop);
    desk.standIn.onList = ({ rows }) => ({ rows, total: undefined });
    const pauses: number[] = [];
    for (let checks = 0; checks < 15; checks += 1) {
      const { next_check_at: next, provable_at: provable } = await desk.check();
      const pause = Date.parse(next ?? '') - toDate(desk.clock.now()).getTime();
      // The pause ends early, as soon as there may be a proof.
      if (next !== provable) pauses.push(pause);
      desk.clock.advance({ seconds: pause / 1000 });
      // A session ends sooner.
      await desk.signIn();
    }
    expect(pauses.toSorted((a, b) => a - b)).toEqual(pauses);
    expect(pauses[0]).toBeLessThan(10_000);
    expect(pauses.at(-1)).toBe(6 * 3_600_000);
  });

  it('reports that the key was refused, and continues with the key of the user who checks', async () => {
    await desk.payUnconfirmed();
    desk.provider.respond = answering(401, {}, failure(401, 'system', 'Unknown key'));
    desk.clock.advance({ minutes: 5 });
    await expect.poll(finding, { timeout: 10_000 }).toContain('API key');
    desk.provider.respond = desk.standIn.respond;
    expect(await desk.check()).toMatchObject({ state: 'confirmed' });
  });
});
