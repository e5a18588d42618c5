import { useMutation } from '@tanstack/react-query';
import { deleteWithdrawalRequest } from '#contract/wallet-service/withdrawal-request.ts';
import { useRefresh } from '#dashboard/api/changes.ts';
import { withdrawals } from '#dashboard/entities/withdrawals/withdrawals.history.ts';
import { rowKey } from '#dashboard/list/history-rows.queries.ts';
import { deleteRequest } from './delete-request.ts';

export function useDeleteWithdrawal() {
  return useMutation({
    ...useRefresh(deleteWithdrawalRequest, (requestId: string) => rowKey(withdrawals, requestId)),
    mutationFn: deleteRequest,
  });
}
