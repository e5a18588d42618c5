import { useQuery } from '@tanstack/react-query';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { queryOf } from '#dashboard/api/queries.ts';
import { usePermission } from '#dashboard/session/session.queries.ts';
import type { Payer } from './cover.ts';

/** The wallet with this address, as far as it can pay for checks in the currency. */
export function usePayer(address: string, currency: string): Payer {
  const mayRead = usePermission('wallets:read').allowed;
  const { data, error } = useQuery({
    ...queryOf(listWallets, { query: { address, limit: 100 } }),
    enabled: mayRead && address !== '',
    refetchInterval: 30_000,
  });
  if (address === '') return { state: 'none' };
  if (!mayRead || error !== null) return { state: 'unreadable' };
  if (data === undefined) return { state: 'loading' };
  // A provider that ignores the filter lists other wallets too.
  const wallet = data.rows.find(({ value }) => value.address?.toLowerCase() === address.toLowerCase())?.value;
  if (wallet === undefined) return { state: 'unknown' };
  const balance = parseDecimal(wallet.balances?.[currency]?.available ?? '') ?? null;
  return { state: 'wallet', isActive: !isClosed(wallet.status), balance };
}

/** Providers know statuses that we don't: only these two are known to pay nothing. */
function isClosed(status: string | undefined): boolean {
  return status === 'inactive' || status === 'blocked';
}
