import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { ApiError } from '#dashboard/lib/api-error.ts';
import { call } from '#dashboard/api/client.ts';

/** Deletes a request that is new. Throws ApiError, with the service's own words where it refuses. */
export async function deleteRequest(requestId: string): Promise<void> {
  const { data, success } = await call(deleteWithdrawalRequest, { body: { request_id: requestId } });
  if (success && data.deleted) return;
  throw new ApiError({
    kind: 'refused',
    status: 200,
    message: 'The service answered that it has not deleted the request',
  });
}
