import * as z from 'zod/mini';
import { reportNames } from '#domain/reports/report.ts';
import { isTimeZone } from '#domain/time-zone.ts';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, oneOf, trueOrFalse } from '../fields.ts';
import { operation } from '../operation.ts';
import type { DownloadedFile } from './downloaded-file.ts';
import { statementPart } from './statement-part.ts';

export const statementFormats = ['pdf', 'xlsx', 'csv'] as const;

export type StatementFormat = (typeof statementFormats)[number];

/** The most ledger entries that a file holds. A PDF of more would take many minutes and hundreds of pages. */
export const mostFileEntries = {
  pdf: 20_000,
  xlsx: 5_000_000,
  csv: 20_000_000,
} as const satisfies Record<StatementFormat, number>;

/** How long a file is stored after it was requested. */
export const FILE_DAYS = 365;

/** Files of an account that may be waiting or in progress. */
export const mostWaitingFiles = 10;

/** `waiting`: for the job; `working`: it is being made. */
const statementFileStates = ['waiting', 'working', 'ready', 'failed'] as const;

const onceReady = z.nullable(z.string());

const statementFile = z.object({
  id: z.string(),
  /** Which report it has; null for a statement. */
  report: z.nullable(z.enum(reportNames)),
  /** `provider`: a remote provider’s balances and lists, which the figures of a statement come from. */
  source: z.enum(['ledger', 'provider']),
  format: z.enum(statementFormats),
  with_entries: z.boolean(),
  /** The part of the account that the file covers; empty: all of it. */
  part: statementPart,
  /** ISO 8601: the first moment of the period. */
  from: z.string(),
  /** ISO 8601: the first moment after the period. */
  to: z.string(),
  /** ISO 8601: the moment that the closing is of. Entries from it on aren’t included. */
  as_of: z.string(),
  /** The IANA name of the zone that times are in. */
  time_zone: z.string(),
  state: z.enum(statementFileStates),
  /** How many ledger entries have been written; always 0 without entries. */
  entries_done: z.int(),
  /** How many ledger entries the file has in all; null without entries, and until they have been counted. */
  entries: z.nullable(z.int()),
  /** Why it failed. */
  failure: z.nullable(z.string()),
  /** ISO 8601: when a file of a schedule that has failed is tried again. Null for any other file. */
  retry_at: z.nullable(z.string()),
  /** The user or API key that requested or scheduled it; null where the wallet service does not tell. */
  requested_by: z.nullable(z.string()),
  /** ISO 8601: when someone requested it or, for a schedule, when its period was over. */
  requested_at: z.string(),
  /** ISO 8601: when its report was scheduled; null where someone requested it. */
  scheduled_at: z.nullable(z.string()),
  /** ISO 8601: when it was ready or failed. */
  ended_at: z.nullable(z.string()),
  /** ISO 8601: when it is deleted. */
  expires_at: z.string(),
  /** The following once it is ready: the name of the file. */
  name: onceReady,
  bytes: z.nullable(z.int()),
  /** Of the file, in hexadecimal. */
  sha256: onceReady,
  /** Of the rows of the statement as CSV, whatever the format. */
  rows_sha256: onceReady,
  /** Of the entries as CSV, whatever the format. Null without entries. */
  entries_sha256: onceReady,
});

export type StatementFile = z.output<typeof statementFile>;

export const zoneName = lineOfText(64, { what: 'a time zone' }).check(
  z.refine(isTimeZone, 'must be the name of a time zone'),
);

const path = '/console/books/files';
const tag = 'User';

/** What requesting and downloading files needs. */
export const toSave = { permission: 'balances:read', consolePermission: 'exports:create' } as const;

/** A background job makes the file. Sent again with the same key, it returns the file that the first request made. */
export const requestStatementFile = operation({
  id: 'requestStatementFile',
  method: 'POST',
  path,
  tag,
  summary: 'Request a file of the statement, with or without its ledger entries',
  ...toSave,
  body: z
    .strictObject({
      /** Any text that this account hasn’t sent before. */
      idempotency_key: lineOfText(64, { what: 'a key' }),
      /** Inclusive. A date alone is its first moment in UTC. */
      from: momentParameter('from'),
      /** Exclusive. A date alone is its first moment in UTC. */
      to: momentParameter('from'),
      /** The IANA name of the zone that times are written in. */
      time_zone: zoneName,
      format: oneOf(statementFormats),
      /**
       * Whether the file has all ledger entries of the period beside the statement. Never with a remote wallet service,
       * which shows its ledger to no one.
       */
      with_entries: trueOrFalse,
      /** The part of the account that the file covers. Left out: all of it, as always with a remote wallet service. */
      part: z._default(statementPart, {}),
    })
    .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })),
  data: z.object({ file: statementFile }),
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    { status: 409, errorCode: 'request', when: 'The idempotency key was used for another file' },
    { status: 429, errorCode: 'request', when: `${mostWaitingFiles} files of the account are in progress` },
  ],
});

export const listStatementFiles = operation({
  id: 'listStatementFiles',
  method: 'GET',
  path,
  tag,
  summary: `List the files of the books that were requested or scheduled in the last ${FILE_DAYS} days, newest first`,
  permission: 'balances:read',
  query: z.strictObject({
    /** Only the file with this ID. */
    id: z.optional(lineOfText(64, { what: 'an ID' })),
    limit: limit(100),
    offset,
  }),
  data: z.object({
    /** All of them, on whatever page. */
    count: z.int(),
    files: z.array(statementFile),
  }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

/**
 * The files themselves, by the name that the activity log has for downloading one. Takes the `id` of a file. That of
 * counterparties needs `transactions:read` as well, as their report does.
 */
export const statementFiles = {
  downloadStatementFile: { path: `${path}/file`, ...toSave },
} as const satisfies Record<string, DownloadedFile>;

export const statementFileOperations = [requestStatementFile, listStatementFiles] as const;
