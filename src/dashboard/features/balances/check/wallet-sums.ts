import type { ReadRow } from '#contract/read-answer.ts';
import type { Wallet } from '#contract/wallet-service/wallets.ts';
import { sum } from '#domain/arithmetic.ts';
import type { Decimal } from '#domain/decimal.ts';

/** What the wallets of one type and network hold of one currency. */
export type WalletSum = {
  type: string;
  network: string;
  currency: string;
  total: Decimal;
  /** How many wallets were added up. */
  wallets: number;
};

/** A wallet whose balances could not be read; what is undefined could not be read either. */
export type UnreadWallet = { type: string | undefined; network: string | undefined };

export type WalletSums = { sums: WalletSum[]; unread: UnreadWallet[] };

/** Adds up, exactly, what the wallets say that they have available. */
export function sumWallets(rows: readonly ReadRow<Wallet>[]): WalletSums {
  const amounts: { type: string; network: string; currency: string; available: Decimal }[] = [];
  const unread: UnreadWallet[] = [];
  for (const { value } of rows) {
    const { type, network, balances } = value;
    if (type === undefined || network === undefined || balances === undefined) {
      unread.push({ type, network });
      continue;
    }
    for (const [currency, { available }] of Object.entries(balances)) {
      amounts.push({ type, network, currency, available });
    }
  }
  const groups = Map.groupBy(amounts, ({ type, network, currency }) =>
    JSON.stringify([type, network, currency]),
  );
  const sums = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { type, network, currency } = first;
    const total = sum(group.map(({ available }) => available));
    return [{ type, network, currency, total, wallets: group.length }];
  });
  return { sums, unread };
}
