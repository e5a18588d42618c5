import { builtInRoles } from '#contract/roles.ts';

/** The names of roles, for a sentence or a cell. */
export function rolesText(roles: readonly string[]): string {
  return roles
    .map((id) => (id in builtInRoles ? builtInRoles[id as keyof typeof builtInRoles].label : id))
    .join(', ');
}
