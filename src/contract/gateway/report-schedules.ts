import * as z from 'zod/mini';
import { reportNames } from '#domain/reports/report.ts';
import { scheduleSteps } from '#domain/reports/scheduled-periods.ts';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { toSave, zoneName } from './statement-files.ts';

export const scheduledFormats = ['csv', 'xlsx'] as const;

/** Schedules that an account may have at once. */
export const MOST_SCHEDULES = 50;

/** So many of the latest periods are made up for after the server was down; earlier ones are left out. */
export const mostMissedPeriods = 31;

const reportSchedule = z.object({
  id: z.string(),
  report: z.enum(reportNames),
  every: z.enum(scheduleSteps),
  format: z.enum(scheduledFormats),
  /** The IANA name of the zone whose days periods begin on. */
  time_zone: z.string(),
  /** ISO 8601: the first moment of the period that the next file is of. */
  next_from: z.string(),
  /** ISO 8601: the first moment after it. */
  next_to: z.string(),
  /** ISO 8601: when that file is made. */
  next_at: z.string(),
  created_at: z.string(),
  /** The name of the user or API key; null where the wallet service does not tell. */
  created_by: z.nullable(z.string()),
});

export type ReportSchedule = z.output<typeof reportSchedule>;

const path = '/console/reports/schedules';
const tag = 'User';
const remoteFailure = {
  status: 404,
  errorCode: 'not_found',
  when: 'A remote wallet service shows its ledger to no one',
} as const;

export const listReportSchedules = operation({
  id: 'listReportSchedules',
  method: 'GET',
  path,
  tag,
  summary: 'List the scheduled reports of the account, the latest first',
  permission: 'balances:read',
  query: z.strictObject({}),
  data: z.object({ schedules: z.array(reportSchedule) }),
  failures: [permissionFailure, ...signedInFailures],
});

/**
 * The first file is of the month, week or day that is in progress. Counterparties need `transactions:read` as well, as
 * their report does.
 */
export const scheduleReport = operation({
  id: 'scheduleReport',
  method: 'POST',
  path,
  tag,
  summary: 'Have a report made as a file of the books whenever a month, week or day is over',
  ...toSave,
  body: z.strictObject({
    report: oneOf(reportNames),
    /** Weeks begin on Monday. */
    every: oneOf(scheduleSteps),
    format: oneOf(scheduledFormats),
    /** The IANA name of the zone whose days periods begin on. */
    time_zone: zoneName,
  }),
  data: reportSchedule,
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    remoteFailure,
    {
      status: 409,
      errorCode: 'request',
      when: `The same is scheduled already, or the account has ${MOST_SCHEDULES} scheduled reports`,
    },
  ],
});

export const endReportSchedule = operation({
  id: 'endReportSchedule',
  method: 'DELETE',
  path,
  tag,
  summary: 'End a scheduled report. Its files stay',
  ...toSave,
  body: z.strictObject({ id: lineOfText(64, { what: 'an ID' }) }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    { status: 404, errorCode: 'not_found', when: 'The account has no such schedule, or it has ended' },
  ],
});

export const reportScheduleOperations = [listReportSchedules, scheduleReport, endReportSchedule] as const;
