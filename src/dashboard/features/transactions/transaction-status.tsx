import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { readTimestamp } from '#domain/time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { LateMark } from './late-mark.tsx';

/** The status, and whether it lasts longer than it should. */
export function TransactionStatus({ status, network, direction, created_at: at = '' }: Partial<Transaction>) {
  const since = readTimestamp(at)?.instant;
  return (
    <>
      <StatusBadge status={status} />
      {status === 'in_progress' &&
        network !== undefined &&
        direction !== undefined &&
        since !== undefined && <LateMark network={network} direction={direction} since={since} />}
    </>
  );
}
