import type { Kysely } from 'kysely';
import type { UserAccount } from '#contract/gateway/sessions.ts';
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

/** The accounts that OIDC_ROLES can name. */
export type NamedAccounts = {
  /** Those that have an API key for their users. The first is that of grants that name none. */
  accounts: readonly UserAccount[];
  /** All accounts of the wallet service; undefined if it doesn't list them. */
  serviceAccounts: readonly UserAccount[] | undefined;
};

/** The roles that grants give in the accounts that have an API key for their users. */
export async function resolveGrants(
  db: Kysely<Tables>,
  named: NamedAccounts,
  grants: readonly Grant[],
): Promise<Resolved> {
  const roles = new Map<string, string[]>();
  const warnings = new Map<string, Warning>();
  const [first] = named.accounts;
  for (const { account: wanted = first?.id, role } of grants) {
    if (wanted === undefined) continue;
    const account = findAccount(named, wanted);
    if (typeof account !== 'string') {
      warnings.set(wanted, { account: wanted, ...account });
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

/** The ID of an account by its ID or name, or why none can be meant. */
function findAccount({ accounts, serviceAccounts }: NamedAccounts, wanted: string): string | Warning {
  // The service's name, until somebody gives the account one in the console.
  const nameOf = ({ id, name }: UserAccount) =>
    name ?? serviceAccounts?.find((each) => each.id === id)?.name ?? null;
  const found = accountsCalled(
    accounts.map((each) => ({ id: each.id, name: nameOf(each) })),
    wanted,
  );
  const [account, ...others] = found;
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).join(', ');
    return { message: 'OIDC_ROLES names an account by a name that several have: use its ID', ids };
  }
  if (account !== undefined) return account.id;
  if (serviceAccounts === undefined) {
    return {
      message:
        'OIDC_ROLES names an account that isn’t under Settings → Accounts: add it there, or correct the name',
    };
  }
  const [missing] = accountsCalled(serviceAccounts, wanted);
  if (missing === undefined) return { message: 'OIDC_ROLES names an account that doesn’t exist' };
  const renamed = accounts.find(({ id }) => id === missing.id);
  return renamed === undefined
    ? {
        message:
          'OIDC_ROLES names an account that isn’t in the console yet: add it under Settings → Accounts',
      }
    : {
        message:
          'OIDC_ROLES names an account that now has another name under Settings → Accounts: use its ID',
        ids: renamed.id,
      };
}

/** An ID comes before a name that is the same text. */
function accountsCalled(accounts: readonly UserAccount[], wanted: string): readonly UserAccount[] {
  const withId = accounts.filter(({ id }) => id === wanted);
  if (withId.length > 0) return withId;
  const key = nameKey(wanted);
  return accounts.filter(({ name }) => name !== null && nameKey(name) === key);
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
