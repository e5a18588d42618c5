import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import {
  permissionFailure,
  signedInChangeFailures,
  signedInFailures,
  validationFailure,
} from '../failures.ts';
import { limit, lineOfText, momentParameter, offset, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import {
  closedPeriod,
  closedPeriodsPath as path,
  closedPeriodsTag as tag,
  listClosedPeriods,
} from './closed-periods.ts';

const place = { type: z.string(), network: z.string(), currency: z.string() };

/** Null: it can’t be said yet, because the period isn’t over. */
const passed = z.nullable(z.boolean());

/** What must hold before a period can be closed, each with what was found. */
const closingChecks = z.object({
  /** The period is over, and so long ago that nothing booked in it is still being stored. */
  over: z.object({ passed: z.boolean(), /** ISO 8601. */ closable_at: z.string() }),
  /** Opening plus movements equals closing in every row, collected funds add up to zero, and nothing is in `other`. */
  adds_up: z.object({
    passed,
    rows: z.int(),
    faults: z.array(
      z.object({
        currency: z.string(),
        /** Null for the sum of what was collected in all places of the currency. */
        place: z.nullable(z.object({ type: z.string(), network: z.string() })),
        difference: textAmount,
      }),
    ),
  }),
  /** It opens with what the closed period before it closed with. Passed as well if it is the first one. */
  opening: z.object({
    passed,
    is_first: z.boolean(),
    differences: z.array(
      z.object({
        ...place,
        part: z.enum(['total', 'on_hold', 'in_transit']),
        expected: textAmount,
        found: textAmount,
      }),
    ),
  }),
  /**
   * Since `closable_at` the ledger check has finished, that of all history as well, and no fault is open. Null: it hasn’t
   * finished since then. ISO 8601.
   */
  ledger_check: z.object({
    passed: z.nullable(z.boolean()),
    fault_count: z.int(),
    checked_at: z.nullable(z.string()),
    history_checked_at: z.nullable(z.string()),
  }),
  /** No withdrawal of the time before the period’s end is still without a known outcome. */
  outcomes: z.object({ passed: z.boolean(), unknown: z.int() }),
  /** All drift of closed periods is explained. */
  drift: z.object({ passed: z.boolean(), unexplained: z.int() }),
});

export type ClosingChecks = z.output<typeof closingChecks>;

/** What a posting moved in a place. */
export const lateBookingLine = z.object({ ...place, amount: textAmount });

/** A movement whose document was created in a closed period, and which was booked after that period’s end. */
const lateBooking = z.object({
  posting_id: z.string(),
  /** `deposit`, `withdrawal`, … */
  kind: z.string(),
  /** The ID of the document, and what it is, as in `GET /console/ledger-entries`. */
  document: z.string(),
  refers_to: z.nullable(z.string()),
  /** ISO 8601: when the document was created, and when the movement was booked. */
  created_at: z.string(),
  booked_at: z.string(),
  lines: z.array(lateBookingLine),
  /** It was booked after the period was closed. Otherwise it was known when the period was closed. */
  is_drift: z.boolean(),
  /** The explanations, the earliest first. */
  notes: z.array(z.object({ note: z.string(), by: z.nullable(z.string()), at: z.string() })),
});

export type LateBooking = z.output<typeof lateBooking>;

const closeId = lineOfText(64);
const zone = lineOfText(64, { what: 'a time zone' });

const missingFailure = {
  status: 404,
  errorCode: 'not_found',
  when: 'The closed period doesn’t exist',
} as const;

const conflictFailure = {
  status: 409,
  errorCode: 'request',
  when: 'A check fails, someone else closed or reopened a period first, or entries differ from those that were confirmed; the message says what',
} as const;

/** `from` is where the last closed period ends. Both are the beginning of a day in the zone. */
const period = {
  from: momentParameter('from'),
  /** Exclusive. */
  to: momentParameter('from'),
  time_zone: zone,
};

export const checkPeriod = operation({
  id: 'checkPeriod',
  method: 'GET',
  path: `${path}/checks`,
  tag,
  summary: 'Check whether a period can be closed',
  permission: 'balances:read',
  query: z.strictObject(period),
  data: z.object({ checks: z.nullable(closingChecks) }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});

/** What closing the period records. Reads each of its entries. */
export const hashPeriod = operation({
  id: 'hashPeriod',
  method: 'GET',
  path: `${path}/hash`,
  tag,
  summary: 'Count and hash the entries of a period',
  permission: 'balances:read',
  query: z.strictObject(period),
  data: z.object({ entries: z.int(), sha256: z.string() }),
  failures: [permissionFailure, validationFailure, ...signedInFailures, missingFailure],
});

export const closePeriod = operation({
  id: 'closePeriod',
  method: 'POST',
  path,
  tag,
  summary: 'Close a period whose checks all pass',
  permission: 'balances:read',
  consolePermission: 'books:close',
  isAccountWide: true,
  needsReauthentication: true,
  body: z.strictObject({
    ...period,
    version: versionRead(0),
    /** What `hashPeriod` said: exactly these entries are closed, and the activity log has their hash. */
    sha256: z.string().check(z.regex(/^[\da-f]{64}$/, 'must be a SHA-256')),
  }),
  data: closedPeriod,
  failures: [permissionFailure, ...signedInChangeFailures, missingFailure, conflictFailure],
});

const reason = lineOfText(500, { what: 'a reason' });

/** The period and all later ones are open afterward. Their closes stay on record. */
export const reopenPeriod = operation({
  id: 'reopenPeriod',
  method: 'POST',
  path: `${path}/reopen`,
  tag,
  summary: 'Reopen a closed period and all later ones',
  permission: 'balances:read',
  consolePermission: 'books:close',
  isAccountWide: true,
  needsReauthentication: true,
  body: z.strictObject({ id: closeId, version: versionRead(0), reason }),
  data: z.object({ /** The IDs of what was reopened. */ reopened: z.array(z.string()) }),
  failures: [permissionFailure, ...signedInChangeFailures, missingFailure, conflictFailure],
});

/** Hashes the entries again, reads the statement again, and records whether both are as they were. */
export const verifyPeriod = operation({
  id: 'verifyPeriod',
  method: 'POST',
  path: `${path}/verify`,
  tag,
  summary: 'Verify that a closed period still has the entries it was closed with',
  permission: 'balances:read',
  consolePermission: 'books:close',
  isAccountWide: true,
  body: z.strictObject({ id: closeId }),
  data: closedPeriod,
  failures: [permissionFailure, ...signedInChangeFailures, missingFailure],
});

export const listLateBookings = operation({
  id: 'listLateBookings',
  method: 'GET',
  path: `${path}/late-bookings`,
  tag,
  summary: 'List what was booked after the end of the closed period in which it was created',
  permission: 'balances:read',
  query: z.strictObject({ id: closeId, limit: limit(100), offset }),
  /** In booking order. */
  data: z.object({ count: z.int(), bookings: z.array(lateBooking) }),
  failures: [permissionFailure, validationFailure, ...signedInFailures, missingFailure],
});

export const explainDrift = operation({
  id: 'explainDrift',
  method: 'POST',
  path: `${path}/explanations`,
  tag,
  summary: 'Explain drift of a closed period; explanations stay on record',
  permission: 'balances:read',
  consolePermission: 'books:close',
  isAccountWide: true,
  body: z.strictObject({
    id: closeId,
    posting_ids: z
      .array(lineOfText(64))
      .check(z.minLength(1, 'Choose at least one booking.'), z.maxLength(300, 'Choose up to 300 bookings.')),
    note: lineOfText(500, { what: 'an explanation' }),
  }),
  data: z.object({ /** How many bookings have the explanation. */ explained: z.int() }),
  failures: [permissionFailure, ...signedInChangeFailures, missingFailure],
});

export const closeOperations = [
  listClosedPeriods,
  checkPeriod,
  hashPeriod,
  closePeriod,
  reopenPeriod,
  verifyPeriod,
  listLateBookings,
  explainDrift,
] as const;
