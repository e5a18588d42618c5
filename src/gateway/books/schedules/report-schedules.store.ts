import type { Kysely } from 'kysely';
import { MOST_SCHEDULES, mostMissedPeriods } from '#contract/gateway/report-schedules.ts';
import type { ReportSchedulesTable } from '#database/book-tables.ts';
import type { Tables } from '#database/tables.ts';
import { inTransaction } from '#database/transaction.ts';
import type { Days } from '#domain/reports/report-days.ts';
import { firstDayAt, momentsOfDays, periodFrom } from '#domain/reports/scheduled-periods.ts';
import { addMs, type Instant } from '#domain/time.ts';
import { insertScheduledFile } from '../files/statement-files.store.ts';
import { SETTLE_MS } from '../late-bookings.ts';

export type StoredSchedule = ReportSchedulesTable;

type NewSchedule = Omit<StoredSchedule, 'next_day' | 'next_at' | 'ended_at' | 'ended_by'>;
type Steps = Pick<StoredSchedule, 'every' | 'time_zone'>;

/** The period that begins on a day, and when its file is made: as soon as it could be closed. */
export function scheduledPeriod({ every, time_zone: zone }: Steps, firstDay: string) {
  const { from, to } = momentsOfDays(periodFrom(every, firstDay), zone);
  return { from, to, dueAt: addMs(to, SETTLE_MS) };
}

/** Stores a schedule that begins with the period in progress. Undefined: there is the same already. */
export async function insertSchedule(
  db: Kysely<Tables>,
  schedule: NewSchedule,
): Promise<StoredSchedule | undefined> {
  const nextDay = firstDayAt(schedule.every, schedule.created_at, schedule.time_zone);
  return await db
    .insertInto('report_schedules')
    .values({ ...schedule, next_day: nextDay, next_at: scheduledPeriod(schedule, nextDay).dueAt })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'report', 'every', 'format', 'time_zone'])
        .where('ended_at', 'is', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** The account's schedules that haven't ended, the latest first. */
export async function listSchedules(db: Kysely<Tables>, accountId: string): Promise<StoredSchedule[]> {
  return await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('schedule_id')
    .execute();
}

/** Whether the account has as many schedules as it may. */
export async function hasManySchedules(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  return (await listSchedules(db, accountId)).length >= MOST_SCHEDULES;
}

/** False: the account has no such schedule, or it has ended. */
export async function endSchedule(
  db: Kysely<Tables>,
  { accountId, id }: { accountId: string; id: string },
  { by, at }: { by: string | null; at: Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_schedules')
    .set({ next_at: null, ended_at: at, ended_by: by })
    .where('account_id', '=', accountId)
    .where('schedule_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Schedules that have a period which is over, those that wait longest first. */
export async function findDueSchedules(
  db: Kysely<Tables>,
  { most, atHand, now }: { most: number; atHand: readonly string[]; now: Instant },
): Promise<StoredSchedule[]> {
  return await db
    .selectFrom('report_schedules')
    .selectAll()
    .where('next_at', '<=', now)
    .where('schedule_id', 'not in', ['', ...atHand])
    .orderBy('next_at')
    .orderBy('schedule_id')
    .limit(most)
    .execute();
}

/**
 * Requests the files of all periods that are over, of a schedule as it was read. Nothing happens if it has gone on or has
 * ended meanwhile: whoever changed it first requested them, in the same transaction. Says how many were left out because
 * too many were missed.
 */
export async function requestScheduledFiles(
  db: Kysely<Tables>,
  schedule: StoredSchedule,
  now: Instant,
): Promise<{ leftOut: number }> {
  const { schedule_id: id, every, time_zone: zone, next_day: firstDay } = schedule;
  const nextDay = firstDayAt(every, addMs(now, -SETTLE_MS), zone);
  const missed = periodsBetween(schedule, firstDay, nextDay);
  // A clock that went back since the schedule was read doesn't take it back.
  if (missed.length === 0) return { leftOut: 0 };
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('report_schedules')
      .set({ next_day: nextDay, next_at: scheduledPeriod(schedule, nextDay).dueAt })
      .where('schedule_id', '=', id)
      .where('next_day', '=', firstDay)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    for (const days of missed.slice(-mostMissedPeriods)) {
      await insertScheduledFile(tx, { schedule, period: momentsOfDays(days, zone), now });
    }
  });
  return { leftOut: Math.max(0, missed.length - mostMissedPeriods) };
}

/** The periods from one that begins on the first day up to one that begins on the other, which isn't included. */
function periodsBetween({ every }: Steps, firstDay: string, endDay: string): Days[] {
  const periods: Days[] = [];
  for (let day = firstDay; day < endDay;) {
    const period = periodFrom(every, day);
    periods.push(period);
    day = period.to;
  }
  return periods;
}
