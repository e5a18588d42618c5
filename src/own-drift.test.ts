import { describe, expect, it } from 'vitest';
import { listLedgerEntries } from '#contract/gateway/ledger-entries.ts';
import { entriesOfBooking } from '#contract/gateway/statement-entries.ts';
import { inTransaction } from '#database/transaction.ts';
import { decimal } from '#domain/decimal.ts';
import { startStandInProvider } from './gateway/testing/stand-in-provider.ts';
import { listEntries } from './service/books/entries.store.ts';
import { postEntries } from './service/ledger/ledger.ts';
import { hold } from './service/ledger/movements.ts';
import { at, closedPath, month, setUpClosing } from './testing-closing.ts';

const closing = setUpClosing();
const { ask, books, close, closed, explain, late, move, state, statement, verify } = closing;

/** January with a deposit, closed on February 2 at 9:00, and one that is seen at 10:12. */
async function makeDrift(): Promise<{ id: string; document: string }> {
  await move({ amount: '10', created: at('2026-01-15 12:00') });
  state.now = at('2026-02-02 09:00');
  const { id } = await closed(month('2026-01'));
  const document = await move({
    amount: '7',
    created: at('2026-01-31 23:58'),
    booked: at('2026-02-02 10:12'),
  });
  state.now = at('2026-03-02 09:00');
  return { id, document };
}

describe('drift', () => {
  it('is what was created in a closed period and booked after it was closed, with its cause', async () => {
    const { id, document } = await makeDrift();
    expect(await books()).toMatchObject({
      unexplained: 1,
      periods: [{ id, drift: 1, unexplained: 1, known_late: 0 }],
    });
    expect(await late(id)).toMatchObject({
      count: 1,
      bookings: [
        {
          kind: 'deposit',
          document,
          refers_to: 'transaction',
          created_at: '2026-01-31T23:58:00.000000Z',
          booked_at: '2026-02-02T10:12:00.000000Z',
          lines: [{ type: 'user', network: 'trx', currency: 'USDT', amount: '7' }],
          is_drift: true,
          notes: [],
        },
      ],
    });
  });

  it('is no drift if it was booked late, but known when the period was closed', async () => {
    await move({ amount: '7', created: at('2026-01-31 23:58'), booked: at('2026-02-01 00:02') });
    state.now = at('2026-02-02 09:00');
    const { id } = await closed(month('2026-01'));
    expect(await books()).toMatchObject({ unexplained: 0, periods: [{ drift: 0, known_late: 1 }] });
    expect((await late(id)).bookings).toMatchObject([{ is_drift: false }]);
  });

  it('keeps the next period open until somebody explains it, and keeps each explanation', async () => {
    const { id } = await makeDrift();
    const refused = await close(month('2026-02'));
    expect([refused.status, refused.message]).toEqual([
      409,
      expect.stringContaining('drift of closed periods'),
    ]);
    const [booking] = (await late(id)).bookings;
    const ids = [booking?.posting_id ?? ''];
    expect((await explain(id, ids)).data).toEqual({ explained: 1 });
    const other = await closing.addFinance({ name: 'Priya Nair' });
    await ask(
      `${closedPath}/explanations`,
      { id, posting_ids: ids, note: 'Confirmed by the node’s log' },
      other,
    );
    expect((await late(id)).bookings[0]?.notes).toMatchObject([
      { note: 'The node was down', by: 'Daniel Okafor' },
      { note: 'Confirmed by the node’s log', by: 'Priya Nair' },
    ]);
    expect(await books()).toMatchObject({ unexplained: 0, periods: [{ drift: 1, unexplained: 0 }] });
    await closed(month('2026-02'));
  });

  it('leads to exactly the entries that were booked late, and not to what was put on hold before', async () => {
    const { id } = await makeDrift();
    const created = at('2026-01-31 23:50');
    const document = await move({ amount: '2', created, booked: at('2026-02-02 10:15'), isOut: true });
    await inTransaction(closing.database.db, async (tx) => {
      const { accountId, wallet } = state;
      const held = { accountId, currency: 'USDT', amount: decimal('2'), reference: document } as const;
      await postEntries(tx, { ...hold(wallet, held), createdAt: created });
    });
    const { bookings } = await late(id);
    expect(bookings).toHaveLength(2);
    for (const booking of bookings) {
      const query = listLedgerEntries.query.parse(entriesOfBooking(booking));
      const listed = await listEntries(closing.database.db, state.accountId, query);
      expect(listed?.entries.map(({ posting_id: posting, amount }) => [posting, amount])).toEqual(
        booking.lines.map(({ amount }) => [booking.posting_id, amount]),
      );
    }
  });

  it('can be explained only if it is there, and with words', async () => {
    const { id } = await makeDrift();
    const ids = (await late(id)).bookings.map((each) => each.posting_id);
    expect((await explain(id, [...ids, 'post_of_nothing'])).status).toBe(404);
    expect((await explain('close_of_nothing', ids)).status).toBe(404);
    expect((await explain(id, ids, ' ')).status).toBe(400);
    expect((await late(id)).bookings[0]?.notes).toEqual([]);
    const viewer = await closing.addFinance({ roles: ['viewer'] });
    expect(
      (await ask(`${closedPath}/explanations`, { id, posting_ids: ids, note: 'No' }, viewer)).status,
    ).toBe(403);
  });

  it('belongs to the statement of the period in which it was booked', async () => {
    const before = { ...month('2026-01') };
    await makeDrift();
    expect((await statement(before))?.map(({ closing: { total } }) => total)).toEqual(['10']);
    expect((await statement(month('2026-02')))?.map(({ movements: { inflow } }) => inflow)).toEqual(['7']);
  });
});

