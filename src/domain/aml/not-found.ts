import { isZero } from '../decimal.ts';
import { isNetwork, networks } from '../networks.ts';
import type { AmlFindings } from './read-report.ts';

/**
 * Whether the provider says that it knows nothing of the subject on its network: no transaction and no label. Such a
 * report finds nothing, and the subject may not exist there.
 */
export function isNotFound({
  transactions,
  directHits,
  balances,
}: Pick<AmlFindings, 'transactions' | 'directHits' | 'balances'>): boolean {
  const hasFunds = balances.some(({ amount }) => !isZero(amount));
  return transactions.total !== null && isZero(transactions.total) && directHits.length === 0 && !hasFunds;
}

type Found = { is_not_found?: boolean | undefined; network?: string | undefined };

/** Beside the risk of a check, in a few words: `not found on Tron`. Undefined where the subject was found. */
export function notFoundLabel({ is_not_found: isMissing, network }: Found): string | undefined {
  return isMissing === true ? `not found on ${nameOf(network)}` : undefined;
}

/** What it means and what to do, in whole sentences. Undefined where the subject was found. */
export function notFoundMessage({
  kind,
  ...check
}: Found & { kind: 'address' | 'transaction' }): string | undefined {
  if (check.is_not_found !== true) return undefined;
  const what = kind === 'address' ? 'transaction of this address' : 'transaction with this ID';
  return `Not found on ${nameOf(check.network)}: the provider has no ${what} there, so this report proves nothing. Check that the network is right.`;
}

function nameOf(network = 'its network'): string {
  const code = network.toLowerCase();
  return isNetwork(code) ? networks[code].name : network;
}
