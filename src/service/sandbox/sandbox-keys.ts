import type { Kysely } from 'kysely';
import { permissions, type Permission } from '#contract/permissions.ts';
import type { Tables } from '#database/tables.ts';
import { keyRow } from '../keys/keys.store.ts';

export const sandboxAccountId = 'sandbox';

type SandboxKey = {
  token: string;
  title: string;
  permissions: readonly Permission[];
};

/** The key that the sandbox's users work with. */
export const sandboxAdministratorKey: SandboxKey = {
  token: 'sandbox-admin',
  title: 'Administrator',
  permissions,
};

/** Keys that everybody knows. They work only in the sandbox. */
export const sandboxKeys: readonly SandboxKey[] = [
  sandboxAdministratorKey,
  {
    token: 'sandbox-operator',
    title: 'Operator',
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
    permissions: ['wallets:read', 'balances:read', 'transactions:read', 'exchanges:read', 'withdrawals:read'],
  },
  {
    token: 'sandbox-compliance',
    title: 'Compliance',
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
