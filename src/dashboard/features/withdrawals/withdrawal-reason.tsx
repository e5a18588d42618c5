import { useQuery } from '@tanstack/react-query';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import { withdrawalReason } from './withdrawal-reasons.queries.ts';

type Props = {
  value: Partial<Pick<WithdrawalDetail, 'request_id' | 'status'>>;
  className?: string | undefined;
};

/** Why a request was rejected or failed, as a sentence; nothing where there is no reason, or none is told. */
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
