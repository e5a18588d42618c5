import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WithdrawalRules } from '#contract/gateway/withdrawal-rules.ts';
import { useTestDatabase } from '#database/testing.ts';
import { type Instant, instantFromDate } from '#domain/time.ts';
import { dataOf, keepBook } from '../testing/book-keeper.ts';
import {
  makeTinyService,
  type RunningGateway,
  setUpGateways,
  TestClock,
} from '../testing/gateway-harness.ts';
import { changedRules, hoursAfter, rulesInForce, type StoredRules } from './withdrawal-rules.ts';

const start = setUpGateways(useTestDatabase());

let clock: TestClock;
let gateway: RunningGateway;

beforeEach(async () => {
  clock = new TestClock();
  const tiny = makeTinyService('good', 'other', 'payer');
  const provider: typeof tiny = {
    ...tiny,
    describeKey: async (key) => {
      const description = await tiny.describeKey(key);
      return key === 'payer' && description !== undefined
        ? { ...description, permissions: ['withdrawals:read', 'withdrawals:write'] }
        : description;
    },
  };
  tiny.accounts.set('payer', 'account of good');
  gateway = await start({ provider, now: clock.now });
});

const sign = async (token: string) => keepBook(gateway, token);

describe('the rules for withdrawals', () => {
  it('are none for an account that has set none', async () => {
    expect(await (await sign('good')).findRules()).toEqual({
      value: { book_only: false, cooling_off_hours: 0 },
      in_force: { book_only: false, cooling_off_hours: 0 },
      in_force_from: null,
      version: 0,
      updated_at: null,
      updated_by: null,
    });
  });

  it('once set are so at once for every key of the account, and for no other account', async () => {
    const rules = { book_only: true, cooling_off_hours: 24 };
    const changed = dataOf(await (await sign('good')).changeRules({ version: 0, ...rules }));
    expect(changed).toEqual({
      value: rules,
      in_force: rules,
      in_force_from: null,
      version: 1,
      updated_at: '2026-01-02T03:04:05.000Z',
      updated_by: 'key good',
    });
    expect(await (await sign('payer')).findRules()).toEqual(changed);
    expect(await (await sign('other')).findRules()).toMatchObject({ version: 0 });
  });

  it('stay as they are with a key that only pays out, which is told what it lacks', async () => {
    const { changeRules, findRules } = await sign('payer');
    const refused = await changeRules({ version: 0, book_only: true, cooling_off_hours: 0 });
    expect(refused.json()).toMatchObject({
      code: '400',
      error_code: 'system',
      error_message: 'The API key lacks permission for this action: it needs wallets:write',
    });
    expect((await findRules()).version).toBe(0);
  });

  it.each([0, 1])('changed by two at once from version %i are changed by one of them', async (version) => {
    const { changeRules, findRules } = await sign('good');
    for (let before = 0; before < version; before += 1) {
      await changeRules({ version: before, book_only: false, cooling_off_hours: 1 });
    }
    const answers = await Promise.all([
      changeRules({ version, book_only: true, cooling_off_hours: 0 }),
      changeRules({ version, book_only: true, cooling_off_hours: 0 }),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect((await findRules()).version).toBe(version + 1);
  });

  it.each([-1, 1.5, 169, '24', null])('refuse a cooling-off of %j hours', async (cooling_off_hours) => {
    const refused = await (
      await sign('good')
    ).changeRules({ version: 0, book_only: true, cooling_off_hours });
    expect(refused.json()).toMatchObject({
      code: '400',
      data: { cooling_off_hours: 'Enter a whole number of hours from 0 to 168.' },
    });
  });

  it.each([
    ['lifted', { book_only: false, cooling_off_hours: 24 }],
    ['given a shorter cooling-off', { book_only: true, cooling_off_hours: 0 }],
    ['lifted and shortened', { book_only: false, cooling_off_hours: 0 }],
  ])('%s hold on until the cooling-off of before is over', async (_what, looser) => {
    const strict = { book_only: true, cooling_off_hours: 24 };
    const { changeRules } = await sign('good');
    await changeRules({ version: 0, ...strict });
    const changed = dataOf(await changeRules({ version: 1, ...looser }));
    const from = '2026-01-03T03:04:05.000Z';
    expect(changed).toMatchObject({ value: looser, in_force: strict, in_force_from: from });
    clock.advance({ hours: 23, minutes: 59, seconds: 59 });
    expect(await (await sign('good')).findRules()).toMatchObject({ in_force: strict, in_force_from: from });
    clock.advance({ seconds: 1 });
    expect(await (await sign('good')).findRules()).toMatchObject({ in_force: looser, in_force_from: null });
  });

  it('are lifted at once if there is no cooling-off, and shortened at once while any address may be paid', async () => {
    const { setRules, findRules } = await sign('good');
    await setRules(true, 0);
    await setRules(false, 0);
    expect(await findRules()).toMatchObject({ in_force: { book_only: false }, in_force_from: null });
    await setRules(false, 24);
    await setRules(false, 1);
    expect(await findRules()).toMatchObject({ in_force: { cooling_off_hours: 1 }, in_force_from: null });
  });

  it('withdrawn before they are lifted stay as they were', async () => {
    const { setRules, findRules } = await sign('good');
    await setRules(true, 24);
    await setRules(false, 0);
    await setRules(true, 24);
    expect(await findRules()).toMatchObject({
      in_force: { book_only: true, cooling_off_hours: 24 },
      in_force_from: null,
    });
  });
});

const someRules = fc.record({ book_only: fc.boolean(), cooling_off_hours: fc.integer({ min: 0, max: 168 }) });

it('let no address be paid sooner by however many changes: neither when lifted nor when it is added', () => {
  const begin = instantFromDate(new Date('2026-01-02T03:04:05Z'));
  const strict: WithdrawalRules = { book_only: true, cooling_off_hours: 24 };
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), someRules), { maxLength: 12 });
  const holds = fc.property(changes, (steps) => {
    let rules: StoredRules = { value: strict, before: null };
    let at: Instant = begin;
    const heldOnTheFirstDay: WithdrawalRules[] = [];
    for (const [hours, next] of steps) {
      at = hoursAfter(at, hours);
      rules = changedRules(rules, next, at);
      if (at < hoursAfter(begin, 24)) heldOnTheFirstDay.push(rulesInForce(rules, at));
    }
    return heldOnTheFirstDay.every((held) => held.book_only && held.cooling_off_hours >= 24);
  });
  expect(() => fc.assert(holds)).not.toThrow();
});
