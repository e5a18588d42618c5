import { queryOptions, useQuery } from '@tanstack/react-query';
import { listWithdrawalFees } from '#contract/gateway/fees.ts';
import { sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import { listWallets } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import type { Decimal } from '#domain/decimal.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { type BalanceLine, balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import { fetchAllWallets, fetchWalletPage } from '#dashboard/entities/wallets/wallet-names.tsx';
import { usePermission } from '#dashboard/session/session.queries.ts';
import type { FeeKnowledge } from './quote.ts';
import type { Fields } from './withdrawal-fields.ts';

/** A wallet of the account, as far as a withdrawal needs to know it. */
export type OwnWallet = {
  address: string;
  name: string;
  network: string;
  type: string | undefined;
  status: string | undefined;
  /** Currency → what can be spent. */
  available: ReadonlyMap<string, Decimal>;
};

/** Every wallet of the account with what it holds: those that can pay, and those that can be paid. */
export const ownWallets = queryOptions({
  queryKey: keyOf(listWallets, { part: 'with balances' }),
  queryFn: async ({ signal }): Promise<OwnWallet[]> => {
    const { rows } = await fetchAllWallets(fetchWalletPage(signal), () => undefined);
    return rows.flatMap(({ value: { address, name, network, type, status, balances = {} } }) => {
      if (address === undefined || network === undefined) return [];
      const available = new Map(
        Object.entries(balances).map(([currency, { available: amount }]) => [currency, amount]),
      );
      return [{ address, name: name ?? address, network: network.toLowerCase(), type, status, available }];
    });
  },
  staleTime: 30_000,
});

/** The wallets that pay from their own balance: the funds of `accounting` wallets are spent from the pool. */
function personalWallets(wallets: readonly OwnWallet[], network: string): OwnWallet[] {
  return wallets.filter((wallet) => wallet.network === network && wallet.type !== 'accounting');
}

/** The balance of the exchange pool that pays a currency; undefined where not reported by the service. */
export function poolLine(
  lines: readonly BalanceLine[],
  network: string,
  currency: string,
): BalanceLine | undefined {
  const pool = lines.filter((line) => line.type === 'accounting' && line.currency === currency);
  const isShared = sharedPoolNetworks.some((shared) => shared === network);
  return (
    pool.find((candidate) => isShared && candidate.network === sharedPoolKey) ??
    pool.find((candidate) => candidate.network === network)
  );
}

/** What a new request of this currency costs, as exactly as it is known. */
export const feeOf = (network: string, currency: string, mayReadWithdrawals: boolean) =>
  queryOptions({
    // Each withdrawal that is made may teach what they cost.
    queryKey: keyOf([listWithdrawalFees, listWithdrawalRequests], { network, currency, mayReadWithdrawals }),
    queryFn: async ({ signal }): Promise<FeeKnowledge> => {
      const { fees } = await call(listWithdrawalFees, {}, signal);
      const rule = fees?.find((one) => one.network === network && one.currency === currency);
      if (rule !== undefined) return { kind: 'rule', fee: rule.fee, minimum: rule.minimum };
      if (!mayReadWithdrawals) return { kind: 'unknown' };
      const { rows } = await call(listWithdrawalRequests, { query: { network, currency, limit: 1 } }, signal);
      const [latest] = rows;
      // A provider may know no such filters.
      const isOfPair = latest?.value.currency === currency && latest.value.network?.toLowerCase() === network;
      const { fee, created_at: at } = isOfPair ? latest.value : {};
      return fee === undefined || at === undefined ? { kind: 'unknown' } : { kind: 'estimate', fee, at };
    },
    staleTime: 30_000,
  });

/** What is known of what pays. */
export type Source = {
  /** The personal wallets of the network. */
  wallets: OwnWallet[];
  /** The paying wallet, if it is one of the account's. */
  wallet: OwnWallet | undefined;
  /** What can be spent; undefined while or where it is not known. */
  available: Decimal | undefined;
  /** Why that is not known. */
  whyUnknown: string;
  isReading: boolean;
  error: Error | null;
  readAgain: () => void;
};

type Asked = Pick<Fields, 'sender' | 'network' | 'currency' | 'sender_wallet'>;

export function useSource({ sender, network, currency, sender_wallet: address }: Asked): Source {
  const mayReadWallets = usePermission('wallets:read');
  const mayReadBalances = usePermission('balances:read');
  const isUser = sender === 'user';
  const wallets = useQuery({ ...ownWallets, enabled: mayReadWallets.allowed });
  const balances = useQuery({ ...balanceLinesQuery, enabled: !isUser && mayReadBalances.allowed });
  const personal = personalWallets(wallets.data ?? [], network);
  const wallet = personal.find((one) => one.address === address);
  const asked = isUser ? wallets : balances;
  const permission = isUser ? mayReadWallets : mayReadBalances;
  return {
    wallets: personal,
    wallet: isUser ? wallet : undefined,
    available: isUser
      ? wallet?.available.get(currency)
      : balances.data && poolLine(balances.data, network, currency)?.available,
    whyUnknown: permission.reason ?? (asked.isError ? 'couldn’t be loaded' : 'not reported by the service'),
    isReading: asked.isLoading,
    error: asked.error,
    readAgain: () => void asked.refetch(),
  };
}

/** Whether the text matches a name, any of its words, or part of an address. */
export function isMatch(text: string, name: string, address: string): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  const words = name.toLocaleLowerCase().split(/[\s-]+/);
  return (
    address.toLocaleLowerCase().includes(wanted) ||
    wanted.split(/\s+/).every((part) => words.some((word) => word.startsWith(part)))
  );
}
