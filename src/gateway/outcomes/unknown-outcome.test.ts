import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '#database/testing.ts';
import { writeIsoTime } from '#domain/time.ts';
import { addresses } from '../testing/book-keeper.ts';
import { envelope, failure, sendJson } from '../testing/stand-in-provider.ts';
import { dataOf, drop, payment, program, WithdrawalDesk } from '../testing/withdrawal-desk.ts';
import { confirmOutcome } from './outcomes.store.ts';
import type { WithdrawalStandIn } from '../testing/withdrawal-stand-in.ts';

const database = useTestDatabase();
const desk = new WithdrawalDesk(database);

async function sealedKey(): Promise<Buffer | null> {
  const row = database.db.selectFrom('withdrawal_outcomes').select('sealed_key');
  return (await row.executeTakeFirstOrThrow()).sealed_key;
}

describe('a withdrawal whose outcome is unknown', () => {
  it.each([
    [
      'a lost answer',
      (...asked: Parameters<WithdrawalStandIn['onCreate']>) => desk.standIn.loseAnswer(...asked),
    ],
    ['an answer that takes too long', (asked: never) => void desk.standIn.create(asked)],
  ])(
    'is reported as such after %s, and is not sent again to a provider that ignores external IDs',
    async (_what, onCreate) => {
      const answer = await desk.payUnconfirmed(onCreate as WithdrawalStandIn['onCreate']);
      expect([502, 504]).toContain(answer.status);
      expect(answer.body).toContain('The outcome is unknown');
      // Two newer requests than the lost one, as a provider answers a lookup that it doesn't understand.
      desk.standIn.add({ ...payment, external_id: 'a', amount: '1' });
      desk.standIn.add({ ...payment, external_id: 'b', amount: '2' });
      for (const headers of [program, desk.session]) {
        const again = await desk.pay({}, headers);
        expect(again.status).toBe(409);
        expect(again.json()).toMatchObject({
          error_code: 'request',
          error_message: expect.stringMatching(/outcome .* is unknown/i),
          data: { outcome: 'outcome_unknown' },
        });
      }
      expect(desk.standIn.created).toHaveLength(3);
      expect(await desk.find()).toMatchObject({ state: 'outcome_unknown', request_id: null, attempts: 1 });
    },
  );

  it.each([
    ['in lower case', { recipient_wallet: addresses.eth.toLowerCase(), amount: '25.0' }],
    ['in a case that is no checksum', { recipient_wallet: `0x${addresses.eth.slice(2).toUpperCase()}` }],
    ['without its prefix', { recipient_wallet: addresses.eth.slice(2).toLowerCase() }],
    ['and the currency in lower case', { currency: 'usdt' }],
  ])('is not sent under another external ID either, with the recipient %s', async (_what, changes) => {
    await desk.payUnconfirmed();
    const again = await desk.pay({ external_id: 'payout-2', ...changes });
    expect(again.status).toBe(409);
    expect(again.body).toContain('payout-1');
    expect(desk.standIn.created).toHaveLength(1);
    expect((await desk.pay({ external_id: 'payout-3', amount: '26' })).status).toBe(200);
  });

  it('survives a restart and a sign-out, and is checked with the key that it was sent with', async () => {
    await desk.payUnconfirmed();
    await desk.gateway.send('/session', { method: 'DELETE', headers: desk.session });
    await desk.restart();
    expect(await desk.find()).toMatchObject({ state: 'outcome_unknown' });
    expect((await desk.pay()).status).toBe(409);
    desk.clock.advance({ minutes: 5 });
    await desk.until('confirmed');
    expect(await desk.find()).toMatchObject({ state: 'confirmed', request_id: 'wd_1' });
  });

  it('is confirmed by a check that finds its external ID, with the request’s ID', async () => {
    await desk.payUnconfirmed();
    expect(await desk.check()).toMatchObject({ state: 'confirmed', request_id: 'wd_1', next_check_at: null });
    expect((await desk.pay()).status).toBe(200);
    expect(desk.standIn.created).toHaveLength(1);
  });

  it('keeps its key sealed, and only as long as there is something to check', async () => {
    await desk.payUnconfirmed();
    expect((await sealedKey())?.toString('latin1')).not.toContain('good');
    await desk.check();
    expect(await sealedKey()).toBeNull();
  });

  it('is hidden from another account, which can do nothing with it', async () => {
    await desk.payUnconfirmed(drop);
    const { id } = await desk.find();
    desk.provider.respond = (_asked, response) =>
      sendJson(response, 200, envelope({ user_id: 'u-2', result: 'success', balances: {} }));
    await desk.signIn('other');
    expect((await desk.list()).outcomes).toEqual([]);
    expect((await desk.change('check', { id })).status).toBe(404);
    expect((await desk.change('handled', { id, note: 'Mine now' })).status).toBe(404);
  });
});

