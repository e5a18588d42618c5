import type { PermissionAnswer } from '#dashboard/session/use-permission.ts';

/** Whether a request of this status may be deleted with this permission, and if not, why. */
export function mayDelete(permission: PermissionAnswer, status: string | undefined): PermissionAnswer {
  if (!permission.allowed || status === 'new') return permission;
  return { allowed: false, reason: refusalOf(status) };
}

/** Why a request of this status is not deleted. */
export function refusalOf(status: string | undefined): string {
  return `Only a request that is new can be deleted: this one is ${status ?? 'unreadable'}.`;
}