describe('reopening', () => {
  it('opens the period and all later ones for a reason, and keeps what was closed', async () => {
    const { id: first } = await makeDrift();
    await explain(
      first,
      (await late(first)).bookings.map((each) => each.posting_id),
    );
    const second = await closed(month('2026-02'));
    const { version } = await books();
    expect((await ask(`${closedPath}/reopen`, { id: first, version, reason: ' ' })).status).toBe(400);
    expect((await ask(`${closedPath}/reopen`, { id: first, version: 1, reason: 'Late' })).status).toBe(409);
    const { data } = await ask(`${closedPath}/reopen`, {
      id: first,
      version,
      reason: 'A deposit is missing',
    });
    expect(data).toEqual({ reopened: [first, second.id] });
    const reopened = { by: 'Daniel Okafor', reason: 'A deposit is missing' };
    expect(await books()).toMatchObject({
      next_from: null,
      count: 2,
      periods: [
        { id: second.id, sha256: second.sha256, reopened },
        { id: first, reopened },
      ],
    });
    const again = await closed(month('2026-01'));
    expect(await books()).toMatchObject({ next_from: month('2026-01').to, count: 3 });
    // What was drift was known when the period was closed again.
    expect(again).toMatchObject({ drift: 0, known_late: 1 });
    expect((await verify(again.id)).verified).toMatchObject({ entries_hold: true, totals_hold: true });
  });

  it('of the latest period alone leaves earlier ones closed, and its drift needs no explanation any more', async () => {
    const { id: first } = await makeDrift();
    await explain(
      first,
      (await late(first)).bookings.map((each) => each.posting_id),
    );
    const { id } = await closed(month('2026-02'));
    await move({ amount: '1', created: at('2026-02-03 00:00'), booked: at('2026-03-05 00:00') });
    state.now = at('2026-03-06 09:00');
    const { version, unexplained } = await books();
    expect(unexplained).toBe(1);
    const reason = 'A deposit is missing';
    expect((await ask(`${closedPath}/reopen`, { id, version, reason })).data).toEqual({ reopened: [id] });
    expect(await books()).toMatchObject({ next_from: month('2026-01').to, unexplained: 0 });
    const twice = await ask(`${closedPath}/reopen`, { id, version: version + 1, reason });
    expect([twice.status, twice.message]).toEqual([409, expect.stringContaining('was reopened before')]);
  });
});

it('says that a remote provider keeps its own ledger, and closes nothing', async () => {
  const provider = await startStandInProvider();
  const remote = await closing.startRemote(provider.url);
  expect(await remote.get(closedPath)).toMatchObject({ status: 200, data: { books: null } });
  const query = new URLSearchParams(month('2026-01')).toString();
  expect(await remote.get(`${closedPath}/checks?${query}`)).toMatchObject({ data: { checks: null } });
  expect(await remote.get(`${closedPath}/hash?${query}`)).toMatchObject({
    status: 404,
    message: 'A remote wallet service keeps its own ledger, so there is nothing to close',
  });
});
