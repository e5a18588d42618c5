import type { Permission, RolePermission } from '#contract/permissions.ts';

export type PermissionItem = {
  permission: RolePermission;
  /** What it allows. */
  label: string;
  /** A permission without which it allows nothing. */
  besides?: Permission;
};

type PermissionGroup = { title: string; items: readonly PermissionItem[] };

/** All permissions, by what they are about. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    title: 'Wallets and balances',
    items: [
      { permission: 'wallets:read', label: 'View wallets' },
      { permission: 'wallets:write', label: 'Create and change wallets' },
      { permission: 'notes:write', label: 'Edit notes and tags', besides: 'wallets:write' },
      { permission: 'balances:read', label: 'View balances' },
    ],
  },
  {
    title: 'Transactions and exchanges',
    items: [
      { permission: 'transactions:read', label: 'View transactions and AML checks' },
      { permission: 'exchanges:read', label: 'View exchanges' },
    ],
  },
  {
    title: 'Withdrawals',
    items: [
      { permission: 'withdrawals:read', label: 'View withdrawals and the address book' },
      { permission: 'withdrawals:write', label: 'Submit and delete withdrawals' },
      { permission: 'address-book:write', label: 'Change the address book', besides: 'withdrawals:write' },
    ],
  },
  {
    title: 'Compliance',
    items: [
      { permission: 'aml:check', label: 'Run AML checks and monitor addresses' },
      { permission: 'aml:decide', label: 'Decide on AML checks', besides: 'aml:check' },
      { permission: 'sanctions:write', label: 'Load and remove sanctions lists', besides: 'aml:check' },
    ],
  },
  {
    title: 'Reports',
    items: [
      { permission: 'views:write', label: 'Save and change views of lists' },
      { permission: 'exports:create', label: 'Export lists and download AML reports' },
      { permission: 'activity-log:read', label: 'View the activity log', besides: 'transactions:read' },
      { permission: 'books:close', label: 'Close and reopen the books', besides: 'balances:read' },
    ],
  },
  {
    title: 'Administration',
    items: [
      { permission: 'rules:write', label: 'Change withdrawal rules, AML rules and block explorers' },
      { permission: 'events:write', label: 'Manage events and their URLs' },
      { permission: 'users:write', label: 'Manage users and roles' },
      { permission: 'keys:write', label: 'Manage the API keys that users work with' },
    ],
  },
];
