import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClosedPeriod } from '#contract/gateway/closed-periods.ts';
import type { LateBooking } from '#contract/gateway/closing.ts';
import { add, negate, subtract, sum } from '#domain/arithmetic.ts';
import { decimal, type Decimal } from '#domain/decimal.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { month, type Period, setUpClosing } from './testing-closing.ts';

const closing = setUpClosing();
const { closed, explain, late, move, state, statement, verify } = closing;

const dayMs = 86_400_000;
const months = ['2025-10', '2025-11', '2025-12', '2026-01'].map(month);
const { from: start } = month('2025-10');
const { to: end } = month('2026-01');

type Move = { created: Instant; booked: Instant; amount: Decimal; isOut: boolean; document?: string };

/** So much that no withdrawal fails. */
const funding: Move = { created: start, booked: start, amount: decimal('1000000'), isOut: false };

/** A deposit or withdrawal of the four months, booked at once or up to 45 days later. */
const anyMove = fc
  .record({
    minute: fc.integer({ min: 1, max: 122 * 1440 }),
    delayDays: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 45 }) },
    ),
    units: fc.integer({ min: 1, max: 9_999 }),
    isOut: fc.boolean(),
  })
  .map(({ minute, delayDays, units, isOut }): Move => {
    const created = addMs(start, minute * 60_000);
    const booked = addMs(created, delayDays * dayMs);
    return { created, booked, amount: decimal(`${units}.000001`), isOut };
  });

const isIn = (moment: Instant, { from, to }: Period) => from <= moment && moment < to;
const total = (moves: readonly Move[]) =>
  sum(moves.map(({ amount, isOut }) => (isOut ? negate(amount) : amount)));
const amountOf = (bookings: readonly LateBooking[]) =>
  sum(bookings.flatMap(({ lines }) => lines.map(({ amount }) => amount)));
const documentsOf = (bookings: readonly { document?: string }[]) =>
  bookings.flatMap(({ document }) => document ?? []).toSorted((a, b) => (a < b ? -1 : 1));

/** Books what is booked before the moment, which is then the present. */
async function bookUntil(moves: readonly Move[], moment: Instant): Promise<void> {
  for (const each of moves) {
    if (each.document === undefined && each.booked < moment) each.document = await move(each);
  }
  state.now = moment;
}

async function explainAll(closes: readonly ClosedPeriod[]): Promise<void> {
  for (const { id } of closes) {
    const open = (await late(id)).bookings.filter((each) => each.is_drift && each.notes.length === 0);
    const ids = open.map(({ posting_id: postingId }) => postingId);
    if (ids.length > 0) await explain(id, ids);
  }
}

/** Each month with its close and what its statement said then. */
async function closeMonths(moves: readonly Move[], daysUntilClose: number) {
  const closes: { period: Period; close: ClosedPeriod; rows: unknown }[] = [];
  for (const period of months) {
    await bookUntil(moves, addMs(period.to, daysUntilClose * dayMs));
    await explainAll(closes.map(({ close }) => close));
    closes.push({ period, close: await closed(period), rows: await statement(period) });
  }
  await bookUntil(moves, addMs(end, 60 * dayMs));
  return closes;
}

it(
  'for any history, closed statements never change, drift is what was booked after closing and nothing else, and late bookings explain what reports by creation time differ by',
  { timeout: 240_000 },
  async () => {
    const drawn = fc.array(anyMove, { minLength: 5, maxLength: 25 });
    const property = fc.asyncProperty(drawn, fc.integer({ min: 1, max: 20 }), async (some, days) => {
      const moves = structuredClone([funding, ...some.toSorted((a, b) => (a.booked < b.booked ? -1 : 1))]);
      for (const { period, close, rows } of await closeMonths(moves, days)) {
        expect(await statement(period)).toEqual(rows);
        expect((await verify(close.id)).verified).toMatchObject({ entries_hold: true, totals_hold: true });

        const created = moves.filter((each) => isIn(each.created, period));
        const bookedLater = created.filter(({ booked }) => booked >= period.to);
        const { bookings } = await late(close.id);
        expect(documentsOf(bookings)).toEqual(documentsOf(bookedLater));
        expect(documentsOf(bookings.filter((each) => each.is_drift))).toEqual(
          documentsOf(bookedLater.filter(({ booked }) => booked >= close.closed_at)),
        );

        // What was created in it, is what moved in it and what was late, less what was late for earlier periods.
        const moved = sum(close.totals.map((each) => each.moved));
        const ofEarlier = moves.filter((each) => each.created < period.from && isIn(each.booked, period));
        expect(total(created)).toBe(subtract(add(moved, amountOf(bookings)), total(ofEarlier)));
      }
    });
    await fc.assert(property.beforeEach(closing.reset), { numRuns: 6, seed: 41 });
  },
);
