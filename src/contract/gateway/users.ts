import * as z from 'zod/mini';
import { signedInChangeFailures, signedInFailures } from '../failures.ts';
import { lineOfText, requiredMessage, versionRead } from '../fields.ts';
import { operation } from '../operation.ts';
import { limits, noLimits, storedLimits } from './limits.ts';

/** The most users an account can have: far beyond use, so that no one fills the database. */
export const MOST_USERS = 1_000;

/** How long an invitation can be used, in hours. */
export const INVITATION_HOURS = 72;

export const userName = lineOfText(64, { what: 'a name' });

const emailMessage = 'Enter an email address, such as ana@example.com.';

export const userEmail = z
  .string({ error: requiredMessage })
  .check(z.trim(), z.maxLength(254, emailMessage), z.email(emailMessage));

const userId = z
  .string({ error: requiredMessage })
  .check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a user'));

const userRoles = z
  .array(z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be the ID of a role')))
  .check(z.minLength(1, 'Choose at least one role.'), z.maxLength(20, 'Choose at most 20 roles.'));

const user = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The IDs of roles. */
  roles: z.array(z.string()),
  /** Where the user can change things. Administrators have no limits. */
  limits: storedLimits,
  /** Goes up with each change of the roles or limits. A change names the version that it was made from. */
  version: z.int(),
  /** Whether the user has signed up: before that, only the invitation opens the console. */
  has_joined: z.boolean(),
  /** Whether the user came with the sandbox, where everyone may sign in as this user with one click. */
  is_sandbox: z.boolean(),
  passkeys: z.int(),
  has_password: z.boolean(),
  /** Whether the user has signed in with the company's identity provider. */
  has_identity: z.boolean(),
  /** Whether groups of the identity provider set the roles at each sign-in, so that they can't be changed here. */
  has_group_roles: z.boolean(),
  /** When the open invitation ends; null without one. ISO 8601, as are the times that follow. */
  invited_until: z.nullable(z.string()),
  /** When the user was last in the account, to the minute; null: never. */
  last_used_at: z.nullable(z.string()),
  created_at: z.string(),
  /** The user or the key that created it. */
  created_by: z.nullable(z.string()),
});

export type User = z.output<typeof user>;

/** The link is `/join#` and the token. Nobody can read it again. */
export const invitation = z.object({ user_id: z.string(), token: z.string(), expires_at: z.string() });

export type Invitation = z.output<typeof invitation>;

const path = '/console/users';
const tag = 'Users';
const noSuchUser = { status: 404, errorCode: 'not_found', when: 'The account has no such user' } as const;
const roleFailure = {
  status: 403,
  errorCode: 'system',
  when: 'The caller lacks users:write or a permission that the user has or would get, or has narrower limits',
} as const;
const isLastAdministrator = {
  status: 409,
  errorCode: 'request',
  when: 'The account would have no administrator',
} as const;

export const createFirstAdministrator = operation({
  id: 'createFirstAdministrator',
  method: 'POST',
  path: `${path}/first-administrator`,
  tag,
  summary: "Create the account's first administrator, with an API key that has all permissions",
  permission: null,
  consolePermission: 'users:write',
  grantsAccess: true,
  body: z.strictObject({ name: userName, email: userEmail }),
  data: invitation,
  failures: [
    ...signedInChangeFailures,
    { status: 400, errorCode: 'system', when: 'The API key doesn’t have all permissions' },
    { status: 409, errorCode: 'request', when: 'A user of the account has joined already' },
  ],
});

export const listUsers = operation({
  id: 'listUsers',
  method: 'GET',
  path,
  tag,
  summary: "The account's users, by name",
  permission: null,
  consolePermission: 'users:write',
  query: z.strictObject({}),
  /** Empty for an account without users, which API keys sign in to. */
  data: z.object({
    users: z.array(user),
    /** The tags that wallets of the account have, by name. */
    wallet_tags: z.array(z.string()),
  }),
  failures: [...signedInFailures, roleFailure],
});

/** Null for a user of another account, who is a member at once and needs no link. */
const invited = z.object({
  user_id: z.string(),
  token: z.nullable(z.string()),
  expires_at: z.nullable(z.string()),
});

export const inviteUser = operation({
  id: 'inviteUser',
  method: 'POST',
  path,
  tag,
  summary: 'Invite a new user, or add a user of another account',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  grantsAccess: true,
  body: z.strictObject({
    name: userName,
    email: userEmail,
    roles: userRoles,
    limits: z._default(limits, noLimits),
  }),
  data: invited,
  failures: [
    ...signedInChangeFailures,
    roleFailure,
    { status: 409, errorCode: 'request', when: `The account has ${MOST_USERS} users already` },
  ],
});

export const changeUserRoles = operation({
  id: 'changeUserRoles',
  method: 'PUT',
  path: `${path}/roles`,
  tag,
  summary: "Replace a user's roles and limits",
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  /** Without limits, they stay as they are. */
  body: z.strictObject({ id: userId, version: versionRead(1), roles: userRoles, limits: z.optional(limits) }),
  data: user,
  failures: [
    ...signedInChangeFailures,
    roleFailure,
    noSuchUser,
    { status: 409, errorCode: 'request', when: 'Someone else changed the roles after they were read' },
    { status: 409, errorCode: 'request', when: 'Groups of the identity provider set the roles' },
    isLastAdministrator,
  ],
});

export const resetUserSignIn = operation({
  id: 'resetUserSignIn',
  method: 'POST',
  path: `${path}/reset`,
  tag,
  summary:
    'End a user’s sessions, remove every way in which the user signs in, and create a new link to join',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  grantsAccess: true,
  body: z.strictObject({ id: userId }),
  data: invitation,
  failures: [...signedInChangeFailures, roleFailure, noSuchUser],
});

export const removeUser = operation({
  id: 'removeUser',
  method: 'DELETE',
  path,
  tag,
  summary: 'Remove a user, and end the user’s sessions',
  permission: null,
  needsReauthentication: true,
  consolePermission: 'users:write',
  body: z.strictObject({ id: userId }),
  data: z.object({ result: z.literal('success') }),
  failures: [...signedInChangeFailures, roleFailure, noSuchUser, isLastAdministrator],
});

export const userOperations = [
  createFirstAdministrator,
  listUsers,
  inviteUser,
  changeUserRoles,
  resetUserSignIn,
  removeUser,
] as const;
