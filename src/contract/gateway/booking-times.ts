import * as z from 'zod/mini';
import { bodyFailures, permissionFailure, signedInFailures } from '../failures.ts';
import { lineOfText } from '../fields.ts';
import { operation } from '../operation.ts';

/** The most rows in one request: as many as a page of a list has. */
export const MOST_BOOKINGS = 300;

/** When the funds of a row moved in our own ledger. */
const bookingTime = z.object({
  /** The ID of the row. */
  id: z.string(),
  /** ISO 8601: when the entry that moved the funds was posted. Holds and their releases don’t count. */
  booked_at: z.string(),
  /** What its ledger entries are found by: the row’s ID or, for the transaction that paid a withdrawal, the withdrawal’s. */
  reference: z.string(),
});

export type BookingTime = z.output<typeof bookingTime>;

/** The published lists have no field for it: only our own wallet service shows its ledger. */
export const findBookingTimes = operation({
  id: 'findBookingTimes',
  method: 'POST',
  isReading: true,
  path: '/console/booking-times',
  tag: 'User',
  summary: 'When transactions, exchanges and withdrawals were booked in the ledger',
  permission: 'balances:read',
  body: z.strictObject({
    ids: z
      .array(lineOfText(128, { what: 'an ID' }))
      .check(z.maxLength(MOST_BOOKINGS, `Enter up to ${MOST_BOOKINGS} IDs.`)),
  }),
  data: z.object({
    /** Those that are booked; null for a remote wallet service, which keeps its own ledger. */
    bookings: z.nullable(z.array(bookingTime)),
  }),
  failures: [permissionFailure, ...bodyFailures, ...signedInFailures],
});

export const bookingTimeOperations = [findBookingTimes] as const;
