import * as z from 'zod';

/** What a group of the identity provider lets its members do: the IDs of roles. */
export type GroupRoles = ReadonlyMap<string, readonly string[]>;

const roleIds = z
  .array(z.string().regex(/^[\w-]{1,64}$/))
  .min(1)
  .max(20);
const table = z.record(z.string().min(1), roleIds);

/** Undefined unless the text is JSON of groups with the IDs of their roles. */
export function parseGroupRoles(text: string): GroupRoles | undefined {
  try {
    return new Map(Object.entries(table.parse(JSON.parse(text))));
  } catch {
    return undefined;
  }
}

/** The roles of all the groups together, each once. */
export function rolesOfGroups(groups: readonly string[], roles: GroupRoles): string[] {
  return [...new Set(groups.flatMap((group) => roles.get(group) ?? []))];
}
