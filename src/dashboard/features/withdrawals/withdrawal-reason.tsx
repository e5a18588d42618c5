import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WithdrawalDetail } from '#contract/wallet-service/withdrawals.ts';
import {
  listWithdrawalReasons,
  MOST_REASONS,
  type WithdrawalReason as Reason,
} from '#contract/gateway/withdrawal-reasons.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';

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

type Reasons = ReadonlyMap<string, Reason>;
type Waiting = { id: string; resolve: (reasons: Reasons) => void; reject: (error: unknown) => void };

let waiting: Waiting[] = [];

/** Batched with all other lookups of the same moment. */
async function findReason(id: string): Promise<string | null> {
  const reasons = await new Promise<Reasons>((resolve, reject) => {
    if (waiting.length === 0) setTimeout(askAll);
    waiting.push({ id, resolve, reject });
  });
  return reasons.get(id)?.reason ?? null;
}

function askAll(): void {
  const all = waiting;
  waiting = [];
  for (let from = 0; from < all.length; from += MOST_REASONS) void ask(all.slice(from, from + MOST_REASONS));
}

async function ask(some: readonly Waiting[]): Promise<void> {
  try {
    const ids = [...new Set(some.map(({ id }) => id))].join(',');
    const { reasons } = await call(listWithdrawalReasons, { query: { request_ids: ids } });
    const byId = new Map((reasons ?? []).map((reason) => [reason.request_id, reason]));
    for (const { resolve } of some) resolve(byId);
  } catch (error) {
    for (const { reject } of some) reject(error);
  }
}

/** Why a request was rejected or failed; null where the wallet service doesn't tell. */
function withdrawalReason(id: string) {
  return queryOptions({
    queryKey: keyOf(listWithdrawalReasons, { id }),
    queryFn: () => findReason(id),
    // It never changes.
    staleTime: 'static',
  });
}
