import type { Wallet } from '#contract/wallet-service/wallets.ts';
import type { CopiedRow } from '#dashboard/list/copy-rows.ts';
import { holdingsOf, nonZero } from './holdings.ts';

/** A wallet for the clipboard: a field each, its balances in one, every digit unchanged. Zero balances are left out. */
export function copiedWallet({ address, name, network, type, status, balances }: Partial<Wallet>): CopiedRow {
  const held =
    balances && nonZero(holdingsOf(balances)).map(({ currency, amount }) => `${amount} ${currency}`);
  const fields = { address, name, network, type, status, balances: held?.join(', ') };
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? null]));
}
