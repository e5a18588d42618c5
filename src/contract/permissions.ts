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
