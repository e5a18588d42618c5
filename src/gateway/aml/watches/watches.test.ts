import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AmlWatch, AmlWatchBudget } from '#contract/gateway/aml-watches.ts';
import { useTestDatabase } from '#database/testing.ts';
import { dataOf, openDesk, subjectOf } from '../../testing/aml-desk.ts';
import { AmlStandIn, answerWith, report } from '../../testing/aml-provider.ts';
import { type RunningGateway, secret, setUpGateways, TestClock } from '../../testing/gateway-harness.ts';
import { fromOwnPage } from '../../testing/http-client.ts';
import { type StandInProvider, startStandInProvider } from '../../testing/stand-in-provider.ts';

const database = useTestDatabase();
const startGateway = setUpGateways(database);
const path = '/console/aml/watches';

let aml: AmlStandIn;
let clock: TestClock;
let provider: StandInProvider;

beforeEach(async () => {
  aml = new AmlStandIn();
  clock = new TestClock();
  aml.onAsk = answerWith(report({ aml_score: 5 }));
  provider = await startStandInProvider();
  provider.respond = aml.respond;
});
afterEach(async () => provider.close());

const start = async (options = {}) =>
  startGateway({
    mode: 'remote',
    now: clock.now,
    provider: { kind: 'remote', url: provider.url },
    ...options,
  });

/** Signed in at this time: a session does not last for days. */
async function openList(gateway: RunningGateway, token = 'good') {
  const { cookie, get, post } = await openDesk(gateway, token);
  const change = async (method: string, body: object, where = path) =>
    gateway.send(where, { method, headers: { ...fromOwnPage, cookie }, body });
  const list = async () => dataOf(await get(path)) as { watches: AmlWatch[]; budget: AmlWatchBudget };
  return {
    get,
    list,
    change,
    add: async (index: number, every_days = 7) => post(path, { ...subjectOf(index), every_days }),
    /** Waits until no check runs. */
    settled: async () => {
      await expect
        .poll(async () => (await list()).watches.every(({ is_running: isRunning }) => !isRunning))
        .toBe(true);
      return list();
    },
  };
}

/** A change of the budget has those of the account whose time has come take their lease. */
async function laterDays(gateway: RunningGateway, days: number) {
  clock.advance({ hours: 24 * days });
  const list = await openList(gateway);
  const { budget } = await list.list();
  await list.change('PUT', { version: budget.version, per_month: budget.per_month }, `${path}/budget`);
  return list;
}

