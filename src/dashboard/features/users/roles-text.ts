import type { Role } from '#contract/gateway/roles.ts';
import { builtInRoleIds, builtInRoles } from '#contract/roles.ts';

/** The names of roles, for a sentence or a cell. `known`: the account's roles, as far as they have been read. */
export function rolesText(roles: readonly string[], known: readonly Role[] = []): string {
  return roles.map((id) => nameOf(id, known)).join(', ');
}

function nameOf(id: string, known: readonly Role[]): string {
  const builtIn = builtInRoleIds.find((each) => each === id);
  if (builtIn !== undefined) return builtInRoles[builtIn].label;
  return known.find((each) => each.id === id)?.name ?? id;
}
