import { isInSharedPool, sharedPoolKey } from '#contract/wallet-service/balances.ts';
import type { Currency, Network, WalletNetwork } from '#domain/networks.ts';
import type { LedgerAccountKind } from '#database/tables.ts';

/** An account of the ledger. Two with the same id are the same. */
export type LedgerAccount = {
  id: string;
  kind: LedgerAccountKind;
  network: Network | typeof sharedPoolKey;
  currency: Currency;
  /** The wallet that the funds belong to; null where they belong to the account as a whole. */
  walletAddress: string | null;
};

export type WalletRef = { network: WalletNetwork; address: string };

/** The funds on a wallet's own address. */
export function walletAccount({ network, address }: WalletRef, currency: Currency): LedgerAccount {
  const id = `wallet/${network}/${address}/${currency}`;
  return { id, kind: 'wallet', network, currency, walletAddress: address };
}

/** Funds of a wallet that a pending withdrawal or AML check has on hold. */
export function walletHold({ network, address }: WalletRef, currency: Currency): LedgerAccount {
  const id = `hold/${network}/${address}/${currency}`;
  return { id, kind: 'hold', network, currency, walletAddress: address };
}

/** The exchange pool that deposits to `accounting` wallets are moved to. */
export function poolAccount(accountId: string, network: Network, currency: Currency): LedgerAccount {
  return central('pool', accountId, poolNetwork(network, currency), currency);
}

/** Funds of the pool that a pending withdrawal has on hold. */
export function poolHold(accountId: string, network: Network, currency: Currency): LedgerAccount {
  return central('hold', accountId, poolNetwork(network, currency), currency);
}

/** Received by an `accounting` wallet, and still being verified or moved to the pool. */
export function transitAccount(accountId: string, network: Network, currency: Currency): LedgerAccount {
  return central('transit', accountId, poolNetwork(network, currency), currency);
}

/** The world outside: deposits come from it and withdrawals go to it. Its balance is not stored. */
export function worldAccount(accountId: string, network: Network, currency: Currency): LedgerAccount {
  return central('world', accountId, network, currency);
}

/** What was paid for withdrawals, exchanges and checks. Its balance is not stored. */
export function feesAccount(accountId: string, network: Network, currency: Currency): LedgerAccount {
  return central('fees', accountId, network, currency);
}

/** Whether the balance is stored in addition to the entries, never below zero. */
export function isKept(kind: LedgerAccountKind): boolean {
  return kind !== 'world' && kind !== 'fees';
}

/** USDT of Tron and Ethereum is one pool; everything else has one for each network. */
export function poolNetwork(network: Network, currency: Currency): LedgerAccount['network'] {
  return isInSharedPool(network, currency) ? sharedPoolKey : network;
}

/**
 * What a posting must keep the sum of. USDT on Tron, on Ethereum and in their shared pool is the same
 * asset; the same currency on any other two networks is not. `ledger-verify.ts` says it in SQL.
 */
export function assetOf({ network, currency }: Pick<LedgerAccount, 'network' | 'currency'>): string {
  const kept = network === sharedPoolKey ? network : poolNetwork(network, currency);
  return `${currency} on ${kept}`;
}

function central(
  kind: LedgerAccountKind,
  accountId: string,
  network: LedgerAccount['network'],
  currency: Currency,
): LedgerAccount {
  return { id: `${kind}/${accountId}/${network}/${currency}`, kind, network, currency, walletAddress: null };
}
