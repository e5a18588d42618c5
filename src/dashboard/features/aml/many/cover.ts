import { compare, multiply } from '#domain/arithmetic.ts';
import { type Decimal, decimal, isPositive } from '#domain/decimal.ts';
import { formatCount, formatInteger } from '#domain/format.ts';

export type Payer =
  | { state: 'none' | 'loading' | 'unknown' | 'unreadable' }
  /** `balance` in the currency of the price; null where the wallet doesn't hold it. */
  | { state: 'wallet'; isActive: boolean; balance: Decimal | null };

type Batch = {
  /** How many checks are to be started. */
  wanted: number;
  /** How many are left; undefined if the provider hasn't said yet. */
  left: number | undefined;
  payer: Payer;
  /** The cost of a check that a wallet pays for; null if the provider doesn't state it. */
  price: { amount: Decimal; currency: string } | null;
};

/** Why so many checks can't be started; undefined where the remaining checks and the payer cover them. */
export function whyNotCovered({ wanted, left, payer, price }: Batch): string | undefined {
  if (left === undefined || wanted <= left) return undefined;
  const paid = wanted - left;
  const currency = price?.currency ?? 'USDT';
  const needed = price === null ? undefined : multiply(price.amount, decimal(paid));
  const short =
    wanted === 1 ? 'No checks remaining' : `${checks(left)} remaining, ${formatInteger(paid)} too few`;
  if (payer.state === 'wallet') return whyWalletPaysNot(payer, needed, currency);
  const bill = needed === undefined ? '' : ` ${needed} ${currency}`;
  const reasons = {
    none: `${short}. Choose a wallet to pay${bill}${wanted === 1 ? '' : ', or start fewer'}.`,
    loading: 'Checking the wallet’s balance…',
    unknown: 'This isn’t one of your wallets.',
    unreadable: `${short}, and the paying wallet’s balance couldn’t be loaded.`,
  } as const;
  return reasons[payer.state];
}

function whyWalletPaysNot(
  { isActive, balance }: Payer & { state: 'wallet' },
  needed: Decimal | undefined,
  currency: string,
): string | undefined {
  if (!isActive) return 'This wallet isn’t active.';
  if (balance === null) return `This wallet has no ${currency}.`;
  if (needed === undefined) {
    return isPositive(balance) ? undefined : `This wallet has no ${currency} available.`;
  }
  return compare(balance, needed) >= 0
    ? undefined
    : `This wallet has ${balance} ${currency} available, but ${needed} ${currency} is needed.`;
}

function checks(count: number): string {
  return formatCount(count, 'check');
}
