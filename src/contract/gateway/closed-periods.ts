import * as z from 'zod/mini';
import { textAmount } from '../amounts.ts';
import { permissionFailure, signedInFailures, validationFailure } from '../failures.ts';
import { limit, momentParameter, offset, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';

/** Where the closed periods are, and what the documentation calls them. */
export const closedPeriodsPath = '/console/closed-periods';
export const closedPeriodsTag = 'Closed periods';

/** A closed period, as its close recorded it, and what came after. */
export const closedPeriod = z.object({
  id: z.string(),
  /** ISO 8601: the first moment of the period, and the first one after it. */
  from: z.string(),
  to: z.string(),
  /** IANA name: the zone whose days the period has. */
  time_zone: z.string(),
  closed_at: z.string(),
  /** The name of the user or API key that closed it; null where the wallet service doesn’t tell. */
  closed_by: z.nullable(z.string()),
  /** How many entries were booked in it, and their SHA-256 in hexadecimal: see docs/closing.md. */
  entries: z.int(),
  sha256: z.string(),
  /** Of each currency: opening, the sum of all movements, and closing. */
  totals: z.array(
    z.object({ currency: z.string(), opening: textAmount, moved: textAmount, closing: textAmount }),
  ),
  /** Null: it is closed. */
  reopened: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), reason: z.string() })),
  /** The last verification; null before the first one. */
  verified: z.nullable(
    z.object({
      at: z.string(),
      by: z.nullable(z.string()),
      /** Whether the entries have the hash that was recorded. */
      entries_hold: z.boolean(),
      /** Whether the statement of the period says what was recorded. */
      totals_hold: z.boolean(),
      entries: z.int(),
      sha256: z.string(),
    }),
  ),
  /** How many of its late bookings are drift, how many of those nobody has explained, and how many were known. */
  drift: z.int(),
  unexplained: z.int(),
  known_late: z.int(),
});

export type ClosedPeriod = z.output<typeof closedPeriod>;

const closedPeriods = z.object({
  /** Goes up by one with each close and reopening. */
  version: versionRead(0),
  /** ISO 8601: the end of the last closed period, where the next one begins; null: none is closed. */
  next_from: z.nullable(z.string()),
  /** The zone of the last closed period. */
  time_zone: z.nullable(z.string()),
  /** Drift of all closed periods that nobody has explained. */
  unexplained: z.int(),
  /** How many closed periods weren’t as they were closed when they were last verified. */
  changed: z.int(),
  /** How many closes there are, those that were reopened included. */
  count: z.int(),
  /** The latest one first. */
  periods: z.array(closedPeriod),
});

export type ClosedPeriods = z.output<typeof closedPeriods>;

/** Null for a remote wallet service, which keeps its own ledger. */
export const listClosedPeriods = operation({
  id: 'listClosedPeriods',
  method: 'GET',
  path: closedPeriodsPath,
  tag: closedPeriodsTag,
  summary: 'List closed periods with their totals, hashes and drift',
  permission: 'balances:read',
  query: z.strictObject({
    /** Only those that have a moment in common with this time. */
    from: z.optional(momentParameter('from')),
    to: z.optional(momentParameter('from')),
    limit: limit(24),
    offset,
  }),
  data: z.object({ books: z.nullable(closedPeriods) }),
  failures: [permissionFailure, validationFailure, ...signedInFailures],
});
