import { type RolePermission, rolePermissions } from './permissions.ts';

/** The roles that every account has. */
export const builtInRoleIds = ['viewer', 'operator', 'finance', 'compliance', 'administrator'] as const;

export type BuiltInRoleId = (typeof builtInRoleIds)[number];

type Role = { label: string; description: string; permissions: readonly RolePermission[] };

const reading = [
  'wallets:read',
  'balances:read',
  'transactions:read',
  'exchanges:read',
  'withdrawals:read',
] as const satisfies readonly RolePermission[];

export const builtInRoles = {
  viewer: {
    label: 'Viewer',
    description: 'Sees wallets, balances, transactions, exchanges and withdrawals.',
    permissions: reading,
  },
  operator: {
    label: 'Operator',
    description: 'Manages wallets and the address book, and submits withdrawals.',
    permissions: [
      ...reading,
      'wallets:write',
      'withdrawals:write',
      'views:write',
      'exports:create',
      'notes:write',
      'address-book:write',
    ],
  },
  finance: {
    label: 'Finance',
    description:
      'Reviews and exports balances, transactions, exchanges and withdrawals, and closes the books.',
    permissions: [...reading, 'views:write', 'exports:create', 'activity-log:read', 'books:close'],
  },
  compliance: {
    label: 'Compliance',
    description: 'Runs AML checks, decides on them, and loads sanctions lists.',
    permissions: [
      ...reading,
      'aml:check',
      'aml:decide',
      'views:write',
      'exports:create',
      'sanctions:write',
      'activity-log:read',
    ],
  },
  administrator: {
    label: 'Administrator',
    description: 'Does everything, and manages users.',
    permissions: rolePermissions,
  },
} as const satisfies Record<BuiltInRoleId, Role>;
