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
  'users:write',
  'keys:write',
] as const;

export type ConsolePermission = (typeof consolePermissions)[number];

/** What a role is made of. */
export const rolePermissions = [...permissions, ...consolePermissions] as const;

export type RolePermission = (typeof rolePermissions)[number];
