import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { listWithdrawalFees } from '#contract/gateway/fees.ts';
import { isPermitted, isSupported, type Session } from '#contract/gateway/sessions.ts';
import type { Permission } from '#contract/permissions.ts';
import { sharedPoolKey, sharedPoolNetworks } from '#contract/wallet-service/balances.ts';
import type { QueryOf } from '#contract/operation.ts';
import { listWallets, type Wallet } from '#contract/wallet-service/wallets.ts';
import { listWithdrawalRequests } from '#contract/wallet-service/withdrawals.ts';
import { compare } from '#domain/arithmetic.ts';
import { type Decimal, ZERO } from '#domain/decimal.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';
import { type BalanceLine, balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.ts';
import { knownWallets } from '#dashboard/entities/wallets/known-wallets.queries.ts';
import { longestWordIn } from '#dashboard/entities/wallets/wallets.ts';
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

/** The wallets as withdrawals need them, as far as they could be read. */
export function ownWalletsOf(wallets: readonly Partial<Wallet>[]): OwnWallet[] {
  return wallets.flatMap(({ address, name, network, type, status, balances = {} }) => {
    if (address === undefined || network === undefined) return [];
    const available = new Map(
      Object.entries(balances).map(([currency, { available: amount }]) => [currency, amount]),
    );
    return [{ address, name: name ?? address, network: network.toLowerCase(), type, status, available }];
  });
}

/** How many wallets a field offers. */
const mostOffered = 50;

/** The account's wallets on a network whose name or address has the text in it, for a field that offers them. */
export const offeredWallets = (network: string, text: string) =>
  queryOptions({
    queryKey: keyOf(listWallets, { offered: text, network }),
    queryFn: ({ signal }) => fetchOffered({ network }, text, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** The same of personal wallets, the fullest first: the funds of `accounting` wallets are spent from the pool. */
export const payingWallets = (network: string, currency: string, text: string) =>
  queryOptions({
    queryKey: keyOf(listWallets, { paying: text, network, currency }),
    queryFn: async ({ signal }): Promise<OwnWallet[]> => {
      const ofNetwork = { network, type: 'user' };
      const byBalance = { ...ofNetwork, currency, sort_by: 'balance', sort_direction: 'desc' };
      const [full, any] = await Promise.all([
        fetchOffered(byBalance, text, signal),
        fetchOffered(ofNetwork, text, signal),
      ]);
      const found = new Map([...full, ...any].map((wallet) => [wallet.address, wallet]));
      const held = ({ available }: OwnWallet) => available.get(currency) ?? ZERO;
      return [...found.values()]
        .filter(({ type }) => type !== 'accounting')
        .sort((a, b) => compare(held(b), held(a)));
    },
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** A provider may ignore each of the parameters, so that what it returns is compared with them. */
async function fetchOffered(
  filters: { network: string; type?: string },
  text: string,
  signal: AbortSignal,
): Promise<OwnWallet[]> {
  const search = longestWordIn(text);
  const query = { ...filters, ...(search !== '' && { search }), limit: mostOffered } as QueryOf<
    typeof listWallets
  >;
  const { rows } = await call(listWallets, { query }, signal);
  return ownWalletsOf(rows.map(({ value }) => value)).filter(
    ({ network, name, address }) => network === filters.network && isMatch(text, name, address),
  );
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
  /** The paying wallet, if it is one of the account's. */
  wallet: OwnWallet | undefined;
  /** None of the account's personal wallets on the network has the address that was entered. */
  isUnknown: boolean;
  /** What can be spent; undefined while or where it is not known. */
  available: Decimal | undefined;
  /** Why that is not known. */
  whyUnknown: string;
  isReading: boolean;
  error: Error | null;
  readAgain: () => void;
};

type Asked = Pick<Fields, 'sender' | 'network' | 'currency' | 'sender_wallet'>;

/** For the loader of the form: what it first offers to pay with, and what that costs. */
export function prefetchSource(queryClient: QueryClient, session: Session, asked: Asked): void {
  const { sender, network, currency } = asked;
  const may = (permission: Permission) => isPermitted(session, permission);
  void queryClient.prefetchQuery(feeOf(network, currency, may('withdrawals:read')));
  if (sender === 'exchange') {
    if (may('balances:read')) void queryClient.prefetchQuery(balanceLinesQuery);
  } else if (may('wallets:read') && isSupported(session, 'listWallets')) {
    void queryClient.prefetchQuery(payingWallets(network, currency, ''));
  }
}

export function useSource({ sender, network, currency, sender_wallet: address }: Asked): Source {
  const mayReadWallets = usePermission('wallets:read');
  const mayReadBalances = usePermission('balances:read');
  const isUser = sender === 'user';
  const wallets = useQuery({
    ...knownWallets({ addresses: [address] }),
    enabled: isUser && address !== '' && mayReadWallets.allowed,
    staleTime: 30_000,
  });
  const balances = useQuery({ ...balanceLinesQuery, enabled: !isUser && mayReadBalances.allowed });
  const wallet = ownWalletsOf(wallets.data?.wallets ?? []).find(
    (one) => one.network === network && one.type !== 'accounting',
  );
  const asked = isUser ? wallets : balances;
  const permission = isUser ? mayReadWallets : mayReadBalances;
  return {
    wallet: isUser ? wallet : undefined,
    isUnknown: isUser && wallet === undefined && wallets.data?.areAll === true,
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
