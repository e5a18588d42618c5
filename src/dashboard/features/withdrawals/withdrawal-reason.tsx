import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import {
  listWithdrawalReasons,
  MOST_REASONS,
  type WithdrawalReason as Reason,
} from '#contract/gateway/withdrawal-reasons.ts';
import { batched } from '#dashboard/api/batched.ts';
import { call } from '#dashboard/api/client.ts';
import { keyOf } from '#dashboard/api/queries.ts';

type Props = {
  value: Partial<Pick<WithdrawalDetail, 'request_id' | 'status'>>;
  className?: string | undefined;
};

/** Why a request was rejected or failed, as a sentence; nothing without a reason. */
export function WithdrawalReason({ value: { request_id: id = '', status }, className }: Props) {
  const isAsked = id !== '' && hasReason(status);
  const { data } = useQuery({ ...withdrawalReason(id), enabled: isAsked });
  if (!isAsked || data === undefined || data === null) return null;
  return (
    <span className={className} dir="auto" title={data}>
      {data}
    </span>
  );
}

/** The statuses in which a request has a reason. */
export function hasReason(status: string | undefined): boolean {
  return status === 'rejected' || status === 'error';
}

const findReason = batched<Reason>(MOST_REASONS, async (ids) => {
  const { reasons } = await call(listWithdrawalReasons, { query: { request_ids: ids.join(',') } });
  return new Map((reasons ?? []).map((reason) => [reason.request_id, reason]));
});

/** Why a request was rejected or failed; null where the wallet service doesn't tell. */
function withdrawalReason(id: string) {
  return queryOptions({
    queryKey: keyOf(listWithdrawalReasons, { id }),
    queryFn: async () => (await findReason(id))?.reason ?? null,
    // It never changes.
    staleTime: 'static',
  });
}
