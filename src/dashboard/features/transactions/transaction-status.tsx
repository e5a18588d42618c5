import { lazy, Suspense } from 'react';
import type { Transaction } from '#contract/wallet-service/transactions.ts';
import { readTimestamp } from '#domain/time.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

const LateMark = lazy(async () => ({ default: (await import('./late-mark.tsx')).LateMark }));

/** The status, and whether it lasts longer than it should. */
export function TransactionStatus({ status, network, direction, created_at: at = '' }: Partial<Transaction>) {
  const since = readTimestamp(at)?.instant;
  return (
    <>
      <StatusBadge status={status} />
      {status === 'in_progress' &&
        network !== undefined &&
        direction !== undefined &&
        since !== undefined && (
          <Suspense>
            <LateMark network={network} direction={direction} since={since} />
          </Suspense>
        )}
    </>
  );
}
