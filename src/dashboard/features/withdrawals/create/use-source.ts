import { useQuery } from '@tanstack/react-query';
import type { Decimal } from '#domain/decimal.ts';
import { usePermission } from '#dashboard/session/use-permission.ts';
import { balanceLinesQuery } from '#dashboard/entities/balances/balance-lines.queries.ts';
import type { Fields } from './fields.ts';
import { type OwnWallet, ownWallets, personalWallets, poolLine } from './source.queries.ts';

/** What is known of what pays. */
export type Source = {
  /** The personal wallets of the network. */
  wallets: OwnWallet[];
  /** The one that pays, where it is a wallet and the account has it. */
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
    whyUnknown:
      permission.reason ?? (asked.isError ? 'could not be read' : 'the service does not publish it'),
    isReading: asked.isLoading,
    error: asked.error,
    readAgain: () => void asked.refetch(),
  };
}
