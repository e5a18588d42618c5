import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  endReportSchedule,
  listReportSchedules,
  MOST_SCHEDULES,
  type ReportSchedule,
  scheduleReport,
} from '#contract/gateway/report-schedules.ts';
import type { Tables } from '#database/tables.ts';
import type { Clock } from '#domain/time.ts';
import { type Host, serve } from '#http/serve.ts';
import { ServiceError } from '#http/service-error.ts';
import { requirePermissions, type SignedIn } from '../../console-host.ts';
import {
  endSchedule,
  hasManySchedules,
  insertSchedule,
  listSchedules,
  scheduledPeriod,
  type StoredSchedule,
} from './report-schedules.store.ts';

type Deps = {
  db: Kysely<Tables>;
  now: Clock;
  /** Whether the books are those of our own wallet service: a remote one shows its ledger to no one. */
  isOwn: boolean;
};

/** Reports that are made again and again, by a job. */
export function registerReportScheduleRoutes(host: Host<SignedIn>, { db, now, isOwn }: Deps): void {
  serve(host, listReportSchedules, async ({ caller: { accountId } }) => ({
    schedules: isOwn ? (await listSchedules(db, accountId)).map(toResponse) : [],
  }));

  serve(host, scheduleReport, async ({ caller, body }) => {
    if (!isOwn) {
      throw new ServiceError(
        404,
        'A remote wallet service shows its ledger to no one, so there are no reports',
      );
    }
    if (body.report === 'counterparties') requirePermissions(caller, ['transactions:read']);
    const { accountId, actorName, user } = caller;
    if (await hasManySchedules(db, accountId)) {
      throw new ServiceError(
        409,
        `This account has ${MOST_SCHEDULES} scheduled reports, the most there can be. End one first`,
      );
    }
    const schedule = await insertSchedule(db, {
      ...body,
      schedule_id: `schedule_${randomBytes(12).toString('hex')}`,
      account_id: accountId,
      created_at: now(),
      user_id: user?.id ?? null,
      created_by: actorName,
    });
    if (schedule === undefined) {
      throw new ServiceError(409, 'This report is scheduled already, so nothing was changed');
    }
    return toResponse(schedule);
  });

  serve(host, endReportSchedule, async ({ caller: { accountId, actorName }, body: { id } }) => {
    if (!(await endSchedule(db, { accountId, id }, { by: actorName, at: now() }))) {
      throw new ServiceError(404, 'Scheduled report not found. It may have been ended before');
    }
    return { result: 'success' as const };
  });
}

function toResponse(schedule: StoredSchedule): ReportSchedule {
  const { from, to, dueAt } = scheduledPeriod(schedule, schedule.next_day);
  return {
    id: schedule.schedule_id,
    report: schedule.report,
    every: schedule.every,
    format: schedule.format,
    time_zone: schedule.time_zone,
    next_from: from,
    next_to: to,
    next_at: dueAt,
    created_at: schedule.created_at,
    created_by: schedule.created_by,
  };
}
