import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import type { PermissionAnswer } from '#dashboard/session/session.queries.ts';

/** Deletes a new request. Throws ApiError, with the service's own message if it refuses. */
export async function deleteRequest(requestId: string): Promise<void> {
  const { data, success } = await call(deleteWithdrawalRequest, { body: { request_id: requestId } });
  if (success && data.deleted) return;
  throw new ApiError({
    kind: 'refused',
    status: 200,
    message: 'The service didn’t delete the withdrawal.',
  });
}

/** Whether a request of this status may be deleted with this permission, and if not, why. */
export function mayDelete(permission: PermissionAnswer, status: string | undefined): PermissionAnswer {
  if (!permission.allowed || status === 'new') return permission;
  return { allowed: false, reason: refusalOf(status) };
}

/** Why a request of this status is not deleted. */
export function refusalOf(status: string | undefined): string {
  return `Only new withdrawals can be deleted. This one is ${status ?? 'unreadable'}.`;
}
