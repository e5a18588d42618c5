import type { ReportName } from '#domain/reports/report.ts';
import type { ScheduleStep } from '#domain/reports/scheduled-periods.ts';
import type { Currency, Network, WalletType } from '#domain/networks.ts';
import type { Instant } from '#domain/time.ts';

/** Files of the books that someone requested or scheduled. */
export type StatementFilesTable = {
  file_id: string;
  account_id: string;
  /**
   * Made by whoever requests it, and unique for each account: the same request twice makes one file. Null for one of a
   * schedule, which has one file for each period.
   */
  idempotency_key: string | null;
  /** Which report it has; null for a statement. */
  report: ReportName | null;
  /** The schedule that requested it; null where someone did. */
  schedule_id: string | null;
  /** When the report was scheduled. */
  scheduled_at: Instant | null;
  format: 'pdf' | 'xlsx' | 'csv';
  /** Whether it has every ledger entry beside the statement. */
  with_entries: boolean;
  /** The part of the account that the file covers. Null is any. */
  part_type: WalletType | null;
  part_network: Network | 'trx_eth' | null;
  part_currency: Currency | null;
  /** An address. */
  part_wallet: string | null;
  /** The `ProviderStatement` that the file is of, as JSON; null: it is of our own ledger. */
  provider_statement: string | null;
  period_from: Instant;
  /** The first moment after the period. */
  period_to: Instant;
  /** The moment that the closing is of: the end of the period or, before that, when the file was requested. */
  as_of: Instant;
  /** The IANA name of the zone that times are in. */
  time_zone: string;
  requested_at: Instant;
  /** Null where an API key requested or scheduled it. */
  user_id: string | null;
  /** The name of the user or API key; null where the wallet service does not tell. */
  requested_by: string | null;
  state: 'waiting' | 'working' | 'ready' | 'failed';
  /**
   * When the job takes it up: while it is being made, the end of the lease. Null once it is ready or has failed, unless it
   * is tried again then.
   */
  next_at: Instant | null;
  lease_version: number;
  /** How often it was begun. */
  attempts: number;
  /** Entries written so far. */
  rows_done: number;
  /** Entries of the period; null until they have been counted. */
  rows_total: number | null;
  /** Why it failed, as sentences. */
  failure: string | null;
  ended_at: Instant | null;
  /** The following once it is ready. */
  name: string | null;
  bytes: number | null;
  /** Of the file, in hexadecimal. */
  sha256: string | null;
  /** Of the statement's rows as CSV, whatever the format. */
  rows_sha256: string | null;
  /** Of the entries as CSV; null without entries. */
  entries_sha256: string | null;
  /** When it is deleted. */
  expires_at: Instant;
};

/** Reports that are made as files again and again. Rows stay once they have ended. */
export type ReportSchedulesTable = {
  schedule_id: string;
  account_id: string;
  report: ReportName;
  every: ScheduleStep;
  format: 'csv' | 'xlsx';
  /** The IANA name of the zone whose days periods begin on. */
  time_zone: string;
  /** The first day, such as `2026-11-01`, of the first period whose file hasn't been requested. */
  next_day: string;
  /** When that file is requested: some time after the period is over. Null once the schedule has ended. */
  next_at: Instant | null;
  created_at: Instant;
  /** Null where an API key created it. */
  user_id: string | null;
  /** The name of the user or API key; null where the wallet service does not tell. So is `ended_by`. */
  created_by: string | null;
  ended_at: Instant | null;
  ended_by: string | null;
};

/** A piece of a file. Only those with the file's own `lease_version` belong to it. */
export type StatementFilePartsTable = {
  file_id: string;
  lease_version: number;
  /** Counts from 0. */
  number: number;
  content: Buffer;
};
