import * as z from 'zod/mini';
import { permissionFailure, signedInChangeFailures, signedInFailures } from '../failures.ts';
import { operation } from '../operation.ts';
import { permissions, type Permission } from '../permissions.ts';

/** Something that doesn't agree in the ledger. */
const ledgerFault = z.object({
  id: z.string(),
  /** What must hold, as a sentence. */
  rule: z.string(),
  /** What the fault is about: an id that can be looked up. */
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
  /** ISO 8601. */
  first_seen_at: z.string(),
  /** False: it belongs to no account, and stops the payments of all. */
  is_own: z.boolean(),
  /** Who resumed payments despite the fault; null: the fault pauses them. */
  resumed: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()), note: z.string() })),
});

export type LedgerFault = z.output<typeof ledgerFault>;

const ledgerCheck = z.object({
  /** ISO 8601: when the last check of what payments depend on ended; null before the first one has. */
  checked_at: z.nullable(z.string()),
  /** ISO 8601: when the last check of all history ended; null before the first one has. */
  history_checked_at: z.nullable(z.string()),
  /** The check runs every minute. It hasn't finished for so long that something must be wrong with it. */
  is_late: z.boolean(),
  are_payments_stopped: z.boolean(),
  /** How many faults concern the account; `faults` lists the newest 100. */
  fault_count: z.int(),
  faults: z.array(ledgerFault),
  /** Whether the signed-in key may resume payments: one with every permission. */
  may_resume: z.boolean(),
});

export type LedgerCheck = z.output<typeof ledgerCheck>;

/** Who may accept a fault in the ledger: a key with every permission. */
export function isAdministrator(held: readonly Permission[] | null): boolean {
  return held !== null && permissions.every((permission) => held.includes(permission));
}

const tag = 'Balance';

/** Only a service of our own has a ledger that the console can check. */
export const readLedgerCheck = operation({
  id: 'readLedgerCheck',
  method: 'GET',
  path: '/console/ledger-faults',
  tag,
  summary: 'Check whether the ledger agrees with its documents and whether payments are paused',
  permission: 'balances:read',
  query: z.strictObject({}),
  /** Null for a remote wallet service. */
  data: z.object({ check: z.nullable(ledgerCheck) }),
  failures: [...signedInFailures, permissionFailure],
});

const noteMessage = 'Enter a note (up to 1,000 characters).';

export const resumePayments = operation({
  id: 'resumePayments',
  method: 'POST',
  path: '/console/ledger-faults/resume',
  tag,
  summary: 'Resume payments despite these faults; requires a key with all permissions',
  permission: 'withdrawals:write',
  needsReauthentication: true,
  consolePermission: 'rules:write',
  isAccountWide: true,
  body: z.strictObject({
    /** The faults that are accepted: others stop payments again. */
    fault_ids: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(100)),
    note: z
      .string({ error: noteMessage })
      .check(z.trim(), z.minLength(1, noteMessage), z.maxLength(1_000, noteMessage)),
  }),
  data: z.object({ check: z.nullable(ledgerCheck) }),
  failures: [
    ...signedInChangeFailures,
    permissionFailure,
    {
      status: 403,
      errorCode: 'system',
      when: 'Only a key with all permissions can resume payments',
    },
    { status: 404, errorCode: 'not_found', when: 'The wallet service is a remote provider' },
  ],
});

export const ledgerCheckOperations = [readLedgerCheck, resumePayments] as const;
