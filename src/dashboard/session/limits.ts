import {
  accountWideReason,
  describeLimitRefusal,
  isLimited,
  isNetworkAllowed,
  type Limits,
  newWalletReason,
} from '#contract/gateway/limits.ts';
import type { Session } from '#contract/gateway/sessions.ts';
import type { Access } from '#contract/permissions.ts';
import type { WalletServiceOperationId } from '#contract/wallet-service/unsupported.ts';
import { defaultNetwork, type Network } from '#domain/networks.ts';
import { asSentence } from '#dashboard/lib/error-message.ts';

/** What something changes: what is on this network; undefined: it isn't known which. */
export type On = { network: string | undefined };

/** What else there is to say about something that a user or key wants to do. */
export type PermissionOptions = {
  /** The operation of the wallet service that it uses, which a provider may not have. */
  needs?: WalletServiceOperationId | undefined;
  /** The network on which it changes something. */
  on?: On | undefined;
};

type Asked = PermissionOptions & { access: Access };

/**
 * Why the user's limits rule something out; undefined: they don't, as far as is known here. The gateway decides, also about the
 * tags of a wallet.
 */
export function limitReason({ limits }: Session, { access, needs, on }: Asked): string | undefined {
  if (!isLimited(limits)) return undefined;
  const elsewhere = on && networkRefusal(limits, on.network);
  if (elsewhere !== undefined) return elsewhere;
  if (isAccountWide(access)) return refusal(limits, accountWideReason);
  const isNewWallet = needs === 'createWallet' && limits.wallet_tags.length > 0;
  return isNewWallet ? refusal(limits, newWalletReason) : undefined;
}

/** Why limits rule out changes on a network; undefined: they don't. */
export function networkRefusal(limits: Limits, network: string | undefined): string | undefined {
  return isNetworkAllowed(limits, network) ? undefined : refusal(limits);
}

function refusal(limits: Limits, reason?: string): string {
  return asSentence(describeLimitRefusal(limits, reason));
}

function isAccountWide(access: Access): boolean {
  return (
    typeof access === 'object' && access !== null && 'permission' in access && access.isAccountWide === true
  );
}

/** The network that a form begins with: the wanted one, or else the usual one, if it is offered. */
export function initialNetwork<N extends Network>(
  offered: readonly N[],
  wanted?: string | null,
): N | typeof defaultNetwork {
  const of = (code: string | null | undefined) => offered.find((network) => network === code);
  return of(wanted) ?? of(defaultNetwork) ?? offered[0] ?? defaultNetwork;
}