describe('a withdrawal whose outcome is unknown, while the provider no longer says whose key it is', () => {
  it('is still listed for the key that sent it, can be checked, and blocks what would pay it again', async () => {
    await desk.payUnconfirmed(drop);
    const respond = desk.provider.respond;
    desk.provider.respond = (asked, response) =>
      /user-balances|wallets/.test(asked.url)
        ? sendJson(response, 400, failure(400, 'system', 'No permission'))
        : respond(asked, response);
    await desk.restart();
    expect(await desk.find()).toMatchObject({ state: 'outcome_unknown' });
    expect(await desk.check()).toMatchObject({ checks: 1 });
    expect((await desk.pay({}, desk.session)).status).toBe(409);
  });
});

describe('two requests of one withdrawal', () => {
  it('are reported: the first one stays, and the other is named', async () => {
    // A provider that shows none of its requests has it proved that there is none.
    await desk.payUnconfirmed();
    desk.standIn.onList = () => ({ rows: [], total: 0 });
    desk.clock.advance({ minutes: 11 });
    expect(await desk.check()).toMatchObject({ state: 'not_created' });
    const { db } = database;
    const row = await db.selectFrom('withdrawal_outcomes').selectAll().executeTakeFirstOrThrow();
    expect(await confirmOutcome(db, row, { state: 'confirmed', request_id: 'wd_1' })).toBeUndefined();
    expect(await confirmOutcome(db, row, { state: 'confirmed', request_id: 'wd_1' })).toBeUndefined();
    expect(await confirmOutcome(db, row, { state: 'confirmed', request_id: 'wd_2' })).toBe('wd_1');
    expect(await desk.find()).toMatchObject({
      state: 'confirmed',
      request_id: 'wd_1',
      last_finding: 'The wallet service also created the request wd_2.',
    });
  });
});

describe('a withdrawal that a user handled', () => {
  it('needs a note, is not checked or sent any more, and is in the activity log with the note', async () => {
    await desk.payUnconfirmed();
    const { id } = await desk.find();
    expect((await desk.change('handled', { id, note: ' ' })).status).toBe(400);
    const handled = await desk.change('handled', { id, note: 'The provider says that it paid' });
    expect(dataOf(handled)).toMatchObject({
      state: 'handled',
      next_check_at: null,
      handled: { note: 'The provider says that it paid', at: writeIsoTime(desk.clock.now()) },
    });
    const again = await desk.pay();
    expect(again.status).toBe(409);
    expect(again.body).toContain('The provider says that it paid');
    expect(desk.standIn.created).toHaveLength(1);
    // The same payment under another external ID is the sender's decision.
    expect((await desk.pay({ external_id: 'payout-2' })).status).toBe(200);
    const auditLog = await desk.gateway.send('/console/audit-log?operation=handleWithdrawalOutcome', {
      headers: desk.session,
    });
    expect(auditLog.body).toContain('The provider says that it paid');
  });

  it('is refused where it was confirmed in the meantime, with its request', async () => {
    await desk.payUnconfirmed();
    await desk.check();
    const answer = await desk.change('handled', { id: (await desk.find()).id, note: 'Called them' });
    expect(answer.status).toBe(409);
    expect(answer.body).toContain('wd_1');
  });
});