describe('a watched subject', () => {
  it('is checked at once and then after each period, once, and its change is news until it was seen', async () => {
    const gateway = await start();
    const list = await openList(gateway);
    const added = dataOf(await list.add(1)) as AmlWatch;
    expect(added).toMatchObject({ ...subjectOf(1), every_days: 7, version: 1, hindrance: null });
    const [first] = (await list.settled()).watches;
    expect(first).toMatchObject({ last: { score: '5', band: 'low' }, before: null, is_news: false });
    expect(aml.asked).toHaveLength(1);

    await (await laterDays(gateway, 6)).settled();
    expect(aml.asked).toHaveLength(1);

    aml.onAsk = answerWith(report({ aml_score: 80 }, { scam: 60, exchange: 40 }));
    const later = await laterDays(gateway, 1);
    const [changed] = (await later.settled()).watches;
    expect(aml.asked).toHaveLength(2);
    expect(changed).toMatchObject({
      last: { score: '80', band: 'severe' },
      before: { score: '5', band: 'low' },
      is_news: true,
    });

    const seen = { id: added.id, check_id: changed?.last?.check_id };
    expect((await later.change('POST', seen, `${path}/seen`)).status).toBe(200);
    expect((await later.list()).watches[0]).toMatchObject({ is_news: false });
    await (await laterDays(gateway, 7)).settled();
    expect(aml.asked).toHaveLength(3);
    expect((await (await openList(gateway)).list()).watches[0]).toMatchObject({ is_news: false });
  });

  it('has news until a user has seen it, even if the next checks find the same again', async () => {
    const gateway = await start();
    const list = await openList(gateway);
    const { id } = dataOf(await list.add(1)) as AmlWatch;
    await list.settled();
    const checkLater = async (score: number, types: Record<string, number>) => {
      aml.onAsk = answerWith(report({ aml_score: score }, types));
      return (await (await laterDays(gateway, 7)).settled()).watches[0];
    };
    expect(await checkLater(80, { scam: 60, exchange: 40 })).toMatchObject({ is_news: true });
    // The shares have moved past each other: still the same categories.
    const again = await checkLater(80, { scam: 40, exchange: 60 });
    expect(again).toMatchObject({ last: { score: '80' }, before: { score: '5' }, is_news: true });

    const { get, change } = await openList(gateway);
    const seen = { id, check_id: again?.last?.check_id };
    expect((await change('POST', { id, check_id: 'aml_0' }, `${path}/seen`)).status).toBe(404);
    expect((await change('POST', seen, `${path}/seen`)).status).toBe(200);
    const { watches } = dataOf(await get(path)) as { watches: AmlWatch[] };
    expect(watches[0]).toMatchObject({ before: { score: '80' }, is_news: false });
    expect(await checkLater(80, { exchange: 60, scam: 40 })).toMatchObject({ is_news: false });
    expect(await checkLater(80, { exchange: 60, mixer: 40 })).toMatchObject({ is_news: true });
  });

  it('is not checked if a check was just made: the period begins with that report', async () => {
    const gateway = await start();
    const desk = await openDesk(gateway);
    await desk.start(subjectOf(1));
    clock.advance({ hours: 5 });
    const list = await openList(gateway);
    const watch = dataOf(await list.add(1)) as AmlWatch;
    expect(watch).toMatchObject({ next_at: '2026-01-09T03:04:05.000Z', last: { score: '5' } });
    expect(aml.asked).toHaveLength(1);
    expect((await list.list()).budget.spent).toBe(0);
  });

  it('is checked once by several processes', async () => {
    const gateways = await Promise.all([start(), start(), start()]);
    const list = await openList(gateways[0]);
    for (const index of [1, 2, 3, 4, 5]) await list.add(index);
    await list.settled();
    expect(aml.asked).toHaveLength(5);
    clock.advance({ hours: 24 * 8 });
    await Promise.all(gateways.map(async (gateway) => laterDays(gateway, 0)));
    const settled = await (await openList(gateways[0])).settled();
    expect(aml.asked).toHaveLength(10);
    expect(settled.budget.spent).toBe(10);
  });

  it('waits for the next month when the checks of this one are spent, or for a larger budget', async () => {
    const gateways = await Promise.all([start(), start()]);
    const list = await openList(gateways[0]);
    await list.change('PUT', { version: 0, per_month: 3 }, `${path}/budget`);
    const others = await openList(gateways[1]);
    await Promise.all([1, 2, 3, 4, 5].map(async (index) => (index % 2 ? list : others).add(index)));
    const { watches, budget } = await list.settled();
    expect(aml.asked).toHaveLength(3);
    expect(budget).toEqual({ per_month: 3, spent: 3, renewed_at: '2026-02-01T00:00:00.000Z', version: 1 });
    const waiting = watches.filter(({ hindrance }) => hindrance === 'budget');
    expect(waiting.map(({ next_at: nextAt }) => nextAt)).toEqual(waiting.map(() => budget.renewed_at));
    expect(waiting).toHaveLength(2);

    await list.change('PUT', { version: 1, per_month: 4 }, `${path}/budget`);
    await list.settled();
    expect(aml.asked).toHaveLength(4);
    expect((await list.change('PUT', { version: 1, per_month: 9 }, `${path}/budget`)).status).toBe(409);

    const next = await laterDays(gateways[0], 30);
    expect((await next.settled()).budget.spent).toBe(4);
    expect(aml.asked).toHaveLength(8);
  });

  it('waits when its last check was stopped, and continues with the key of the user who takes it over', async () => {
    const gateway = await start();
    const list = await openList(gateway);
    const watch = dataOf(await list.add(1)) as AmlWatch;
    await list.settled();
    aml.keys.delete('good');
    aml.keys.set('renewed', 'u-1');
    clock.advance({ hours: 24 * 8 });
    const other = await openList(gateway, 'second');
    await other.change('PUT', { version: 0, per_month: 50 }, `${path}/budget`);
    await other.settled();
    expect(aml.asked).toHaveLength(1);
    clock.advance({ hours: 24 * 8 });
    const third = await openList(gateway, 'renewed');
    await third.change('PUT', { version: 1, per_month: 50 }, `${path}/budget`);
    expect((await third.settled()).watches[0]).toMatchObject({ hindrance: 'stopped' });

    const { checks } = await (await openDesk(gateway, 'renewed')).list();
    await third.change('POST', { ids: [checks[0]?.id] }, '/console/aml/checks/resume');
    await third.settled();
    expect(aml.asked).toHaveLength(2);
    const change = { id: watch.id, version: 1, every_days: 3 };
    const changed = dataOf(await third.change('PUT', change)) as AmlWatch;
    expect(changed).toMatchObject({ version: 2, every_days: 3, hindrance: null });
    expect((await third.change('PUT', change)).status).toBe(409);
    clock.advance({ hours: 24 * 4 });
    const last = await openList(gateway, 'renewed');
    await last.change('PUT', { version: 2, per_month: 50 }, `${path}/budget`);
    await last.settled();
    expect(aml.asked).toHaveLength(3);
  });

  it('is not checked early if the answer was lost, because that check may have been paid for', async () => {
    const gateway = await start();
    aml.onAsk = (_request, response) => response.writeHead(500).end();
    const list = await openList(gateway);
    const { id } = dataOf(await list.add(1)) as AmlWatch;
    await list.settled();
    const changed = dataOf(await list.change('PUT', { id, version: 1, every_days: 3 })) as AmlWatch;
    expect(changed).toMatchObject({
      next_at: '2026-01-05T03:04:05.000Z',
      hindrance: null,
      is_running: false,
    });
    expect(aml.asked).toHaveLength(1);
    await (await laterDays(gateway, 3)).settled();
    expect(aml.asked).toHaveLength(2);
  });

  it('runs its cycle although that of another account fails, which is logged and retried', async () => {
    const gateway = await start({ settings: { sessionSecret: secret, amlWatchMs: 50 } });
    const broken = await openList(gateway, 'other');
    await broken.add(1);
    await broken.settled();
    clock.advance({ seconds: 1 });
    const list = await openList(gateway);
    await list.add(2);
    await list.settled();
    const value = JSON.stringify({ per_month: 'many' });
    const setting = {
      account_id: 'u-2',
      name: 'aml_watch_budget',
      value,
      version: 1,
      updated_by: null,
    } as const;
    const updated_at = clock.now();
    await database.db
      .insertInto('account_settings')
      .values({ ...setting, updated_at })
      .execute();
    clock.advance({ hours: 24 * 8 });
    const [first, second] = [subjectOf(1).value, subjectOf(2).value];
    await expect.poll(() => aml.asked.map((asked) => asked['value'])).toEqual([first, second, second]);
    const due = await database.db.selectFrom('aml_watches').select(['account_id', 'next_at']).execute();
    expect(due).toContainEqual({ account_id: 'u-2', next_at: '2026-01-10T04:04:06.000000Z' });
  });

  it('does not keep a request waiting for the cycles of other accounts', async () => {
    const gateway = await start();
    await (await openList(gateway, 'other')).add(1);
    await expect.poll(() => aml.asked.length).toBe(1);
    clock.advance({ hours: 24 * 8 });
    const list = await openList(gateway);
    await list.add(2);
    await list.settled();
    expect(aml.asked.map((asked) => asked['value'])).toEqual([subjectOf(1).value, subjectOf(2).value]);
  });

  it('is the same for all keys of the account, and invisible to others', async () => {
    const gateway = await start();
    const list = await openList(gateway);
    const watch = dataOf(await list.add(1)) as AmlWatch;
    expect((await list.add(1)).status).toBe(409);
    await list.settled();
    const second = await openList(gateway, 'second');
    expect(await second.list()).toEqual(await list.list());
    const other = await openList(gateway, 'other');
    expect((await other.list()).watches).toEqual([]);
    const named = { id: watch.id, version: 1 };
    expect((await other.change('DELETE', named)).status).toBe(404);
    expect((await other.change('PUT', { ...named, every_days: 1 })).status).toBe(404);
    const seen = { id: watch.id, check_id: 'x' };
    expect((await other.change('POST', seen, `${path}/seen`)).status).toBe(404);
    expect((await second.change('DELETE', named)).status).toBe(200);
    expect((await list.list()).watches).toEqual([]);
    await (await laterDays(gateway, 30)).settled();
    expect(aml.asked).toHaveLength(1);
  });

  it.each([
    [{ ...subjectOf(1), every_days: 0 }, 'every_days'],
    [{ ...subjectOf(1), every_days: 1.5 }, 'every_days'],
    [{ network: 'trx', value: subjectOf(1).value, every_days: 7 }, 'value'],
  ])('of %j is refused, and the field is named', async (body, field) => {
    const list = await openList(await start());
    const refused = await list.change('POST', body);
    expect(refused.status).toBe(400);
    expect(dataOf(refused)).toHaveProperty(field);
  });
});
