import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { rolePermissions } from '../permissions.ts';

/** The most roles of its own that an account can have. */
export const MOST_CUSTOM_ROLES = 50;

const role = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for a custom role. */
  description: z.nullable(z.string()),
  permissions: z.array(z.enum(rolePermissions)),
  /** How many users of the account have the role. */
  members: z.int(),
  /** Goes up by one with each change, and a change names the one it was made from; null for a built-in role. */
  version: z.nullable(z.int()),
});

export type Role = z.output<typeof role>;

const roleId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a role'));

const permissionsMessage = 'Choose at least one permission.';

const content = {
  /** Names that differ only in case are the same. */
  name: lineOfText(64, { what: 'a name' }),
  permissions: z
    .array(z.enum(rolePermissions, { error: 'must be permissions' }), { error: permissionsMessage })
    .check(
      z.minLength(1, permissionsMessage),
      z.maxLength(rolePermissions.length, 'must name each permission once'),
    ),
};

const path = '/console/roles';
const tag = 'Users';
const changeFailures = [
  ...signedInChangeFailures,
  {
    status: 403,
    errorCode: 'system',
    when: 'An API key is signed in, or the role has permissions that your own role lacks',
  },
] as const;
const changedMeanwhile = [
  { status: 404, errorCode: 'not_found', when: 'The role doesn’t exist' },
  {
    status: 409,
    errorCode: 'request',
    when: 'Someone else changed the role after it was read, so nothing was changed',
  },
] as const;

export const listRoles = operation({
  id: 'listRoles',
  method: 'GET',
  path,
  tag,
  summary: "The built-in roles, then the account's own by name",
  permission: null,
  query: z.strictObject({}),
  data: z.object({ roles: z.array(role) }),
  failures: signedInFailures,
});

export const createRole = operation({
  id: 'createRole',
  method: 'POST',
  path,
  tag,
  summary: 'Create a role of the account',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  isAccountWide: true,
  body: z.strictObject(content),
  data: role,
  failures: [
    ...changeFailures,
    { status: 409, errorCode: 'request', when: `The account has ${MOST_CUSTOM_ROLES} roles already` },
  ],
});

/** Name and permissions, both. It applies to the next request of each user who has the role. */
export const changeRole = operation({
  id: 'changeRole',
  method: 'POST',
  path: `${path}/change`,
  tag,
  summary: 'Change a role of the account',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  isAccountWide: true,
  body: z.strictObject({ role_id: roleId, version: versionRead(1), ...content }),
  data: role,
  failures: [...changeFailures, ...changedMeanwhile],
});

export const removeRole = operation({
  id: 'removeRole',
  method: 'POST',
  path: `${path}/remove`,
  tag,
  summary: 'Delete a role that no user has',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  isAccountWide: true,
  body: z.strictObject({ role_id: roleId, version: versionRead(1) }),
  data: z.object({ result: z.literal('success') }),
  failures: [
    ...changeFailures,
    ...changedMeanwhile,
    { status: 409, errorCode: 'request', when: 'Users have the role' },
  ],
});

export const roleOperations = [listRoles, createRole, changeRole, removeRole] as const;
