import * as z from 'zod/mini';
import { signedInChangeFailures } from '../failures.ts';
import { lineOfText, oneOf, requiredMessage } from '../fields.ts';
import { operation } from '../operation.ts';
import type { Permission, RolePermission } from '../permissions.ts';

/** Everything that can be saved as a file, with what a key needs to read it. */
export const exportPermissions = {
  wallets: 'wallets:read',
  transactions: 'transactions:read',
  'exchange-transactions': 'exchanges:read',
  'withdrawal-requests': 'withdrawals:read',
  'withdrawal-import': 'withdrawals:read',
  'activity-log': 'transactions:read',
  'aml-checks': 'transactions:read',
  'aml-batch': 'transactions:read',
  'address-book': 'withdrawals:read',
  balances: 'balances:read',
  'ledger-entries': 'balances:read',
  reconciliation: 'transactions:read',
  'report-fees': 'balances:read',
  'report-flows': 'balances:read',
  'report-exchanges': 'balances:read',
  // It has the addresses of transactions.
  'report-counterparties': 'transactions:read',
} as const satisfies Record<string, Permission>;

export type ExportedName = keyof typeof exportPermissions;

/** What is needed to read what is saved, with what a user's role must allow as well. */
export function permissionsToExport(list: ExportedName): readonly RolePermission[] {
  const permission = exportPermissions[list];
  return list === 'activity-log' ? [permission, 'activity-log:read'] : [permission];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above.
export const exportedNames = Object.keys(exportPermissions) as [ExportedName, ...ExportedName[]];

/**
 * The browser saves the file once this is recorded. It changes nothing, but appears in the activity log like a change.
 */
export const recordExport = operation({
  id: 'recordExport',
  method: 'POST',
  path: '/console/exports',
  tag: 'Exports',
  summary: 'Record in the activity log that a file of rows is saved',
  // Decided by the list: see `exportPermissions`.
  permission: null,
  consolePermission: 'exports:create',
  needsReauthentication: { field: 'list', values: ['activity-log'] satisfies ExportedName[] },
  body: z.strictObject({
    list: oneOf(exportedNames),
    /** The name of the file. */
    name: lineOfText(128),
    /** The filters and the order, by the names of the parameters. */
    filters: z.record(z.string().check(z.maxLength(64)), z.string().check(z.maxLength(1024)), {
      error: requiredMessage,
    }),
    rows: z.int({ error: 'must be a whole number' }).check(z.gte(0)),
    /** Whether the file has all rows that match. */
    complete: z.boolean({ error: 'must be true or false' }),
    /** The hash in hexadecimal: of the rows as the file's header says, or of the whole file. */
    sha256: z.string({ error: requiredMessage }).check(z.regex(/^[\da-f]{64}$/, 'must be a SHA-256')),
  }),
  data: z.object({ result: z.literal('success') }),
  failures: signedInChangeFailures,
});

export const exportOperations = [recordExport] as const;
