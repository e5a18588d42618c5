import * as z from 'zod/mini';
import { bookFaultKinds } from '#domain/reconciliation/compare-books.ts';
import { differingFields, matchMethods, resultKinds } from '#domain/reconciliation/lines.ts';
import { movementLists } from '#domain/reconciliation/list-lines.ts';
import { textAmount } from '../amounts.ts';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { limit, lineOfText, linesOfText, momentParameter, offset, oneOf } from '../fields.ts';
import { operation } from '../operation.ts';
import { fileMapping } from './file-mapping.ts';
import { ledgerCheckRow } from './ledger-balances.ts';

/** The longest file, in bytes. */
export const LARGEST_RECONCILED_FILE = 20_000_000;
/** In JSON, a line break or a quote takes two bytes. */
const LARGEST_BODY = LARGEST_RECONCILED_FILE + 4 * 1024 * 1024;
/** How many lines of the books a period can have. */
export const MOST_BOOK_LINES = 250_000;
/** How many problems of lines, and faults of the ledger, are stored. All are counted. */
export const MOST_NAMED_PROBLEMS = 1_000;
/** How many reconciliations of an account can be in progress. */
export const MOST_WAITING_RECONCILIATIONS = 5;
/** How far apart in time two lines may be at most, in hours. */
const MOST_TOLERANCE_HOURS = 31 * 24;

const id = lineOfText(64, { what: 'an ID' });

/** What the mapping of a file’s columns is saved as. */
export const mappingName = lineOfText(64, { what: 'a name for the columns' });

const counts = z.record(z.enum(resultKinds), z.int());

const total = z.object({ count: z.int(), amount: textAmount });

const difference = z.object({
  field: z.enum(differingFields),
  ours: z.string(),
  theirs: z.string(),
  /** The file’s less ours: an amount, or milliseconds of time. Null where there is no such number. */
  by: z.nullable(z.string()),
});

/** What a finished reconciliation found, its lines aside. */
const summary = z.object({
  /** Lines of the file below its header. */
  rows: z.int(),
  /** Lines that couldn’t be read: all, and the first ones. */
  problem_count: z.int(),
  problems: z.array(z.object({ line: z.int(), problem: z.string() })),
  /** Lines with an amount of zero. */
  empty: z.int(),
  /** Lines of the file and of the books that are of another period or currency. */
  left_out: z.object({ ours: z.int(), theirs: z.int() }),
  counts,
  /** What each kind of result adds up to, by currency. Together they are all lines that were compared. */
  sums: z.array(
    z.object({
      kind: z.enum(resultKinds),
      currency: z.string(),
      ours: total,
      theirs: total,
      /** The file’s amount less ours. */
      difference: textAmount,
    }),
  ),
  /** The ledger against the lists. Null for a remote wallet service, which shows its ledger to no one. */
  books: z.nullable(
    z.object({
      compared: z.int(),
      fault_count: z.int(),
      faults: z.array(
        z.object({
          kind: z.enum(bookFaultKinds),
          list: z.nullable(z.enum(movementLists)),
          reference: z.string(),
          differences: z.array(difference),
        }),
      ),
    }),
  ),
  /** The published balances against the ledger, at the moment of the reconciliation. Null as well. */
  balances: z.nullable(z.object({ compared: z.int(), faults: z.array(ledgerCheckRow) })),
  /** Rows of a remote provider’s lists that aren’t as documented. */
  unreadable_rows: z.int(),
});

export type ReconciliationSummary = z.output<typeof summary>;

const reconciliation = z.object({
  reconciliation_id: z.string(),
  /** The same for a reconciliation and all that repeat it with a corrected file: they share notes. */
  series_id: z.string(),
  name: z.string(),
  file_name: z.string(),
  /** Of the file, in hexadecimal. */
  file_sha256: z.string(),
  file_bytes: z.int(),
  mapping: fileMapping,
  /** ISO 8601: the first moment of the period, and the first one after it. */
  from: z.string(),
  to: z.string(),
  /** ISO 8601: when it was requested. What was booked later isn’t in it. */
  as_of: z.string(),
  /** Null: all currencies. */
  currency: z.nullable(z.string()),
  tolerance_hours: z.int(),
  /** The user or API key that requested it; null where the wallet service does not tell. */
  created_by: z.nullable(z.string()),
  state: z.enum(['waiting', 'working', 'ready', 'failed']),
  /** Why it failed, as sentences. */
  failure: z.nullable(z.string()),
  /** Null until it is ready. */
  summary: z.nullable(summary),
  /** How many lines that don’t match are resolved. */
  resolved: z.int(),
});

export type Reconciliation = z.output<typeof reconciliation>;

const bookLine = z.object({
  id: z.string(),
  at: z.string(),
  amount: textAmount,
  fee: z.nullable(textAmount),
  currency: z.string(),
  network: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  references: z.array(z.string()),
});

const fileLine = z.object({
  line: z.int(),
  at: z.string(),
  amount: textAmount,
  fee: z.nullable(textAmount),
  currency: z.string(),
  network: z.nullable(z.string()),
  hash: z.nullable(z.string()),
  reference: z.nullable(z.string()),
});

export const noteActions = ['note', 'resolve', 'reopen'] as const;

