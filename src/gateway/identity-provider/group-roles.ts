import * as z from 'zod';

/** What a group grants: a role in an account, each by its ID or name. `account`: undefined for that of those that name none. */
export type Grant = { account: string | undefined; role: string };

/** What groups of the identity provider let their members do. */
export type GroupRoles = ReadonlyMap<string, readonly Grant[]>;

const roles = z.array(z.string().trim().min(1).max(64)).min(1).max(20);
const byAccount = z
  .record(z.string().min(1), roles)
  .refine((accounts) => Object.keys(accounts).length > 0)
  .transform((accounts) => Object.entries(accounts).flatMap(([account, named]) => grantsOf(named, account)));
const table = z.record(z.string().min(1), z.union([roles.transform((named) => grantsOf(named)), byAccount]));

function grantsOf(named: readonly string[], account?: string): Grant[] {
  return named.map((role) => ({ account, role }));
}

/** Undefined unless the text is JSON of groups with their roles, or with the roles of each account. */
export function parseGroupRoles(text: string): GroupRoles | undefined {
  try {
    return new Map(Object.entries(table.parse(JSON.parse(text))));
  } catch {
    return undefined;
  }
}
