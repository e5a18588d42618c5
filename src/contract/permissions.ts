/** decided: what a key may be allowed to do. The interface says that permissions exist, not which. */
export const permissions = [
  'wallets:read',
  'wallets:write',
  'balances:read',
  'transactions:read',
  'exchanges:read',
  'withdrawals:read',
  'withdrawals:write',
  'aml:check',
] as const;

export type Permission = (typeof permissions)[number];

/** What the console does beyond the wallet service. Any API key may do it; users need a role that allows it. */
export const consolePermissions = [
  'views:write',
  'exports:create',
  'notes:write',
  'address-book:write',
  'rules:write',
  'aml:decide',
  'sanctions:write',
  'events:write',
  'activity-log:read',
  'books:close',
  'users:write',
  'keys:write',
] as const;

export type ConsolePermission = (typeof consolePermissions)[number];

/** What a role is made of. */
export const rolePermissions = [...permissions, ...consolePermissions] as const;

export type RolePermission = (typeof rolePermissions)[number];

/**
 * What an operation needs: the permission of a key, and another one where it shows more, what a user's role must allow as well, and, where it changes something for
 * the whole account, a user without limits.
 */
export type Needs = {
  permission: Permission | null;
  otherPermission?: Permission;
  consolePermission?: ConsolePermission;
  isAccountWide?: true;
};

/** All permissions that a user needs for an operation. */
export function neededFor({ permission, otherPermission, consolePermission }: Needs): RolePermission[] {
  return [permission ?? [], otherPermission ?? [], consolePermission ?? []].flat();
}

/** What something needs, in one of the ways in which it is written down; null: nothing. */
export type Access = RolePermission | readonly RolePermission[] | Needs | null;

export function permissionsIn(access: Access): readonly RolePermission[] {
  if (access === null) return [];
  if (typeof access === 'string') return [access];
  return 'permission' in access ? neededFor(access) : access;
}

/** Permissions that are missing, and whether a user's role or the API key that signed in lacks them. */
export type Lacking = { permissions: readonly RolePermission[]; of: 'role' | 'key' };

/** What is held; null where that can't be known, or where all is. */
export type Held = {
  permissions: readonly Permission[] | null;
  consolePermissions: readonly ConsolePermission[] | null;
};

/** What administers the account: of API keys, only those with all permissions may. */
const ofWholeKeys = new Set<RolePermission>(['users:write', 'keys:write']);

/** Those of the permissions that are not held. The only place that decides it. */
export function lackingOf(
  { permissions: ofKey, consolePermissions: ofConsole }: Held,
  needed: readonly RolePermission[],
): RolePermission[] {
  const held = new Set<RolePermission>([...(ofKey ?? permissions), ...(ofConsole ?? consolePermissions)]);
  const all = needed.flatMap((each) => (ofConsole === null && ofWholeKeys.has(each) ? permissions : [each]));
  return all.filter((each) => !held.has(each));
}
