import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { LedgerBalance } from '#contract/gateway/ledger-balances.ts';
import {
  getUserBalances,
  sharedPoolKey,
  sharedPoolNetworks,
  type UserBalances,
} from '#contract/wallet-service/balances.ts';
import { currencies, walletNetworks, walletTypes, withdrawalNetworks } from '#domain/networks.ts';
import { add, sum } from '#domain/arithmetic.ts';
import { type Decimal, isZero } from '#domain/decimal.ts';
import { keyOf } from '#dashboard/api/queries.ts';
import { call } from '#dashboard/api/client.ts';

/** One published leaf: what a wallet type has of a currency under a network key. */
export type BalanceLine = {
  key: string;
  type: string;
  /** A network code, or `trx_eth` for the shared pool. */
  network: string;
  currency: string;
  available: Decimal;
  /** Undefined where the service does not publish it: that is not zero. */
  transit: Decimal | undefined;
  blockchain: Decimal | undefined;
  /** The total on hold for withdrawals and AML checks. Undefined if the ledger isn't provided or hasn't loaded. */
  onHold?: Decimal | undefined;
  /** What the ledger knows of the line beyond what is published. */
  ledger?: Pick<LedgerBalance, 'on_hold' | 'aml_fees_paid'> | undefined;
};

/** Sums of the published amounts by kind. Different kinds are never added up. */
export type Amounts = Pick<BalanceLine, 'available' | 'transit' | 'blockchain' | 'onHold'>;

/** A comparison for `sort`: the known values in their order, then the others by their letters. */
function inOrder(known: readonly string[]) {
  const rank = (value: string) => (known.includes(value) ? known.indexOf(value) : known.length);
  return (a: string, b: string) => rank(a) - rank(b) || (a < b ? -1 : Number(a > b));
}

export const byType = inOrder(walletTypes);
export const byNetwork = inOrder([
  sharedPoolKey,
  ...walletNetworks,
  ...withdrawalNetworks.filter((network) => !walletNetworks.some((known) => known === network)),
]);
export const byCurrency = inOrder(currencies);

/** Every leaf of the answer, whatever its type, network and currency, by currency, type and network. */
export function balanceLines(balances: UserBalances): BalanceLine[] {
  const lines = Object.entries(balances).flatMap(([type, ofType]) =>
    Object.entries(ofType).flatMap(([network, ofNetwork]) =>
      Object.entries(ofNetwork).map(([currency, amounts]) =>
        balanceLine({ type, network, currency, ...amounts }),
      ),
    ),
  );
  return lines.sort(inPageOrder);
}

type Leaf = Pick<BalanceLine, 'type' | 'network' | 'currency' | 'available'> & {
  transit?: Decimal | undefined;
  blockchain?: Decimal | undefined;
};

/** The line of a leaf, whatever else is known of it. */
export function balanceLine(leaf: Leaf): BalanceLine {
  const { type, network, currency, available, transit, blockchain } = leaf;
  return {
    key: lineKey(type, network, currency),
    type,
    network,
    currency,
    available,
    transit,
    blockchain,
  };
}

/** By currency, type and network. */
export function inPageOrder(a: BalanceLine, b: BalanceLine): number {
  return byCurrency(a.currency, b.currency) || byType(a.type, b.type) || byNetwork(a.network, b.network);
}

/** Names a leaf; unlike a plain join, different leaves never share a key. */
export function lineKey(type: string, network: string, currency: string): string {
  return JSON.stringify([type, network, currency]);
}

/** The lines with the ledger's data for each. */
export function withLedger(
  lines: readonly BalanceLine[],
  ledger: readonly LedgerBalance[] | null | undefined,
): BalanceLine[] {
  const known = new Map(
    (ledger ?? []).map((one) => [lineKey(one.type, one.network, one.currency), one] as const),
  );
  return lines.map((line) => {
    const ofLine = known.get(line.key);
    if (ofLine === undefined) return line;
    const { on_hold: held } = ofLine;
    return Object.assign({}, line, { ledger: ofLine, onHold: add(held.withdrawals, held.aml_checks) });
  });
}

/** Whether the line has no funds at all: available, on hold, incoming, or on deposit addresses. */
export function isZeroLine({ available, transit, blockchain, onHold }: Amounts): boolean {
  return (
    isZero(available) &&
    [transit, blockchain, onHold].every((amount) => amount === undefined || isZero(amount))
  );
}

/** Adds each kind up separately. A kind that no line has stays undefined. Lines of one currency only. */
export function totalOf(lines: readonly BalanceLine[]): Amounts {
  const [first] = lines;
  const stranger = lines.find((line) => line.currency !== first?.currency);
  if (stranger !== undefined) {
    throw new RangeError(`${first?.currency} and ${stranger.currency} cannot be added.`);
  }
  return {
    available: sum(lines.map((line) => line.available)),
    transit: sumOfKnown(lines.map((line) => line.transit)),
    blockchain: sumOfKnown(lines.map((line) => line.blockchain)),
    onHold: sumOfKnown(lines.map((line) => line.onHold)),
  };
}

function sumOfKnown(amounts: readonly (Decimal | undefined)[]): Decimal | undefined {
  const known = amounts.filter((amount) => amount !== undefined);
  return known.length === 0 ? undefined : sum(known);
}

/**
 * Currencies with funds both under the shared pool and under one of the networks that it covers. The interface's
 * documentation does not say whether the two overlap, so their total may count funds twice.
 */
export function possiblyDoubled(lines: readonly BalanceLine[]): string[] {
  const pooled = lines.filter((line) => line.network === sharedPoolKey && !isZero(line.available));
  const doubled = pooled.filter((pool) =>
    lines.some(
      ({ type, network, currency, available }) =>
        type === pool.type &&
        currency === pool.currency &&
        sharedPoolNetworks.some((shared) => shared === network) &&
        !isZero(available),
    ),
  );
  return [...new Set(doubled.map((line) => line.currency))];
}

// The session identifies the account, so the balances of a provider that doesn't repeat it are shown anyway.
const getBalances = { ...getUserBalances, data: z.pick(getUserBalances.data, { balances: true }) } as const;

/** What the account has now, line by line. Throws ApiError. */
export async function fetchBalanceLines(signal: AbortSignal): Promise<BalanceLine[]> {
  const { balances } = await call(getBalances, {}, signal);
  return balanceLines(balances);
}

export const balanceLinesQuery = queryOptions({
  queryKey: keyOf(getUserBalances),
  queryFn: ({ signal }) => fetchBalanceLines(signal),
});