const lineNote = z.object({
  action: z.enum(noteActions),
  text: z.string(),
  /** ISO 8601. */
  at: z.string(),
  by: z.nullable(z.string()),
});

const reconciledLine = z.object({
  /** Counts from 1, in the order of time. */
  number: z.int(),
  kind: z.enum(resultKinds),
  method: z.nullable(z.enum(matchMethods)),
  is_ambiguous: z.boolean(),
  ours: z.nullable(bookLine),
  theirs: z.nullable(fileLine),
  differences: z.array(difference),
  /** An earlier line of the file that says exactly the same. */
  duplicate_of: z.nullable(z.int()),
  /** Oldest first. Those of the same line in earlier runs are among them. */
  notes: z.array(lineNote),
  is_resolved: z.boolean(),
});

export type ReconciledLine = z.output<typeof reconciledLine>;

const path = '/console/reconciliations';
/** A reconciliation shows balances as well as transactions. */
export const ofReconciliations = {
  tag: 'User',
  permission: 'transactions:read',
  otherPermission: 'balances:read',
} as const;
const readFailures = [permissionFailure, validationFailure, ...signedInFailures] as const;
const unknownFailure = {
  status: 404,
  errorCode: 'not_found',
  when: 'The account has no such reconciliation',
} as const;

export const listReconciliations = operation({
  ...ofReconciliations,
  id: 'listReconciliations',
  method: 'GET',
  path,
  summary: 'List reconciliations with files of your own, newest first',
  query: z.strictObject({ limit: limit(50), offset }),
  data: z.object({ count: z.int() }),
  rows: { key: 'reconciliations', schema: reconciliation },
  failures: readFailures,
});

export const getReconciliation = operation({
  ...ofReconciliations,
  id: 'getReconciliation',
  method: 'GET',
  path: '/console/reconciliation',
  summary: 'A reconciliation and what it found',
  query: z.strictObject({ reconciliation_id: id }),
  data: z.object({ reconciliation }),
  failures: [...readFailures, unknownFailure],
});

export const listReconciliationLines = operation({
  ...ofReconciliations,
  id: 'listReconciliationLines',
  method: 'GET',
  path: '/console/reconciliation-lines',
  summary: 'What became of each line of the books and of the file',
  query: z.strictObject({
    reconciliation_id: id,
    kind: z.optional(oneOf(resultKinds)),
    /** Begins after the line with this number. Costs the same wherever that is. */
    after: z.optional(lineOfText(9, { what: 'a number' }).check(z.regex(/^\d+$/, 'must be a number'))),
    limit: limit(100, 1_000),
    offset,
  }),
  data: z.object({ count: z.int() }),
  rows: { key: 'lines', schema: reconciledLine },
  failures: [...readFailures, unknownFailure],
});

export const createReconciliation = operation({
  ...ofReconciliations,
  id: 'createReconciliation',
  method: 'POST',
  path,
  summary: 'Compare a file with the books of a period',
  consolePermission: 'exports:create',
  body: z
    .strictObject({
      name: lineOfText(100, { what: 'a name' }),
      file_name: lineOfText(255, { what: 'the name of the file' }),
      /** The file as it is, byte order mark included. */
      text: z.string({ error: 'Choose a file.' }),
      mapping: fileMapping,
      /** Saves the mapping under this name, or replaces the one that has it. */
      mapping_name: z.nullable(mappingName),
      from: momentParameter('from'),
      /** Exclusive. */
      to: momentParameter('from'),
      currency: z.nullable(lineOfText(16, { what: 'a currency' })),
      tolerance_hours: z
        .int({ error: `Enter whole hours from 0 to ${MOST_TOLERANCE_HOURS}.` })
        .check(
          z.minimum(0, `Enter whole hours from 0 to ${MOST_TOLERANCE_HOURS}.`),
          z.maximum(MOST_TOLERANCE_HOURS, `Enter whole hours from 0 to ${MOST_TOLERANCE_HOURS}.`),
        ),
      /** The reconciliation that this one repeats with a corrected file. */
      previous_id: z.nullable(id),
    })
    .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })),
  maximumBodyBytes: LARGEST_BODY,
  data: z.object({ reconciliation }),
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    unknownFailure,
    {
      status: 409,
      errorCode: 'request',
      when: `${MOST_WAITING_RECONCILIATIONS} reconciliations of the account are in progress`,
    },
  ],
});

export const noteReconciliationLine = operation({
  ...ofReconciliations,
  id: 'noteReconciliationLine',
  method: 'POST',
  path: '/console/reconciliation-notes',
  summary: 'Add a note to a line, resolve it with a reason, or reopen it',
  consolePermission: 'exports:create',
  body: z.strictObject({
    reconciliation_id: id,
    number: z.int({ error: 'must be the number of a line' }),
    action: oneOf(noteActions),
    text: linesOfText(1_000).check(z.minLength(1, 'Enter up to 1000 characters.')),
  }),
  data: z.object({ line: reconciledLine }),
  failures: [
    permissionFailure,
    ...signedInChangeFailures,
    unknownFailure,
    { status: 409, errorCode: 'request', when: 'Someone else just resolved or reopened the line' },
  ],
});

export const reconciliationOperations = [
  listReconciliations,
  getReconciliation,
  listReconciliationLines,
  createReconciliation,
  noteReconciliationLine,
] as const;
