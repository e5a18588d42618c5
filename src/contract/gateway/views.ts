import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures, validationFailure } from '../failures.ts';
import { lineOfText, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { type Permission, permissions, type RolePermission } from '../permissions.ts';

/** The most views an account can keep, over all lists: far beyond use, so that no one fills the database. */
export const MOST_VIEWS = 1_000;

const LONGEST_SEARCH = 4096;

const listName = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[a-z][a-z-]{0,62}$/, 'must be the name of a list: lower-case letters and hyphens'));

// The characters of a query (RFC 3986, 3.4), without the `?` in front of it.
const search = z
  .string({ error: requiredMessage })
  .check(
    z.maxLength(LONGEST_SEARCH, `must be at most ${LONGEST_SEARCH} characters`),
    z.regex(/^(?!\?)[\w\-.~!$&'()*+,;=:@/?%]+$/, 'must be the query text of an address, without “?”'),
  );

/** What a view is called; names that differ only in case are the same. */
export const viewName = lineOfText(64, { what: 'a name' });

const viewId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a view'));
const version = versionRead(1);

const savedView = z.object({
  id: z.string(),
  list: z.string(),
  name: z.string(),
  /** The query text of the list's address, without `?`. */
  search: z.string(),
  /** Goes up with each change. A change names the version that it was made from. */
  version: z.int(),
  /** The name of the user or API key that made it; null where the wallet service does not tell. */
  created_by: z.nullable(z.string()),
  /** ISO 8601. */
  created_at: z.string(),
  /** ISO 8601. */
  updated_at: z.string(),
});

export type SavedView = z.output<typeof savedView>;

/** What a key needs to read each list that has views: a view reveals what a user searched for there. */
const permissionOfList: Partial<Record<string, Permission>> = {
  wallets: 'wallets:read',
  'address-book': 'withdrawals:read',
  transactions: 'transactions:read',
  exchanges: 'exchanges:read',
  withdrawals: 'withdrawals:read',
  'activity-log': 'transactions:read',
  'aml-checks': 'transactions:read',
  'incoming-events': 'transactions:read',
  reports: 'balances:read',
  'ledger-entries': 'balances:read',
};

/** What a key needs for the views of a list; `all`: every permission, because the list's content is unknown. */
export function viewPermission(list: string): Permission | 'all' {
  return permissionOfList[list] ?? 'all';
}

/** The same as a list, with what a user's role must allow as well. */
export function viewPermissions(list: string): readonly RolePermission[] {
  const permission = viewPermission(list);
  if (permission === 'all') return permissions;
  return list === 'activity-log' ? [permission, 'activity-log:read'] : [permission];
}

const path = '/console/views';
const tag = 'Saved views';
const changedMeanwhile = [
  { status: 404, errorCode: 'not_found', when: 'The view doesn’t exist' },
  {
    status: 409,
    errorCode: 'request',
    when: 'Someone else changed the view after it was read, so nothing was changed',
  },
] as const;

export const listViews = operation({
  id: 'listViews',
  method: 'GET',
  path,
  tag,
  summary: "The account's saved views of a list, by name",
  permission: null,
  query: z.strictObject({ list: listName }),
  data: z.object({ views: z.array(savedView) }),
  failures: [validationFailure, ...signedInFailures],
});

export const createView = operation({
  id: 'createView',
  method: 'POST',
  path,
  tag,
  summary: 'Save a view of a list under a name',
  permission: null,
  consolePermission: 'views:write',
  body: z.strictObject({ list: listName, name: viewName, search }),
  data: savedView,
  failures: [
    ...signedInChangeFailures,
    { status: 409, errorCode: 'request', when: `The account has ${MOST_VIEWS} saved views already` },
  ],
});

/** Name and search, both: a change sends the unchanged one as it was read. */
export const replaceView = operation({
  id: 'replaceView',
  method: 'PUT',
  path,
  tag,
  summary: 'Rename a saved view, or save another view under its name',
  permission: null,
  consolePermission: 'views:write',
  body: z.strictObject({ id: viewId, version, name: viewName, search }),
  data: savedView,
  failures: [...signedInChangeFailures, ...changedMeanwhile],
});

export const deleteView = operation({
  id: 'deleteView',
  method: 'DELETE',
  path,
  tag,
  summary: 'Delete a saved view',
  permission: null,
  consolePermission: 'views:write',
  body: z.strictObject({ id: viewId, version }),
  data: z.object({ result: z.literal('success') }),
  failures: [...signedInChangeFailures, ...changedMeanwhile],
});

export const viewOperations = [listViews, createView, replaceView, deleteView] as const;
