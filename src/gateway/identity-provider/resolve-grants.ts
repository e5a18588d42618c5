import type { Kysely } from 'kysely';
import { builtInRoleIds } from '#contract/roles.ts';
import type { Tables } from '#database/tables.ts';
import { listCustomRoles, nameKey } from '../users/roles.store.ts';
import type { Grant } from './group-roles.ts';

/** What the log says about a sign-in that went on, or about the settings. */
export type Warning = { message: string } & Record<string, string>;

type Resolved = {
  /** The IDs of roles, by account: each account once, and each of its roles once. */
  roles: ReadonlyMap<string, readonly string[]>;
  /** What was named and isn't there. It grants nothing. */
  warnings: Warning[];
};

/** The roles that grants give in these accounts, of which the first is that of grants that name none. */
export async function resolveGrants(
  db: Kysely<Tables>,
  accounts: readonly string[],
  grants: readonly Grant[],
): Promise<Resolved> {
  const roles = new Map<string, string[]>();
  const warnings = new Map<string, Warning>();
  for (const { accountId: account = accounts[0], role } of grants) {
    if (account === undefined) continue;
    if (!accounts.includes(account)) {
      const message = 'OIDC_ROLES names an account that has no API key for users';
      warnings.set(account, { account, message });
      continue;
    }
    const roleId = await findRoleId(db, account, role);
    if (roleId === undefined) {
      const message = 'OIDC_ROLES names a role that the account doesn’t have';
      warnings.set(`${account} ${role}`, { account, role, message });
      continue;
    }
    const known = roles.get(account) ?? [];
    if (!known.includes(roleId)) roles.set(account, [...known, roleId]);
  }
  return { roles, warnings: [...warnings.values()] };
}

/** An ID comes before a name that is the same text. */
async function findRoleId(
  db: Kysely<Tables>,
  accountId: string,
  idOrName: string,
): Promise<string | undefined> {
  const key = nameKey(idOrName);
  // Their names are their IDs but for the case, and custom roles can't have them.
  const builtIn = builtInRoleIds.find((id) => id === key);
  if (builtIn !== undefined) return builtIn;
  const custom = await listCustomRoles(db, accountId);
  const found =
    custom.find(({ role_id: id }) => id === idOrName) ?? custom.find(({ name }) => nameKey(name) === key);
  return found?.role_id;
}
