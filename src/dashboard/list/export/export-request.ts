import type { ExportedName } from '#contract/gateway/exports.ts';
import type { ExportListName } from './export-lists.ts';
import type { SumLine } from '#domain/list-sums.ts';

export const exportFormats = ['csv', 'xlsx', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** A filter as the person sees it. */
type FilterLabels = { label: string; value: string };

/** What is to be exported: the list on the screen. */
export type ExportSubject = {
  list: ExportListName;
  /** The filters and the order in the contract's words, without `limit` and `offset`. */
  query: Record<string, string | number | undefined>;
  /** The moment that the list is pinned to, an Instant: nothing newer belongs to it. Empty until it is read. */
  pin: string;
  /** The zone of the times, by its IANA name. */
  zone: string;
  filterLabels: readonly FilterLabels[];
};

/** An export with everything that its file says about it. */
export type ExportRequest = ExportSubject & {
  format: ExportFormat;
  accountId: string;
  /** Null where an API key signed in. */
  userName: string | null;
  keyName: string | null;
};

/** What the file says about itself, in the names that it has there. */
export type ExportHeader = {
  product: string;
  list: ExportedName;
  /** All rows that were expected are there, each once and whole. */
  complete: boolean;
  /** How many rows match as the service says it; null where it doesn't, or counts others as well. */
  rows_expected: number | null;
  /** How many rows came: more than were written where the console had to filter them itself. */
  rows_read: number;
  rows_written: number;
  /** Why it is not complete, in words. */
  problems: string[];
  /** What the service did not do as it was asked, and what was done about it. */
  notes: string[];
  /** The parameters that the service ignored or refused, so that the console filtered the rows. */
  filtered_by_console: string[];
  /** The query as it was asked. */
  query: Record<string, string>;
  filters: readonly FilterLabels[];
  pinned_to: string;
  time_zone: string;
  exported_at: string;
  account_id: string;
  user_name: string | null;
  key_name: string | null;
  columns: string[];
  /** The sums of all rows in the file, each status on its own. */
  sums: SumLine[];
  /** What a reader of the sums has to know; empty where they say it all. */
  sums_note: string;
  rows_sha256: string;
  rows_sha256_of: string;
};

/** A file that is ready, and what it says about itself. */
export type ExportedFile = { name: string; blob: Blob; header: ExportHeader & Pick<ExportSubject, 'list'> };
