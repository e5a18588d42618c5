import type { ExportListName } from './export-lists.ts';
import type { SumLine } from './file/sums.ts';

export const exportFormats = ['csv', 'xlsx', 'json'] as const;

export type ExportFormat = (typeof exportFormats)[number];

/** A filter as the person sees it. */
export type FilterWords = { label: string; value: string };

/** What is to be exported: a list as it stands on the screen. */
export type ExportSubject = {
  list: ExportListName;
  /** The filters and the order in the contract's words, without `limit` and `offset`. */
  query: Record<string, string | number | undefined>;
  /** The moment that the list is pinned to, an Instant: nothing newer belongs to it. Empty until it is read. */
  pin: string;
  /** The zone of the times, by its IANA name. */
  zone: string;
  filterWords: readonly FilterWords[];
};

/** An export with everything that its file says about it. */
export type ExportRequest = ExportSubject & {
  format: ExportFormat;
  accountId: string;
  keyName: string | null;
};

/** What the file says about itself, in the names that it has there. */
export type ExportHeader = {
  product: string;
  list: string;
  /** All rows that were expected are there, each once and whole. */
  complete: boolean;
  rows_expected: number;
  rows_written: number;
  /** Why it is not complete, in words. */
  problems: string[];
  /** The query as it was sent. */
  query: Record<string, string>;
  filters: readonly FilterWords[];
  pinned_to: string;
  time_zone: string;
  exported_at: string;
  account_id: string;
  key_name: string | null;
  columns: string[];
  /** Of all rows that are in the file, whatever their status. */
  sums: SumLine[];
  rows_sha256: string;
  rows_sha256_of: string;
};

/** A file that is ready, and what it says about itself. */
export type ExportedFile = { name: string; blob: Blob; header: ExportHeader };
