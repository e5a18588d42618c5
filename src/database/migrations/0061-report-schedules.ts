import { sql, type Kysely } from 'kysely';

/** Reports that are made as files of the books once each month, week or day is over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table report_schedules (
      schedule_id text collate "C" primary key,
      account_id text collate "C" not null,
      report text collate "C" not null,
      every text collate "C" not null,
      format text collate "C" not null,
      time_zone text collate "C" not null,
      next_day text collate "C" not null,
      next_at timestamptz,
      created_at timestamptz not null,
      user_id text collate "C",
      created_by text,
      ended_at timestamptz,
      ended_by text
    )`.execute(db);
  await sql`
    create unique index report_schedules_active
    on report_schedules (account_id, report, every, format, time_zone) where ended_at is null`.execute(db);
  await sql`
    create index report_schedules_due on report_schedules (next_at) where next_at is not null`.execute(db);
  // A schedule requests its files without a key: its period takes that place, and makes each of them once.
  await sql`
    alter table statement_files
      alter column idempotency_key drop not null,
      add column report text collate "C",
      add column schedule_id text collate "C" references report_schedules,
      add column scheduled_at timestamptz,
      add constraint statement_files_once_scheduled unique (schedule_id, period_from)`.execute(db);
}
