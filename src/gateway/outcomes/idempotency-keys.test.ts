import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { createKeyCleanup } from './idempotency-keys.ts';
import { failure, sendJson } from '../testing/stand-in-provider.ts';
import { dataOf, drop, program, WithdrawalDesk } from '../testing/withdrawal-desk.ts';

const database = useTestDatabase();
const desk = new WithdrawalDesk(database);

const withKey = (key: string) => ({ ...program, 'idempotency-key': key });

describe('a program’s idempotency key', () => {
  it('makes one withdrawal, however often the same is sent with it', async () => {
    const first = await desk.pay({}, withKey('order-7'));
    const second = await desk.pay({ amount: '25.0' }, withKey('order-7'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(dataOf(second)).toEqual(dataOf(first));
    expect(desk.standIn.created).toHaveLength(1);
  });

  it('refuses another withdrawal, and one with a new external ID after a lost response', async () => {
    desk.standIn.onCreate = drop;
    await desk.pay({}, withKey('order-7'));
    desk.standIn.onCreate = (...asked) => desk.standIn.confirm(...asked);
    for (const changes of [{ external_id: 'payout-2' }, { amount: '26' }]) {
      const refused = await desk.pay(changes, withKey('order-7'));
      expect(refused.status).toBe(409);
      expect(refused.body).toContain('was used for another withdrawal, “payout-1”');
    }
    expect(desk.standIn.created).toEqual([]);
    expect((await desk.pay({ external_id: 'payout-3', amount: '27' }, withKey('order-8'))).status).toBe(200);
  });

  it('can be used again after a refusal, and not after a withdrawal was created', async () => {
    const refusal = failure(400, 'request', 'Insufficient funds');
    desk.standIn.onCreate = (_asked, response) => sendJson(response, 400, refusal);
    expect((await desk.pay({}, withKey('order-7'))).status).toBe(400);
    desk.standIn.onCreate = (...asked) => desk.standIn.confirm(...asked);
    const corrected = { external_id: 'payout-2', amount: '20' };
    expect((await desk.pay(corrected, withKey('order-7'))).status).toBe(200);
    desk.standIn.onCreate = (_asked, response) => sendJson(response, 400, refusal);
    await desk.pay(corrected, withKey('order-7'));
    expect((await desk.pay({ external_id: 'payout-3' }, withKey('order-7'))).status).toBe(409);
    expect(desk.standIn.created).toHaveLength(1);
  });

  it('makes one withdrawal of ten different ones at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, i) =>
        desk.pay({ external_id: `payout-${i}` }, withKey('order-7')),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect(desk.standIn.created).toHaveLength(1);
  });

  it.each(['two words', 'x'.repeat(256)])('is refused as “%s”, before anything is sent', async (key) => {
    const refused = await desk.pay({}, withKey(key));
    expect([refused.status, Object.keys(dataOf(refused) as object)]).toEqual([400, ['idempotency-key']]);
    expect(desk.standIn.created).toEqual([]);
  });

  it('is kept for thirty days', async () => {
    await desk.pay({}, withKey('order-7'));
    const cleanUp = createKeyCleanup(database.db, desk.clock.now);
    desk.clock.advance({ hours: 30 * 24 - 1 });
    await cleanUp();
    expect((await desk.pay({ amount: '26' }, withKey('order-7'))).status).toBe(409);
    desk.clock.advance({ hours: 2 });
    await cleanUp();
    expect((await desk.pay({ external_id: 'payout-2' }, withKey('order-7'))).status).toBe(200);
  });
});
