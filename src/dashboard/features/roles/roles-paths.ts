export const rolesPath = '/settings/roles';

export const newRolePath = `${rolesPath}/new`;

export function rolePath(id: string, action?: 'delete'): string {
  const path = `${rolesPath}/${encodeURIComponent(id)}`;
  return action === undefined ? path : `${path}/${action}`;
}
