import type { Kysely } from 'kysely';
import { permissions, type Permission } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { keyRow } from '../keys/keys.store.ts';

export const sandboxAccountId = 'sandbox';

type SandboxKey = {
  token: string;
  title: string;
  /** What the key may do, for the sign-in page. */
  description: string;
  permissions: readonly Permission[];
};

/** Keys that everybody knows. They work only in the sandbox. */
export const sandboxKeys: readonly SandboxKey[] = [
  {
    token: 'sandbox-admin',
    title: 'Administrator',
    description: 'Full access.',
    permissions,
  },
  {
    token: 'sandbox-operator',
    title: 'Operator',
    description: 'Manages wallets and withdrawals. Views balances and history.',
    permissions: [
      'wallets:read',
      'wallets:write',
      'balances:read',
      'transactions:read',
      'exchanges:read',
      'withdrawals:read',
      'withdrawals:write',
    ],
  },
  {
    token: 'sandbox-finance',
    title: 'Finance',
    description: 'Views wallets, balances, history and withdrawals. Changes nothing.',
    permissions: ['wallets:read', 'balances:read', 'transactions:read', 'exchanges:read', 'withdrawals:read'],
  },
  {
    token: 'sandbox-compliance',
    title: 'Compliance',
    description: 'Runs AML checks. Views wallets, balances and transactions.',
    permissions: ['wallets:read', 'balances:read', 'transactions:read', 'aml:check'],
  },
];

/** The missing keys: a newer version of the program may have more. */
export async function insertSandboxKeys(db: Kysely<Tables>): Promise<void> {
  await db
    .insertInto('api_keys')
    .values(
      sandboxKeys.map(({ token, title, permissions: allowed }) =>
        keyRow(
          {
            keyId: `key_${token}`,
            accountId: sandboxAccountId,
            name: title,
            permissions: allowed,
          },
          token,
          true,
        ),
      ),
    )
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute();
}
