import { isWalletNetwork, type Network, withdrawalNetworks } from '#domain/networks.ts';
import { initialNetwork } from '#dashboard/session/limits.ts';
import type { withdrawalSenders } from '#contract/wallet-service/withdrawals.ts';

export const withdrawalsPath = '/withdrawals';
export const newWithdrawalPath = '/withdrawals/new';
export const importWithdrawalsPath = '/withdrawals/import';
/** The withdrawals whose outcome is unknown. */
export const unknownOutcomesPath = '/withdrawals/unknown-outcomes';

/** The page of one withdrawal request, or of what can be done with it. */
export function withdrawalPath(requestId: string, action?: 'delete'): string {
  const path = `${withdrawalsPath}/${encodeURIComponent(requestId)}`;
  return action === undefined ? path : `${path}/${action}`;
}

export type Sender = (typeof withdrawalSenders)[number];

/** What a link to the form fills in. */
export type Prefilled = {
  sender: Sender;
  network: Network;
  /** Empty for the first of the network. */
  currency: string;
  /** The personal wallet that pays; empty for none yet. */
  wallet: string;
  recipient?: string;
  amount?: string;
  fee?: 'included' | 'added';
  comment?: string;
};

/** The form's address with these fields filled in. */
export function newWithdrawalFrom(source: {
  sender: Sender;
  network?: string | undefined;
  currency?: string | undefined;
  wallet?: string | undefined;
  recipient?: string | undefined;
  amount?: string | undefined;
  fee?: Prefilled['fee'] | undefined;
  comment?: string | undefined;
}): string {
  const given = Object.entries(source).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `${newWithdrawalPath}?${new URLSearchParams(given).toString()}`;
}

/**
 * What the form's address fills in; what it does not know falls back. `allowed`: the networks to choose from where it names
 * none.
 */
export function parsePrefilled(search: URLSearchParams, allowed: readonly Network[]): Prefilled {
  const named = search.get('network')?.toLowerCase();
  const network = withdrawalNetworks.find((known) => known === named) ?? initialNetwork(allowed);
  const isPool = search.get('sender') === 'exchange' || !isWalletNetwork(network);
  return {
    sender: isPool ? 'exchange' : 'user',
    network,
    currency: search.get('currency') ?? '',
    wallet: search.get('wallet') ?? '',
    recipient: search.get('recipient') ?? '',
    amount: search.get('amount') ?? '',
    fee: search.get('fee') === 'added' ? 'added' : 'included',
    comment: search.get('comment') ?? '',
  };
}
